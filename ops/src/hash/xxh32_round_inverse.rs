use super::xxh32_round;
use vyre_conform_runtime::vyre_op;

/// The accumulator before a lane, from the accumulator after it: the inverse of [`xxh32_round`]. Its first product is
/// with the inverse of the last constant modulo 2^32.
#[vyre_op(
    laws(
        InverseOf(xxh32_round),
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        Not(Associative, witness = (0, 0, 1)),
        ZeroProduct(false, witness = (0x8DF8_C7AD, 1)),
    ),
    boundaries((0, 0), (0x8DF8_C7AD, 1), (u32::MAX, u32::MAX), (0, 0x8000_0000)),
    classes(no_lane = b == 0, a_lane = b != 0),
    table(
        (0, 0) => 0, "products, rotations and differences keep 0",
        (0x8DF8_C7AD, 1) => 0, "computed with integers of any length",
        (0xEF36_2000, 0) => 1, "the prime, 13 places up, goes back",
        (0xF817_BCCB, 0x0302_0100) => 0x2423_4428, "the first lane of 0, 1, 2, ..: seed 0 was P1 + P2",
        (0, 1) => 0x7A14_3589, "the negative second prime",
    ),
)]
pub const fn xxh32_round_inverse(a: u32, b: u32) -> u32 {
    a.wrapping_mul(0x0E8B_2F51)
        .rotate_right(13)
        .wrapping_sub(b.wrapping_mul(0x85EB_CA77))
}
