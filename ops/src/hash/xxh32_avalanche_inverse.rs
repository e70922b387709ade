use super::xxh32_avalanche;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`xxh32_avalanche`]: its steps from the last to the first, with the inverses of its constants modulo
/// 2^32. A shift by 13 or 15 is undone by two shifts.
#[vyre_op(
    laws(
        InverseOf(xxh32_avalanche),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (0x0173_FB23, 0x02CC_5D05)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x02CC_5D05), (0x8000_0000), (u32::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (0x02CC_5D05) => 0x1656_67B1, "the hash of nothing: nothing but the fifth prime came here" from "xxHash, cli/xsum_sanity_check.c",
        (0x606D_18A8) => 1, "computed with integers of any length",
        (0x0173_FB23) => 0xFFFF_FFFF, "computed with integers of any length",
    ),
)]
pub const fn xxh32_avalanche_inverse(a: u32) -> u32 {
    let a = (a ^ (a >> 16)).wrapping_mul(0xA89E_D915);
    let a = (a ^ (a >> 13) ^ (a >> 26)).wrapping_mul(0xB6C9_2F47);
    a ^ (a >> 15) ^ (a >> 30)
}
