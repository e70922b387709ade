use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// The value of an ASCII character of base64; 255 for any other character, padding included.
///
/// [RFC 4648, section 4](https://www.rfc-editor.org/rfc/rfc4648#section-4), table 1.
#[vyre_op(
    laws(
        Bounded(0, 255),
        // The character NUL is not a digit, so its value is not 0.
        ComplementUnder(or, 1),
        Not(Injective, witness = (0, 61)),
        Not(Monotone, witness = (0, 65)),
        Not(Antitone, witness = (65, 66)),
        // Padding, 61, has the value 255, and the digit of the low six bits of that is the slash.
        Not(InverseOf(super::base64_digit), witness = (61)),
    ),
    boundaries(
        (42), (43), (44), (46), (47), (48), (57), (58), (61), (64), (65), (90), (91), (96), (97), (122), (123), (0x141), (u32::MAX),
    ),
    classes(
        capital = a >= 65 && a <= 90,
        small = a >= 97 && a <= 122,
        numeral = a >= 48 && a <= 57,
        plus = a == 43,
        slash = a == 47,
        between = (a > 57 && a < 65) || (a > 90 && a < 97) || (a > 43 && a < 47),
        outside = a < 43 || a > 122,
    ),
    table(
        (65) => 0, "A" from "RFC 4648 table 1",
        (90) => 25, "Z" from "RFC 4648 table 1",
        (97) => 26, "a" from "RFC 4648 table 1",
        (122) => 51, "z" from "RFC 4648 table 1",
        (48) => 52, "0" from "RFC 4648 table 1",
        (57) => 61, "9" from "RFC 4648 table 1",
        (43) => 62, "+" from "RFC 4648 table 1",
        (47) => 63, "/" from "RFC 4648 table 1",
        (61) => 255, "padding has no value",
        (45) => 255, "nor has the minus of the URL-safe alphabet" from "RFC 4648 table 2",
        (95) => 255, "nor its underline" from "RFC 4648 table 2",
        (42) => 255, "the character before the plus",
        (44) => 255, "and the one behind it",
        (46) => 255, "the character before the slash",
        (58) => 255, "the character behind 9",
        (64) => 255, "the character before A",
        (91) => 255, "the character behind Z",
        (96) => 255, "the character before a",
        (123) => 255, "the character behind z",
        (0x141) => 255, "contract: more than a byte is no character",
        (0x0100_0041) => 255, "nor is what has an A below bit 24",
    ),
    alternates(
        by_differences: wgsl = "
fn base64_value(a: u32) -> u32 {
    var v = 255u;
    v = select(v, a - 65u, a - 65u < 26u);
    v = select(v, a - 71u, a - 97u < 26u);
    v = select(v, a + 4u, a - 48u < 10u);
    v = select(v, 62u, a == 43u);
    return select(v, 63u, a == 47u);
}",
    ),
)]
pub const fn base64_value(a: u32) -> u32 {
    match a {
        65..=90 => a.wrapping_sub(65),
        97..=122 => a.wrapping_sub(71),
        48..=57 => a.wrapping_add(4),
        43 => 62,
        47 => 63,
        _ => 255,
    }
}
