use vyre_conform_runtime::vyre_op;

/// 1 if `a` is less than `b`, unsigned; otherwise 0.
#[vyre_op(
    laws(
        SelfInverse(0),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        RightMonotone,
        Not(Commutative, witness = (0, 1)),
        Not(LeftMonotone, witness = (0, 1, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // Trichotomous needs a u64 `gt`, which the library lacks. RightAbsorbing(0) and DistributiveOver need a result
        // of the operands' type.
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
        (0, 1) => 1, "equal high words: the low words decide",
        (1, 0) => 0, "and not the other way round",
        (5, 5) => 0, "nothing is below itself",
        (0xFFFF_FFFF, 0x1_0000_0000) => 1, "the high words decide, whatever the low words say",
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000) => 1, "unsigned: bit 63 is no sign",
        (0x0020_0000_0000_0000, 0x0020_0000_0000_0001) => 1, "neighbours beyond 2^53, which a float of 64 bits takes for one number",
    ),
    alternates(
        borrow_out: wgsl = "
fn lt(a: vec2<u32>, b: vec2<u32>) -> u32 {
    let borrow = select(0u, 1u, a.x < b.x);
    let high = a.y - b.y - borrow;
    return ((~a.y & b.y) | ((~a.y | b.y) & high)) >> 31u;
}",
    ),
)]
pub const fn lt(a: u64, b: u64) -> u32 {
    (a < b) as u32
}
