use vyre_conform_runtime::vyre_op;

/// `yes` if the condition is not 0, otherwise `no`. Both are evaluated.
#[vyre_op(
    laws(
        custom(first, |f, a, b| f(1, a, b) == a),
        custom(second, |f, a, b| f(0, a, b) == b),
        // Either value may be any number, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF_FFFF_FFFF), witness = (1, u64::MAX, 0)),
        Not(Bounded(1, u64::MAX), witness = (0, u64::MAX, 0)),
    ),
    boundaries((1, 0, u64::MAX), (0, 0, u64::MAX), (0x1_0000_0000, 7, 9), (u64::MAX, u64::MAX, 0)),
    classes(
        zero = condition == 0,
        one = condition == 1,
        larger = condition > 1,
        high_word_only = condition != 0 && condition as u32 == 0,
    ),
    table(
        (1, 7, 9) => 7, "true takes the first value",
        (0, 7, 9) => 9, "false takes the second value",
        (2, 7, 9) => 7, "every nonzero number is true: the lowest bit alone does not decide",
        (0x1_0000_0000, 7, 9) => 7, "a condition whose low word is 0 is not 0",
        (0x8000_0000_0000_0000, 7, 9) => 7, "the highest bit alone makes it true",
        (1, 0x1234_5678_9ABC_DEF1, 9) => 0x1234_5678_9ABC_DEF1, "every bit counts: more than a float of 64 bits holds",
        (0, 9, 0x1234_5678_9ABC_DEF1) => 0x1234_5678_9ABC_DEF1, "every bit counts: more than a float of 64 bits holds",
        (1, 0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF) => 0xFFFF_FFFF_0000_0000, "both words of the chosen value, none of the other",
    ),
    alternates(
        by_mask: wgsl = "
fn select_nonzero(condition: vec2<u32>, yes: vec2<u32>, no: vec2<u32>) -> vec2<u32> {
    let mask = vec2<u32>(0u - min(condition.x | condition.y, 1u));
    return no ^ ((yes ^ no) & mask);
}",
    ),
)]
pub const fn select_nonzero(condition: u64, yes: u64, no: u64) -> u64 {
    if condition != 0 { yes } else { no }
}
