use super::{eq, lt};
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is greater than `b`, unsigned; otherwise 0: `lt` with the operands exchanged.
#[vyre_op(
    laws(
        SelfInverse(0),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        Trichotomous(eq, lt),
        LeftMonotone,
        Not(Commutative, witness = (1, 0)),
        Not(RightMonotone, witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
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
        (1, 0) => 1, "equal high words: the low words decide",
        (0, 1) => 0, "and not the other way round",
        (5, 5) => 0, "nothing is above itself",
        (0x1_0000_0000, 0xFFFF_FFFF) => 1, "the high words decide, whatever the low words say",
        (0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF) => 1, "unsigned: bit 63 is no sign",
        (0x0020_0000_0000_0001, 0x0020_0000_0000_0000) => 1, "neighbours beyond 2^53, which a float of 64 bits takes for one number",
    ),
    alternates(
        word_by_word: wgsl = "
fn gt(a: vec2<u32>, b: vec2<u32>) -> u32 {
    return select(0u, 1u, a.y > b.y || (a.y == b.y && a.x > b.x));
}",
    ),
)]
pub const fn gt(a: u64, b: u64) -> u32 {
    lt(b, a)
}
