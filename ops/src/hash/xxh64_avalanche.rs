use super::xxh64_avalanche_inverse;
use vyre_conform_runtime::vyre_op;

/// The finaliser of XXH64 ([xxHash specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), "XXH64 algorithm", step 6).
#[vyre_op(
    laws(
        InverseOf(xxh64_avalanche_inverse),
        Not(Involution, witness = (1)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x27D4_EB2F_1656_67C5), (0x1_0000_0000), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (0x27D4_EB2F_1656_67C5) => 0xEF46_DB37_51D8_E999, "the hash of nothing: nothing but the fifth prime comes here" from "xxHash, cli/xsum_sanity_check.c",
        (1) => 0x283A_72A5_B9AB_93D3, "computed with integers of any length",
    ),
)]
pub const fn xxh64_avalanche(a: u64) -> u64 {
    let a = (a ^ (a >> 33)).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    let a = (a ^ (a >> 29)).wrapping_mul(0x1656_67B1_9E37_79F9);
    a ^ (a >> 32)
}
