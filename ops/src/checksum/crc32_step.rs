use super::crc32_step_inverse;
use crate::bitwise::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// The generator polynomial of CRC-32, reflected: the lowest bit is the highest power.
pub(super) const POLYNOMIAL: u32 = 0xEDB8_8320;

/// The CRC-32 state after one more byte, reflected: the state is a remainder of polynomials over GF(2) modulo the
/// generator `0x04C1_1DB7`, the highest power in the lowest bit ([RFC
/// 1952](https://www.rfc-editor.org/rfc/rfc1952#section-8), section 8; "CRC-32/ISO-HDLC" of the [RevEng
/// catalogue](https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-iso-hdlc)). A message starts from
/// all ones and ends with the complement.
#[vyre_op(
    laws(
        InverseOf(crc32_step_inverse),
        // A remainder is linear over GF(2), in the state and in the byte together.
        custom(linear, |f, state, byte, more, other|
            f(bit_xor(state, more), bit_xor(byte, other)) == bit_xor(f(state, byte), f(more, other))),
        // The upper bits of the word are not part of the byte.
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        // The step first adds state and byte, so two bytes may be exchanged; a longer state may not.
        Not(Commutative, witness = (0x100, 0)),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, 0), (0, 1), (u32::MAX, 0xFF), (0, 0x100), (0x8000_0000, 0)),
    classes(
        clear = (a ^ b) & 0xFF == 0,
        reduced = (a ^ b) & 0xFF != 0,
        more_than_a_byte = b > 0xFF,
    ),
    table(
        (0, 1) => 0x7707_3096, "entry 1 of the table" from "zlib, crc32.h",
        (0, 0x80) => 0xEDB8_8320, "x^7 of the byte is the highest power of the generator: the rest of it is left",
        (0, 0xFF) => 0x2D02_EF8D, "entry 255 of the table" from "zlib, crc32.h",
        (0x100, 0) => 1, "no power is too high: a shift",
        (0x651F_2550, 0x39) => 0x340B_C6D9, "the 9 of 123456789, whose complement is the check value CBF43926" from "RevEng catalogue, CRC-32/ISO-HDLC",
        (0x1234_5678, 0xABC_DE9A) => 0x4E16_B702, "of the word a byte counts, 9A; computed bit by bit",
    ),
    alternates(
        by_nibbles: wgsl = "
fn crc32_step(a: u32, b: u32) -> u32 {
    var t = array<u32, 16>(
        0u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u, 0x4DB26158u, 0x5005713Cu,
        0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu, 0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu);
    var c = a ^ (b & 0xFFu);
    c = (c >> 4u) ^ t[c & 15u];
    return (c >> 4u) ^ t[c & 15u];
}",
    ),
)]
pub const fn crc32_step(a: u32, b: u32) -> u32 {
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
