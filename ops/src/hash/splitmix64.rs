use super::splitmix64_inverse;
use vyre_conform_runtime::vyre_op;

/// The output function of SplitMix64 ([splitmix64.c](https://prng.di.unimi.it/splitmix64.c)), David Stafford's variant
/// 13 of the finaliser of MurmurHash3, applied to a state after the addition of `0x9E37_79B9_7F4A_7C15`.
#[vyre_op(
    laws(
        InverseOf(splitmix64_inverse),
        Not(Involution, witness = (1)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x9E37_79B9_7F4A_7C15), (0x1_0000_0000), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (0x9E37_79B9_7F5D_529C) => 6_457_827_717_110_365_317, "the first number from seed 1234567" from "Rosetta Code, Pseudo-random numbers/Splitmix64",
        (0x9E37_79B9_7F4A_7C15) => 0xE220_A839_7B1D_CDAF, "the first number from seed 0; computed with integers of any length",
        (1) => 0x5692_161D_100B_05E5, "computed with integers of any length",
    ),
)]
pub const fn splitmix64(a: u64) -> u64 {
    let a = (a ^ (a >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let a = (a ^ (a >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    a ^ (a >> 31)
}
