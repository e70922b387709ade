use super::xxh64_round_inverse;
use vyre_conform_runtime::vyre_op;

/// The round of XXH64, which adds a lane of the message to an accumulator ([xxHash
/// specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), "XXH64 algorithm", step 2).
#[vyre_op(
    laws(
        InverseOf(xxh64_round_inverse),
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        Not(Associative, witness = (0, 0, 1)),
        ZeroProduct(false, witness = (0x3D4D_51C2_D82B_14B1, 1)),
    ),
    boundaries((0, 0), (0x60EA_27EE_ADC0_B5D6, 0), (u64::MAX, u64::MAX), (0, 0x8000_0000_0000_0000), (0x1_0000_0000, 0x1_0000_0000)),
    classes(no_lane = b == 0, a_lane = b != 0),
    table(
        (0, 0) => 0, "sums, rotations and products keep 0",
        (0, 1) => 0x7F0E_345B_E364_9CD2, "computed with integers of any length",
        (1, 0) => 0xC2F5_E543_8000_0000, "the prime, 31 places up",
        (0x60EA_27EE_ADC0_B5D6, 0x0706_0504_0302_0100) => 0xF4B5_3B57_406B_5E99, "the first lane of 0, 1, 2, .. with seed 0; computed with integers of any length",
    ),
)]
pub const fn xxh64_round(a: u64, b: u64) -> u64 {
    a.wrapping_add(b.wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
        .rotate_left(31)
        .wrapping_mul(0x9E37_79B1_85EB_CA87)
}
