use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// The value of an ASCII character of base32; 255 for any other character, lower case and padding included.
///
/// [RFC 4648, section 6](https://www.rfc-editor.org/rfc/rfc4648#section-6), table 3.
#[vyre_op(
    laws(
        Bounded(0, 255),
        // The character NUL is not a digit, so its value is not 0.
        ComplementUnder(or, 1),
        Not(Injective, witness = (48, 49)),
        Not(Monotone, witness = (0, 65)),
        Not(Antitone, witness = (65, 66)),
        // Padding, 61, has the value 255, and the digit of the low five bits of that is 7.
        Not(InverseOf(super::base32_digit), witness = (61)),
    ),
    boundaries((49), (50), (55), (56), (64), (65), (90), (91), (97), (0x141), (u32::MAX)),
    classes(
        letter = a >= 65 && a <= 90,
        numeral = a >= 50 && a <= 55,
        between = a > 55 && a < 65,
        outside = a < 50 || a > 90,
    ),
    table(
        (65) => 0, "A" from "RFC 4648 table 3",
        (90) => 25, "Z" from "RFC 4648 table 3",
        (50) => 26, "2" from "RFC 4648 table 3",
        (55) => 31, "7" from "RFC 4648 table 3",
        (49) => 255, "1 is left out",
        (56) => 255, "8 is left out",
        (64) => 255, "the character before A",
        (91) => 255, "the character behind Z",
        (97) => 255, "the alphabet has capitals alone",
        (61) => 255, "padding has no value",
        (0x141) => 255, "contract: more than a byte is no character",
        (0x0100_0041) => 255, "nor is what has an A below bit 24",
    ),
    alternates(
        by_differences: wgsl = "
fn base32_value(a: u32) -> u32 {
    let v = select(255u, a - 65u, a - 65u < 26u);
    return select(v, a - 24u, a - 50u < 6u);
}",
    ),
)]
pub const fn base32_value(a: u32) -> u32 {
    match a {
        65..=90 => a.wrapping_sub(65),
        50..=55 => a.wrapping_sub(24),
        _ => 255,
    }
}
