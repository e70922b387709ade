use super::{eq, lt};
use crate::arithmetic::sub;
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is at least `b`, unsigned; otherwise 0: the complement of `lt`.
#[vyre_op(
    laws(
        SelfInverse(1),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        LeftMonotone,
        Not(Commutative, witness = (0, 1)),
        Not(RightMonotone, witness = (0, 0, 1)),
        // On equal operands both ge and eq hold, so no trichotomy contains ge and eq.
        Not(Trichotomous(eq, lt), witness = (0, 0)),
        ZeroProduct(false, witness = (1, 2)),
    ),
    boundaries(
        (0xFFFF_FFFF, 0x1_0000_0000),
        (0x1_0000_0000, 0xFFFF_FFFF),
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000),
        (u64::MAX, u64::MAX),
    ),
    classes(
        high_words_decide = a >> 32 != b >> 32,
        low_words_decide = a >> 32 == b >> 32 && a != b,
        words_disagree = (a < b) != ((a as u32) < (b as u32)),
        equal = a == b,
    ),
    table(
        (5, 5) => 1, "a number is at least itself",
        (1, 0) => 1, "equal high words: the low words decide",
        (0, 1) => 0, "and not the other way round",
        (0xFFFF_FFFF, 0x1_0000_0000) => 0, "the high words decide, whatever the low words say",
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000) => 0, "unsigned: bit 63 is no sign",
        (0x0020_0000_0000_0000, 0x0020_0000_0000_0001) => 0, "neighbours beyond 2^53, which a float of 64 bits takes for one number",
    ),
    alternates(
        word_by_word: wgsl = "
fn ge(a: vec2<u32>, b: vec2<u32>) -> u32 {
    return select(0u, 1u, a.y > b.y || (a.y == b.y && a.x >= b.x));
}",
    ),
)]
pub const fn ge(a: u64, b: u64) -> u32 {
    sub(1, lt(a, b))
}
