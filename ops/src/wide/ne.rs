use vyre_conform_runtime::vyre_op;

/// 1 if the operands differ; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(0),
        Bounded(0, 1),
        // 0 differs from 1, 1 differs from 0, and 0 does not differ from 0.
        Not(Transitive, witness = (0, 1, 0)),
        Not(Antisymmetric, witness = (0, 1)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, u64::MAX), (0x1_0000_0000, 0), (1, 0x1_0000_0001), (u64::MAX, u64::MAX)),
    classes(
        equal = a == b,
        low_words_equal = a != b && a as u32 == b as u32,
        high_words_equal = a != b && a >> 32 == b >> 32,
        no_word_equal = a as u32 != b as u32 && a >> 32 != b >> 32,
    ),
    table(
        (5, 5) => 0, "a number does not differ from itself",
        (0x1_0000_0005, 5) => 1, "equal low words are not enough",
        (0x1_0000_0005, 0x1_0000_0004) => 1, "equal high words are not enough",
        (0, 0xFFFF_FFFF_FFFF_FFFF) => 1, "every bit differs",
        (0x0020_0000_0000_0001, 0x0020_0000_0000_0000) => 1, "neighbours beyond 2^53, which a float of 64 bits takes for one number",
    ),
    alternates(
        sign_of_difference: wgsl = "
fn ne(a: vec2<u32>, b: vec2<u32>) -> u32 {
    let d = (a.x ^ b.x) | (a.y ^ b.y);
    return (d | (0u - d)) >> 31u;
}",
    ),
)]
pub const fn ne(a: u64, b: u64) -> u32 {
    (a != b) as u32
}
