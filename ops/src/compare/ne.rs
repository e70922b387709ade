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
        // Associative only on 0 and 1, where it is exclusive or: (0 != 2) != 1 is 0, and 0 != (2 != 1) is 1.
        Not(Associative, witness = (0, 2, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // Trichotomous does not apply: ne overlaps lt and gt, and no two ops complement it.
    ),
    boundaries((0, u32::MAX), (0x8000_0000, 0), (0x7FFF_FFFF, 0xFFFF_FFFF), (u32::MAX, u32::MAX)),
    classes(
        equal = a == b,
        one_bit_apart = (a ^ b).count_ones() == 1,
        far = (a ^ b).count_ones() > 1,
    ),
    table(
        (5, 5) => 0, "a number does not differ from itself",
        (0, 0xFFFF_FFFF) => 1, "every bit differs",
        (0x8000_0000, 0) => 1, "one bit, the highest, is enough to differ",
        (0x0100_0001, 0x0100_0000) => 1, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0x0001_0000, 0) => 1, "the bits above the lowest 16 count",
        (0x0100_0000, 0) => 1, "the bits above the lowest 24 count",
    ),
    alternates(
        sign_of_difference: wgsl = "
fn ne(a: u32, b: u32) -> u32 {
    let d = a ^ b;
    return (d | (0u - d)) >> 31u;
}",
    ),
)]
pub const fn ne(a: u32, b: u32) -> u32 {
    (a != b) as u32
}
