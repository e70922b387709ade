use vyre_conform_runtime::vyre_op;

/// 1 if both operands are equal; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(1),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        // Trichotomous needs a u64 `gt`, which the library lacks.
        Not(LeftMonotone, witness = (0, 1, 0)),
        ZeroProduct(false, witness = (1, 2)),
    ),
    boundaries((0, u64::MAX), (0x1_0000_0000, 0), (1, 0x1_0000_0001), (u64::MAX, u64::MAX)),
    classes(
        equal = a == b,
        low_words_equal = a != b && a as u32 == b as u32,
        high_words_equal = a != b && a >> 32 == b >> 32,
        no_word_equal = a as u32 != b as u32 && a >> 32 != b >> 32,
    ),
    table(
        (5, 5) => 1, "a number equals itself",
        (0x1_0000_0005, 5) => 0, "equal low words are not enough",
        (0x1_0000_0005, 0x1_0000_0004) => 0, "equal high words are not enough",
        (0, 0xFFFF_FFFF_FFFF_FFFF) => 0, "no bit agrees",
        (0x0020_0000_0000_0001, 0x0020_0000_0000_0000) => 0, "neighbours beyond 2^53, which a float of 64 bits takes for one number",
    ),
    alternates(
        gathered_difference: wgsl = "
fn eq(a: vec2<u32>, b: vec2<u32>) -> u32 {
    let d = a ^ b;
    return countLeadingZeros(d.x | d.y) >> 5u;
}",
    ),
)]
pub const fn eq(a: u64, b: u64) -> u32 {
    (a == b) as u32
}
