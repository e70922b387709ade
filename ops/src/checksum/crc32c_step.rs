use crate::bitwise::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// What four steps of a bit make of each number of four bits.
const NIBBLES: [u32; 16] = [
    0x0000_0000,
    0x105E_C76F,
    0x20BD_8EDE,
    0x30E3_49B1,
    0x417B_1DBC,
    0x5125_DAD3,
    0x61C6_9362,
    0x7198_540D,
    0x82F6_3B78,
    0x92A8_FC17,
    0xA24B_B5A6,
    0xB215_72C9,
    0xC38D_26C4,
    0xD3D3_E1AB,
    0xE330_A81A,
    0xF36E_6F75,
];

/// The CRC-32C (Castagnoli) of one more byte, reflected, by a table of sixteen entries: as
/// [`crc32_step`](super::crc32_step()), with the generator `0x1EDC_6F41`
/// ([RFC 3720](https://www.rfc-editor.org/rfc/rfc3720#section-12.1), section 12.1;
/// "CRC-32/ISCSI" of the [RevEng catalogue](https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-iscsi)).
#[vyre_op(
    laws(
        LeftInjective,
        custom(linear, |f, state, byte, more, other|
            f(bit_xor(state, more), bit_xor(byte, other)) == bit_xor(f(state, byte), f(more, other))),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        Not(Commutative, witness = (0x100, 0)),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, 0), (0, 1), (u32::MAX, 0xFF), (0, 0x100), (0x8000_0000, 0)),
    classes(
        clear = (a ^ b) & 0xFF == 0,
        low_nibble = (a ^ b) & 0xF != 0,
        high_nibble = (a ^ b) & 0xF0 != 0,
        more_than_a_byte = b > 0xFF,
    ),
    table(
        (0, 1) => 0xF26B_8303, "entry 1 of the table" from "RFC 4960, appendix B",
        (0, 0x80) => 0x82F6_3B78, "x^7 of the byte is the highest power of the generator: the rest of it is left",
        (0, 0xFF) => 0xAD7D_5351, "entry 255 of the table" from "RFC 4960, appendix B",
        (0x9F78_7F65, 0x39) => 0x1CF9_6D7C, "the 9 of 123456789, whose complement is the check value E3069283" from "RevEng catalogue, CRC-32/ISCSI",
        (0x1234_5678, 0xABC_DE9A) => 0x0219_ECBB, "of the word a byte counts, 9A; computed bit by bit",
        (0x100, 0) => 1, "no power is too high: a shift",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn crc32c_step(a: u32, b: u32) -> u32 {
    var c = a ^ (b & 0xFFu);
    for (var i = 0u; i < 8u; i++) {
        c = select(c >> 1u, (c >> 1u) ^ 0x82F63B78u, (c & 1u) != 0u);
    }
    return c;
}",
    ),
)]
pub const fn crc32c_step(a: u32, b: u32) -> u32 {
    let state = a ^ (b & 0xFF);
    let half = (state >> 4) ^ NIBBLES[(state & 15) as usize];
    (half >> 4) ^ NIBBLES[(half & 15) as usize]
}
