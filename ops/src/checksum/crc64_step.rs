use crate::bitwise::bit_and;
use vyre_conform_runtime::vyre_op;

/// The generator polynomial, reflected: the lowest bit is the highest power.
const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

/// The CRC-64 state after one more byte, reflected, with the generator `0x42F0_E1EB_A9EA_3693` of ECMA-182, as in the
/// [.xz file format](https://tukaani.org/xz/xz-file-format.txt) (section 6): "CRC-64/XZ" of the [RevEng
/// catalogue](https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-64-xz). A message starts from all ones
/// and ends with the complement.
#[vyre_op(
    laws(
        LeftInjective,
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (1, 1)),
        // Like the 32-bit steps it is linear over GF(2); that law needs an exclusive or of u64.
    ),
    boundaries((0, 0), (0, 1), (u64::MAX, 0xFF), (0, 0x100), (0x8000_0000_0000_0000, 0), (0x1_0000_0000, 0)),
    classes(
        clear = (a as u32 ^ b) & 0xFF == 0,
        reduced = (a as u32 ^ b) & 0xFF != 0,
        more_than_a_byte = b > 0xFF,
    ),
    table(
        (0, 1) => 0xB32E_4CBE_03A7_5F6F, "entry 1 of the table" from "XZ Utils, crc64_table_le.h",
        (0, 0x80) => 0xC96C_5795_D787_0F42, "x^7 of the byte is the highest power of the generator: the rest of it is left",
        (0, 0xFF) => 0xE0AD_A173_6467_3F59, "entry 255 of the table; computed bit by bit",
        (0x1_0000_0000, 0) => 0x0100_0000, "no power is too high: a shift, of which the high word gives eight bits to the low one",
        (0xA374_7FB7_D453_87F6, 0x39) => 0x66A2_3644_20E6_C605, "the 9 of 123456789, whose complement is the check value 995DC9BBDF1939FA" from "RevEng catalogue, CRC-64/XZ",
        (0x1234_5678_9ABC_DEF1, 0xABC_DE9A) => 0x2F98_A00C_65C6_B4BF, "of the word a byte counts, 9A; computed bit by bit",
    ),
)]
pub const fn crc64_step(a: u64, b: u32) -> u64 {
    let mut state = a ^ (b & 0xFF) as u64;
    let mut i = 0u32;
    while i < 8 {
        let leaves = (state & 1).wrapping_neg();
        state = (state >> 1) ^ (POLYNOMIAL & leaves);
        i += 1;
    }
    state
}
