use vyre_conform_runtime::vyre_op;

/// `yes` if the condition is true, otherwise `no`. Both are evaluated.
#[vyre_op(
    id = "u64::select",
    laws(
        // Either value may be any number, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF_FFFF_FFFF), witness = (true, u64::MAX, 0)),
        Not(Bounded(1, u64::MAX), witness = (false, u64::MAX, 0)),
    ),
    boundaries((true, 0, u64::MAX), (false, 0, u64::MAX), (true, u64::MAX, 0)),
    classes(chosen = condition, otherwise = !condition),
    table(
        (true, 7, 9) => 7, "true takes the first value",
        (false, 7, 9) => 9, "false takes the second value",
        (true, 0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF) => 0xFFFF_FFFF_0000_0000, "both words of the chosen value, none of the other",
        (true, 0x1234_5678_9ABC_DEF1, 9) => 0x1234_5678_9ABC_DEF1, "every bit counts: more than a float of 64 bits holds",
        (false, 9, 0x1234_5678_9ABC_DEF1) => 0x1234_5678_9ABC_DEF1, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        by_mask: wgsl = "
fn select(condition: u32, yes: vec2<u32>, no: vec2<u32>) -> vec2<u32> {
    let mask = vec2<u32>(0u - condition);
    return (yes & mask) | (no & ~mask);
}",
    ),
)]
pub const fn select(condition: bool, yes: u64, no: u64) -> u64 {
    if condition { yes } else { no }
}
