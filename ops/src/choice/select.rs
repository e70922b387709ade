use vyre_conform_runtime::vyre_op;

/// `yes` if the condition is true, otherwise `no`. Both are evaluated.
#[vyre_op(
    laws(
        // Either value may be any number, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (true, u32::MAX, 0)),
        Not(Bounded(1, u32::MAX), witness = (false, u32::MAX, 0)),
    ),
    boundaries((true, 0, u32::MAX), (false, 0, u32::MAX), (true, u32::MAX, 0)),
    classes(chosen = condition, otherwise = !condition),
    table(
        (true, 7, 9) => 7, "true takes the first value",
        (false, 7, 9) => 9, "false takes the second value",
        (true, 0xFFFF_FFFF, 0) => 0xFFFF_FFFF, "every bit of the chosen value, none of the other",
        (true, 0x1234_5679, 9) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (false, 9, 0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_mask: wgsl = "
fn select(condition: u32, yes: u32, no: u32) -> u32 {
    let mask = 0u - condition;
    return (yes & mask) | (no & ~mask);
}",
    ),
)]
pub const fn select(condition: bool, yes: u32, no: u32) -> u32 {
    if condition { yes } else { no }
}
