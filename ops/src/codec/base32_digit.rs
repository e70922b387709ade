use super::base32_value;
use crate::bitwise::bit_and;
use crate::compare::{eq, ne};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// The ASCII character of the low five bits in base32.
///
/// [RFC 4648, section 6](https://www.rfc-editor.org/rfc/rfc4648#section-6), table 3. Higher bits are ignored.
#[vyre_op(
    laws(
        Bounded(50, 90),
        // The value of the character is the five bits that it encodes.
        custom(decodes, |f, a| base32_value(f(a)) == bit_and(a, 31)),
        // The digit of a number is never the character NUL.
        ComplementUnder(or, 1),
        // No number equals its own digit.
        ComplementUnder(ne, 1),
        ComplementUnder(eq, 0),
        // True for a single digit only: bits above its five are lost.
        Not(InverseOf(base32_value), witness = (32)),
        // Numerals come before letters in ASCII.
        Not(Monotone, witness = (25, 26)),
        Not(Injective, witness = (0, 32)),
    ),
    boundaries((0), (25), (26), (31), (32), (u32::MAX)),
    classes(letter = a & 31 < 26, numeral = a & 31 >= 26, bits_above = a > 31),
    table(
        (0) => 65, "A" from "RFC 4648 table 3",
        (25) => 90, "Z" from "RFC 4648 table 3",
        (26) => 50, "2: no 0 and no 1, which look like letters" from "RFC 4648 table 3",
        (31) => 55, "7" from "RFC 4648 table 3",
        (0xFFFF_FFE0) => 65, "contract: the bits above the digit are not looked at",
    ),
    alternates(
        without_branch: wgsl = "
fn base32_digit(a: u32) -> u32 {
    let value = a & 31u;
    return value + 65u - 41u * ((value + 6u) >> 5u);
}",
    ),
)]
pub const fn base32_digit(a: u32) -> u32 {
    let value = a & 31;
    if value < 26 {
        value.wrapping_add(65)
    } else {
        value.wrapping_add(24)
    }
}
