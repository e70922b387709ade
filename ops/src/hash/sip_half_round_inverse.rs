use super::sip_half_round;
use vyre_conform_runtime::vyre_op;

/// The pair before [`sip_half_round`], from the pair after it and the amount of its rotation.
#[vyre_op(
    laws(
        InverseOf(sip_half_round),
        Not(RightInjective, witness = ([0, 0, 1, 0], 1, 65)),
    ),
    boundaries(
        ([0, 0, 0, 0], 13),
        ([0, 0, 1, 0], 13),
        ([0, 1, 1, 0], 16),
        ([1, 0x8000_0000, 2, 0x8000_0000], 1),
        ([0, 0, 1, 0], 32),
        ([0, 0, 1, 2], 63),
        ([0, 0, 1, 2], 64),
    ),
    classes(
        within_words = b & 63 < 32,
        across_words = b & 63 >= 32,
        wraps = b > 63,
    ),
    table(
        ([0xD8DF_CADA, 0xDFCA_E7CE, 0x1413_67B6, 0xF027_4B63], 13) => [0x7371_6475, 0x7469_6861, 0x656E_6665, 0x6B61_7F6D], "v0 and v1 before the first round of the example" from "SipHash, appendix A",
        ([0xDD08_58E0, 0x4D07_749C, 0x55C7_D9C8, 0xA522_4D6F], 21) => [0xB338_BC9A, 0xD0FE_2D5B, 0x29CF_9C46, 0x7C09_4741], "v0 and v3 after the first word of the example go back; computed with integers of any length",
        ([0, 0, 1, 0], 0) => [u32::MAX, u32::MAX, 1, 0], "the difference wraps modulo 2^64; nothing rotates",
        ([1, 0, 1, 0x8000_0000], 63) => [0, 0, 1, 0], "63 places down are one place up",
        ([1, 0x8000_0000, 2, 0x8000_0000], 65) => [0, 0, 1, 0x8000_0000], "the amount is taken modulo 64",
        ([1, 0x8000_0000, 2, 0x8000_0000], 0x0100_0001) => [0, 0, 1, 0x8000_0000], "the lowest bit of the amount counts beside bit 24",
    ),
)]
pub const fn sip_half_round_inverse(a: [u32; 4], b: u32) -> [u32; 4] {
    let sum = (a[0] as u64) | ((a[1] as u64) << 32);
    let mixed = (a[2] as u64) | ((a[3] as u64) << 32);
    let second = (mixed ^ sum).rotate_right(b & 63);
    let first = sum.wrapping_sub(second);
    [
        first as u32,
        (first >> 32) as u32,
        second as u32,
        (second >> 32) as u32,
    ]
}
