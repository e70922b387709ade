use super::crc64_step;
use crate::bitwise::bit_and;
use vyre_conform_runtime::vyre_op;

/// The generator polynomial, reflected: the lowest bit is the highest power.
const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

/// The state before a byte, from the state after it: the inverse of [`crc64_step`].
///
/// As in [`crc32_step_inverse`](super::crc32_step_inverse()), the highest power of the generator shows whether it was
/// added ([Stigge and others, "Reversing
/// CRC"](https://sar.informatik.hu-berlin.de/research/publications/SAR-PR-2006-05/SAR-PR-2006-05_.pdf), 2006).
#[vyre_op(
    laws(
        InverseOf(crc64_step),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (0xB32E_4CBE_03A7_5F6F, 1)),
        // Like the 32-bit steps it is linear over GF(2); that law needs an exclusive or of u64.
    ),
    boundaries((0, 0), (0, 1), (u64::MAX, 0xFF), (0x8000_0000_0000_0000, 0), (1, 0), (0x8000_0000, 0), (0x0100_0000, 0)),
    classes(added = a >> 63 == 1, not_added = a >> 63 == 0, more_than_a_byte = b > 0xFF),
    table(
        (0xB32E_4CBE_03A7_5F6F, 0) => 1, "entry 1 of the table goes back to its number" from "XZ Utils, crc64_table_le.h",
        (0xB32E_4CBE_03A7_5F6F, 1) => 0, "and the byte is taken out of it",
        (0xC96C_5795_D787_0F42, 0) => 0x80, "the highest power of the generator was x^7 of the byte",
        (0xE0AD_A173_6467_3F59, 0xFF) => 0, "entry 255 of the table; computed bit by bit",
        (0x66A2_3644_20E6_C605, 0x39) => 0xA374_7FB7_D453_87F6, "the check value, its complement taken back, without the 9 of 123456789" from "RevEng catalogue, CRC-64/XZ",
        (1, 0) => 0x100, "no power is too high: a shift",
        (0x0100_0000, 0) => 0x1_0000_0000, "of which the low word gives eight bits to the high one",
        (0x0100_0000_0000_0000, 0) => 0x92D8_AF2B_AF0E_1E85, "the generator was added last and once; computed bit by bit",
        (0x2F98_A00C_65C6_B4BF, 0xABC_DE9A) => 0x1234_5678_9ABC_DEF1, "of the word a byte counts, 9A; computed bit by bit",
    ),
)]
pub const fn crc64_step_inverse(a: u64, b: u32) -> u64 {
    let mut state = a;
    let mut i = 0u32;
    while i < 8 {
        let added = (state >> 63) as u32;
        let mask = added.wrapping_neg() as u64;
        state = ((state ^ (POLYNOMIAL & (mask << 32 | mask))) << 1) | added as u64;
        i += 1;
    }
    state ^ (b & 0xFF) as u64
}
