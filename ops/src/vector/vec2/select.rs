use vyre_conform_runtime::vyre_op;

/// All lanes of `yes` if the condition is true, otherwise those of `no`. Both are evaluated.
#[vyre_op(
    id = "vec2::select",
    laws(
        custom(first, |f, a, b| f(true, a, b) == a),
        custom(second, |f, a, b| f(false, a, b) == b),
    ),
    boundaries(
        (true, [0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0]),
        (false, [0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0]),
        (true, [0xFFFF_FFFF; 2], [0; 2]),
    ),
    classes(
        chosen = condition,
        otherwise = !condition,
    ),
    table(
        (true, [7, 8], [9, 10]) => [7, 8], "true takes the first vector",
        (false, [7, 8], [9, 10]) => [9, 10], "false takes the second vector",
        (true, [0x1234_5679, 0xFEDC_BA99], [9; 2]) => [0x1234_5679, 0xFEDC_BA99], "every bit counts: more than a float of 32 bits holds, and more than 16",
        (false, [9; 2], [0x1234_5679, 0xFEDC_BA99]) => [0x1234_5679, 0xFEDC_BA99], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_mask: wgsl = "
fn select(condition: u32, yes: vec2<u32>, no: vec2<u32>) -> vec2<u32> {
    let mask = vec2<u32>(0u - condition);
    return (yes & mask) | (no & ~mask);
}",
    ),
)]
pub const fn select(condition: bool, yes: [u32; 2], no: [u32; 2]) -> [u32; 2] {
    if condition { yes } else { no }
}
