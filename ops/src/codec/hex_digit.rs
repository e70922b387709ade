use super::hex_value;
use crate::bitwise::bit_and;
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// The ASCII hex digit of the low four bits, in upper case.
///
/// [RFC 4648, section 8](https://www.rfc-editor.org/rfc/rfc4648#section-8), table 5. Higher bits are ignored.
#[vyre_op(
    laws(
        Bounded(48, 70),
        // The value of the character is the four bits that it encodes.
        custom(decodes, |f, a| hex_value(f(a)) == bit_and(a, 15)),
        // The digit of a number is never the character NUL.
        ComplementUnder(or, 1),
        // True for a single digit only: bits above its four are lost.
        Not(InverseOf(hex_value), witness = (16)),
        // The digits ascend, then start over.
        Not(Monotone, witness = (15, 16)),
        Not(Injective, witness = (0, 16)),
    ),
    boundaries((0), (9), (10), (15), (16), (u32::MAX)),
    classes(numeral = a & 15 < 10, letter = a & 15 >= 10, bits_above = a > 15),
    table(
        (0) => 48, "0 is the character 0" from "RFC 4648 table 5",
        (9) => 57, "the last numeral" from "RFC 4648 table 5",
        (10) => 65, "the letters follow, in capitals" from "RFC 4648 table 5",
        (15) => 70, "F is the last" from "RFC 4648 table 5",
        (0xFFFF_FFF0) => 48, "contract: the bits above the digit are not looked at",
    ),
    alternates(
        without_branch: wgsl = "
fn hex_digit(a: u32) -> u32 {
    let value = a & 15u;
    return value + 48u + 7u * ((value + 6u) >> 4u);
}",
    ),
)]
pub const fn hex_digit(a: u32) -> u32 {
    let value = a & 15;
    let first = if value < 10 { 48 } else { 55 };
    value.wrapping_add(first)
}
