use super::crc32c_step;
use crate::bitwise::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// The generator without its highest power, reflected.
const POLYNOMIAL: u32 = 0x82F6_3B78;

/// The state before a byte, from the state after it: the inverse of [`crc32c_step`].
///
/// As in [`crc32_step_inverse`](super::crc32_step_inverse()), the highest power of the generator shows whether it was
/// added ([Stigge and others, "Reversing
/// CRC"](https://sar.informatik.hu-berlin.de/research/publications/SAR-PR-2006-05/SAR-PR-2006-05_.pdf), 2006).
#[vyre_op(
    laws(
        InverseOf(crc32c_step),
        custom(linear, |f, state, byte, more, other|
            f(bit_xor(state, more), bit_xor(byte, other)) == bit_xor(f(state, byte), f(more, other))),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        Not(Commutative, witness = (0, 1)),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (0xF26B_8303, 1)),
    ),
    boundaries((0, 0), (0, 1), (u32::MAX, 0xFF), (0x8000_0000, 0), (1, 0)),
    classes(added = a >> 31 == 1, not_added = a >> 31 == 0, more_than_a_byte = b > 0xFF),
    table(
        (0xF26B_8303, 0) => 1, "entry 1 of the table goes back to its number" from "RFC 4960, appendix B",
        (0xF26B_8303, 1) => 0, "and the byte is taken out of it",
        (0xAD7D_5351, 0xFF) => 0, "entry 255 of the table" from "RFC 4960, appendix B",
        (0x82F6_3B78, 0) => 0x80, "the highest power of the generator was x^7 of the byte",
        (0x1CF9_6D7C, 0x39) => 0x9F78_7F65, "the check value, its complement taken back, without the 9 of 123456789" from "RevEng catalogue, CRC-32/ISCSI",
        (1, 0) => 0x100, "no power is too high: a shift",
        (0x0219_ECBB, 0xABC_DE9A) => 0x1234_5678, "of the word a byte counts, 9A; computed bit by bit",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn crc32c_step_inverse(a: u32, b: u32) -> u32 {
    var c = a;
    for (var i = 0u; i < 8u; i++) {
        if ((c & 0x80000000u) != 0u) {
            c = ((c ^ 0x82F63B78u) << 1u) | 1u;
        } else {
            c = c << 1u;
        }
    }
    return c ^ (b & 0xFFu);
}",
    ),
)]
pub const fn crc32c_step_inverse(a: u32, b: u32) -> u32 {
    let mut state = a;
    let mut i = 0u32;
    while i < 8 {
        let added = state >> 31;
        state = ((state ^ (POLYNOMIAL & added.wrapping_neg())) << 1) | added;
        i += 1;
    }
    state ^ (b & 0xFF)
}
