use vyre_conform_runtime::vyre_op;

/// `yes` if the condition is not 0, otherwise `no`. Both are evaluated.
#[vyre_op(
    laws(
        // Either value may be any number, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (1, u32::MAX, 0)),
        Not(Bounded(1, u32::MAX), witness = (0, u32::MAX, 0)),
    ),
    boundaries((1, 0, u32::MAX), (0, 0, u32::MAX), (0x8000_0000, 7, 9), (u32::MAX, u32::MAX, 0)),
    classes(zero = condition == 0, one = condition == 1, larger = condition > 1),
    table(
        (1, 7, 9) => 7, "true takes the first value",
        (0, 7, 9) => 9, "false takes the second value",
        (2, 7, 9) => 7, "every nonzero number is true: the lowest bit alone does not decide",
        (0x8000_0000, 7, 9) => 7, "the highest bit alone makes it true",
        (1, 0x1234_5679, 9) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (0, 9, 0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (0x0100_0000, 7, 9) => 7, "bit 24 alone makes it true",
    ),
    alternates(
        by_mask: wgsl = "
fn select_nonzero(condition: u32, yes: u32, no: u32) -> u32 {
    let mask = 0u - min(condition, 1u);
    return no ^ ((yes ^ no) & mask);
}",
        by_branch: wgsl = "
fn select_nonzero(condition: u32, yes: u32, no: u32) -> u32 {
    if condition == 0u { return no; }
    return yes;
}",
    ),
)]
pub const fn select_nonzero(condition: u32, yes: u32, no: u32) -> u32 {
    if condition != 0 { yes } else { no }
}
