use super::xxh32_round_inverse;
use vyre_conform_runtime::vyre_op;

/// The round of XXH32, which adds a lane of the message to an accumulator ([xxHash
/// specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), "XXH32 algorithm", step 2).
#[vyre_op(
    laws(
        InverseOf(xxh32_round_inverse),
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        Not(Associative, witness = (0, 0, 1)),
        Not(LeftMonotone, witness = (1, 2, 0)),
        // The accumulator that cancels the product of the lane.
        ZeroProduct(false, witness = (0x7A14_3589, 1)),
    ),
    boundaries((0, 0), (0x2423_4428, 0), (0x7A14_3589, 1), (u32::MAX, u32::MAX), (0, 0x8000_0000)),
    classes(cancels = a == b.wrapping_mul(0x7A14_3589), mixes = a != b.wrapping_mul(0x7A14_3589)),
    table(
        (0, 0) => 0, "sums, rotations and products keep 0",
        (0, 1) => 0x8DF8_C7AD, "computed with integers of any length",
        (1, 0) => 0xEF36_2000, "the prime, 13 places up",
        (0x2423_4428, 0x0302_0100) => 0xF817_BCCB, "the first lane of 0, 1, 2, .. with seed 0; computed with integers of any length",
    ),
)]
pub const fn xxh32_round(a: u32, b: u32) -> u32 {
    a.wrapping_add(b.wrapping_mul(0x85EB_CA77))
        .rotate_left(13)
        .wrapping_mul(0x9E37_79B1)
}
