use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// The value of an ASCII hex digit of either case; 255 for any other character.
///
/// [RFC 4648, section 8](https://www.rfc-editor.org/rfc/rfc4648#section-8), table 5; both cases, as section 3.4 leaves
/// to the application.
#[vyre_op(
    laws(
        Bounded(0, 255),
        // The character NUL is not a digit, so its value is not 0.
        ComplementUnder(or, 1),
        // Both cases are the same digits.
        Not(Injective, witness = (65, 97)),
        Not(Monotone, witness = (0, 48)),
        Not(Antitone, witness = (48, 49)),
        // No value of a character has bits above the lowest four.
        Not(InverseOf(super::hex_digit), witness = (97)),
    ),
    boundaries((47), (48), (57), (58), (64), (65), (70), (71), (96), (97), (102), (103), (0x130), (u32::MAX)),
    classes(
        numeral = a >= 48 && a <= 57,
        capital = a >= 65 && a <= 70,
        small = a >= 97 && a <= 102,
        between = (a > 57 && a < 65) || (a > 70 && a < 97),
        outside = a < 48 || a > 102,
    ),
    table(
        (48) => 0, "the first numeral" from "RFC 4648 table 5",
        (57) => 9, "the last numeral" from "RFC 4648 table 5",
        (65) => 10, "A" from "RFC 4648 table 5",
        (70) => 15, "F" from "RFC 4648 table 5",
        (97) => 10, "a is A",
        (102) => 15, "f is F",
        (47) => 255, "the character before 0 is not a digit",
        (58) => 255, "nor is the one behind 9",
        (64) => 255, "nor is the one before A",
        (71) => 255, "G is not a digit",
        (96) => 255, "nor is the character before a",
        (103) => 255, "nor is g",
        (0x130) => 255, "contract: more than a byte is no character",
        (0x0100_0041) => 255, "nor is what has an A below bit 24",
    ),
    alternates(
        by_differences: wgsl = "
fn hex_value(a: u32) -> u32 {
    let numeral = a - 48u;
    let letter = (a | 32u) - 97u;
    return select(select(255u, letter + 10u, letter < 6u), numeral, numeral < 10u);
}",
    ),
)]
pub const fn hex_value(a: u32) -> u32 {
    match a {
        48..=57 => a.wrapping_sub(48),
        65..=70 => a.wrapping_sub(55),
        97..=102 => a.wrapping_sub(87),
        _ => 255,
    }
}
