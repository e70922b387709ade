use crate::bitwise::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// The generator without its highest power, reflected.
const POLYNOMIAL: u32 = 0x82F6_3B78;

/// The CRC-32C (Castagnoli) state after one more byte, reflected: as [`crc32_step`](super::crc32_step()), with the
/// generator `0x1EDC_6F41` ([RFC 3720](https://www.rfc-editor.org/rfc/rfc3720#section-12.1), section 12.1;
/// "CRC-32/ISCSI" of the [RevEng
/// catalogue](https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-iscsi)).
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
        by_nibbles: wgsl = "
fn crc32c_step(a: u32, b: u32) -> u32 {
    var t = array<u32, 16>(
        0u, 0x105EC76Fu, 0x20BD8EDEu, 0x30E349B1u, 0x417B1DBCu, 0x5125DAD3u, 0x61C69362u, 0x7198540Du,
        0x82F63B78u, 0x92A8FC17u, 0xA24BB5A6u, 0xB21572C9u, 0xC38D26C4u, 0xD3D3E1ABu, 0xE330A81Au, 0xF36E6F75u);
    var c = a ^ (b & 0xFFu);
    c = (c >> 4u) ^ t[c & 15u];
    return (c >> 4u) ^ t[c & 15u];
}",
    ),
)]
pub const fn crc32c_step(a: u32, b: u32) -> u32 {
    let mut state = a ^ (b & 0xFF);
    let mut i = 0u32;
    while i < 8 {
        // All ones where the bit shifted out is set.
        let leaves = (state & 1).wrapping_neg();
        state = (state >> 1) ^ (POLYNOMIAL & leaves);
        i += 1;
    }
    state
}
