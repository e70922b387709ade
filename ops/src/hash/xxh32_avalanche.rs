use super::xxh32_avalanche_inverse;
use vyre_conform_runtime::vyre_op;

/// The finaliser of XXH32 ([xxHash specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), "XXH32 algorithm", step 6).
#[vyre_op(
    laws(
        InverseOf(xxh32_avalanche_inverse),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (1, 0x1656_67B1)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x1656_67B1), (0x8000_0000), (u32::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (0x1656_67B1) => 0x02CC_5D05, "the hash of nothing: nothing but the fifth prime comes here" from "xxHash, cli/xsum_sanity_check.c",
        (1) => 0x606D_18A8, "computed with integers of any length",
        (u32::MAX) => 0x0173_FB23, "computed with integers of any length",
    ),
)]
pub const fn xxh32_avalanche(a: u32) -> u32 {
    let a = (a ^ (a >> 15)).wrapping_mul(0x85EB_CA77);
    let a = (a ^ (a >> 13)).wrapping_mul(0xC2B2_AE3D);
    a ^ (a >> 16)
}
