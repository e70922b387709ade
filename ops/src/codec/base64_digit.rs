use super::base64_value;
use crate::bitwise::bit_and;
use crate::compare::{eq, ne};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// The ASCII character of the low six bits in base64.
///
/// [RFC 4648, section 4](https://www.rfc-editor.org/rfc/rfc4648#section-4), table 1. Higher bits are ignored.
#[vyre_op(
    laws(
        Bounded(43, 122),
        // The value of the character is the six bits that it encodes.
        custom(decodes, |f, a| base64_value(f(a)) == bit_and(a, 63)),
        // The digit of a number is never the character NUL.
        ComplementUnder(or, 1),
        // No number equals its own digit.
        ComplementUnder(ne, 1),
        ComplementUnder(eq, 0),
        // True for a single digit only: bits above its six are lost.
        Not(InverseOf(base64_value), witness = (64)),
        // In ASCII, lower case comes after upper case, and numerals come before both.
        Not(Monotone, witness = (51, 52)),
        Not(Injective, witness = (0, 64)),
    ),
    boundaries((0), (25), (26), (51), (52), (61), (62), (63), (64), (u32::MAX)),
    classes(
        capital = a & 63 < 26,
        small = a & 63 >= 26 && a & 63 < 52,
        numeral = a & 63 >= 52 && a & 63 < 62,
        plus = a & 63 == 62,
        slash = a & 63 == 63,
        bits_above = a > 63,
    ),
    table(
        (0) => 65, "A" from "RFC 4648 table 1",
        (25) => 90, "Z" from "RFC 4648 table 1",
        (26) => 97, "a" from "RFC 4648 table 1",
        (51) => 122, "z" from "RFC 4648 table 1",
        (52) => 48, "0" from "RFC 4648 table 1",
        (61) => 57, "9" from "RFC 4648 table 1",
        (62) => 43, "+" from "RFC 4648 table 1",
        (63) => 47, "/" from "RFC 4648 table 1",
        (0xFFFF_FFC0) => 65, "contract: the bits above the digit are not looked at",
    ),
    alternates(
        by_steps: wgsl = "
fn base64_digit(a: u32) -> u32 {
    let v = a & 63u;
    var c = v + 65u;
    c = select(c, c + 6u, v > 25u);
    c = select(c, c - 75u, v > 51u);
    c = select(c, c - 15u, v > 61u);
    return select(c, c + 3u, v > 62u);
}",
    ),
)]
pub const fn base64_digit(a: u32) -> u32 {
    let value = a & 63;
    match value {
        0..=25 => value.wrapping_add(65),
        26..=51 => value.wrapping_add(71),
        52..=61 => value.wrapping_sub(4),
        62 => 43,
        _ => 47,
    }
}
