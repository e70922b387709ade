use super::splitmix64;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`splitmix64`]: its steps from the last to the first, with the inverses of its constants modulo 2^64.
/// Each shift is undone by two shifts.
#[vyre_op(
    laws(
        InverseOf(splitmix64),
        Not(Involution, witness = (1)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0xE220_A839_7B1D_CDAF), (0x1_0000_0000), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (6_457_827_717_110_365_317) => 0x9E37_79B9_7F5D_529C, "the first number from seed 1234567" from "Rosetta Code, Pseudo-random numbers/Splitmix64",
        (0xE220_A839_7B1D_CDAF) => 0x9E37_79B9_7F4A_7C15, "the first number from seed 0; computed with integers of any length",
        (0x5692_161D_100B_05E5) => 1, "computed with integers of any length",
    ),
)]
pub const fn splitmix64_inverse(a: u64) -> u64 {
    let a = (a ^ (a >> 31) ^ (a >> 62)).wrapping_mul(0x3196_42B2_D24D_8EC3);
    let a = (a ^ (a >> 27) ^ (a >> 54)).wrapping_mul(0x96DE_1B17_3F11_9089);
    a ^ (a >> 30) ^ (a >> 60)
}
