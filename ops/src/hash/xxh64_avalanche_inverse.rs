use super::xxh64_avalanche;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`xxh64_avalanche`]: its steps from the last to the first, with the inverses of its constants modulo
/// 2^64. The shift by 29 is undone by two shifts.
#[vyre_op(
    laws(
        InverseOf(xxh64_avalanche),
        Not(Involution, witness = (1)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0xEF46_DB37_51D8_E999), (0x1_0000_0000), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (0xEF46_DB37_51D8_E999) => 0x27D4_EB2F_1656_67C5, "the hash of nothing: nothing but the fifth prime came here" from "xxHash, cli/xsum_sanity_check.c",
        (0x283A_72A5_B9AB_93D3) => 1, "computed with integers of any length",
    ),
)]
pub const fn xxh64_avalanche_inverse(a: u64) -> u64 {
    let a = (a ^ (a >> 32)).wrapping_mul(0xE9E9_F4C4_1D6D_F849);
    let a = (a ^ (a >> 29) ^ (a >> 58)).wrapping_mul(0x0BA7_9078_168D_4BAF);
    a ^ (a >> 33)
}
