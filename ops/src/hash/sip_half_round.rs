use super::sip_half_round_inverse;
use vyre_conform_runtime::vyre_op;

/// A quarter of a SipRound, on two of its four words (Aumasson and Bernstein,
/// [SipHash](https://eprint.iacr.org/2012/351), section 2, figure 2.1). The pair of `u64` is in lanes 0, 1 and 2, 3,
/// low words first. The second is added to the first; then the second is rotated left by `b` modulo 64 and combined
/// with the new first by exclusive or.
///
/// A SipRound applies this to the pairs (v0, v1) by 13, (v2, v3) by 16, (v0, v3) by 21 and (v2, v1) by 17. It exchanges
/// the halves of v0 after the first and of v2 after the last.
#[vyre_op(
    laws(
        InverseOf(sip_half_round_inverse),
        // A full rotation changes nothing.
        Not(RightInjective, witness = ([0, 0, 1, 0], 1, 65)),
    ),
    boundaries(
        ([0, 0, 0, 0], 13),
        ([u32::MAX, u32::MAX, 1, 0], 13),
        ([u32::MAX, 0, 1, 0], 16),
        ([0, 0, 1, 0x8000_0000], 21),
        ([1, 0, 1, 0], 17),
        ([0, 0, 1, 0], 32),
        ([0, 0, 1, 2], 63),
        ([0, 0, 1, 2], 64),
    ),
    classes(
        no_carry = a[0].checked_add(a[2]).is_some(),
        carry = a[0].checked_add(a[2]).is_none(),
        within_words = b & 63 < 32,
        across_words = b & 63 >= 32,
        wraps = b > 63,
    ),
    table(
        ([0x7371_6475, 0x7469_6861, 0x656E_6665, 0x6B61_7F6D], 13) => [0xD8DF_CADA, 0xDFCA_E7CE, 0x1413_67B6, 0xF027_4B63], "v0 and v1 of the first round of the example, whose states the paper has; computed with integers of any length",
        ([0xB338_BC9A, 0xD0FE_2D5B, 0x29CF_9C46, 0x7C09_4741], 21) => [0xDD08_58E0, 0x4D07_749C, 0x55C7_D9C8, 0xA522_4D6F], "v0 and v3 after the first word of the example" from "SipHash, appendix A",
        ([0xDD67_0ED6, 0x8588_4213, 0x85E5_A481, 0xF579_BB29], 17) => [0x634C_B357, 0x7B01_FD3D, 0x2A4F_59A4, 0x0D52_F6F6], "v1 and v2, whose halves change places then, after the first word of the example" from "SipHash, appendix A",
        ([u32::MAX, u32::MAX, 1, 0], 0) => [0, 0, 1, 0], "the sum wraps modulo 2^64; nothing rotates",
        ([0, 0, 1, 0], 63) => [1, 0, 1, 0x8000_0000], "a rotation by 63 places is one by one place down",
        ([0, 0, 1, 0x8000_0000], 65) => [1, 0x8000_0000, 2, 0x8000_0000], "the amount is taken modulo 64: by one place, where the highest bit goes round and meets the lowest of the sum",
        ([0, 0, 1, 0x8000_0000], 0x0100_0001) => [1, 0x8000_0000, 2, 0x8000_0000], "the lowest bit of the amount counts beside bit 24",
    ),
)]
pub const fn sip_half_round(a: [u32; 4], b: u32) -> [u32; 4] {
    let first = (a[0] as u64) | ((a[1] as u64) << 32);
    let second = (a[2] as u64) | ((a[3] as u64) << 32);
    let sum = first.wrapping_add(second);
    let mixed = second.rotate_left(b & 63) ^ sum;
    [
        sum as u32,
        (sum >> 32) as u32,
        mixed as u32,
        (mixed >> 32) as u32,
    ]
}
