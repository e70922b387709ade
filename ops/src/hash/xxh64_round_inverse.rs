use super::xxh64_round;
use vyre_conform_runtime::vyre_op;

/// The accumulator before a lane, from the accumulator after it: the inverse of [`xxh64_round`]. Its first product is
/// with the inverse of the last constant modulo 2^64.
#[vyre_op(
    laws(
        InverseOf(xxh64_round),
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        Not(Associative, witness = (0, 0, 1)),
        ZeroProduct(false, witness = (0x7F0E_345B_E364_9CD2, 1)),
    ),
    boundaries((0, 0), (0x7F0E_345B_E364_9CD2, 1), (u64::MAX, u64::MAX), (0, 0x8000_0000_0000_0000), (0x1_0000_0000, 0x1_0000_0000)),
    classes(no_lane = b == 0, a_lane = b != 0),
    table(
        (0, 0) => 0, "products, rotations and differences keep 0",
        (0x7F0E_345B_E364_9CD2, 1) => 0, "computed with integers of any length",
        (0xC2F5_E543_8000_0000, 0) => 1, "the prime, 31 places up, goes back",
        (0xF4B5_3B57_406B_5E99, 0x0706_0504_0302_0100) => 0x60EA_27EE_ADC0_B5D6, "the first lane of 0, 1, 2, ..: seed 0 was P1 + P2",
        (0, 1) => 0x3D4D_51C2_D82B_14B1, "the negative second prime",
    ),
)]
pub const fn xxh64_round_inverse(a: u64, b: u64) -> u64 {
    a.wrapping_mul(0x0887_4934_32BA_DB37)
        .rotate_right(31)
        .wrapping_sub(b.wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
}
