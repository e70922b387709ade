use super::{ascii_lower, ascii_upper};
use crate::arithmetic::{modulo, mul_hi};
use vyre_conform_runtime::vyre_op;

/// 1 if a code is a tab, line feed, form feed, carriage return or space; otherwise 0.
///
/// "ASCII whitespace" of the [Infra standard](https://infra.spec.whatwg.org/#ascii-whitespace), which excludes the
/// vertical tab, unlike C's `isspace`.
#[vyre_op(
    laws(
        Bounded(0, 1),
        Even(ascii_lower),
        Even(ascii_upper),
        ComplementUnder(mul_hi, 0),
        ComplementUnder(modulo, 0),
        // Neither 0 nor 1 is a code of the class: every op with only these results is Odd with it and, under ops that
        // map them to 0, its DeMorgan.
        Not(Monotone, witness = (0x0A, 0x0B)),
        Not(Antitone, witness = (0x08, 0x09)),
    ),
    boundaries((0x08), (0x09), (0x0A), (0x0B), (0x0C), (0x0D), (0x0E), (0x1F), (0x20), (0x21), (0x120)),
    classes(
        space = a == 0x20,
        control = matches!(a, 0x09..=0x0D) && a != 0x0B,
        vertical_tab = a == 0x0B,
        other = a > 0x20,
    ),
    table(
        (0x09) => 1, "a tab" from "Infra standard, ASCII whitespace",
        (0x0A) => 1, "a line feed" from "Infra standard, ASCII whitespace",
        (0x0C) => 1, "a form feed" from "Infra standard, ASCII whitespace",
        (0x0D) => 1, "a carriage return" from "Infra standard, ASCII whitespace",
        (0x20) => 1, "a space" from "Infra standard, ASCII whitespace",
        (0x0B) => 0, "a vertical tab is none, unlike in C",
        (0x08) => 0, "a backspace is none",
        (0x0E) => 0, "what follows the carriage return is none",
        (0x1F) => 0, "what precedes the space is none",
        (0x21) => 0, "what follows the space is none",
        (0) => 0, "a zero is none",
        (0x29) => 0, "a shift by the number of the code would take this for a tab",
        (0x40) => 0, "and this for a multiple of the space",
        (0xA0) => 0, "the no-break space of Latin-1 is none of ASCII",
        (0x0120) => 0, "the low byte alone does not make a space",
        (0x0109) => 0, "nor a tab",
        (0x010A) => 0, "nor a line feed",
        (0x010C) => 0, "nor a form feed",
        (0x010D) => 0, "nor a carriage return",
        (0x0001_0020) => 0, "nor does the low half make a space",
        (0x0001_0009) => 0, "nor a tab",
        (0x0001_000A) => 0, "nor a line feed",
        (0x0001_000C) => 0, "nor a form feed",
        (0x0001_000D) => 0, "nor a carriage return",
        (0x0100_0020) => 0, "nor do three bytes of four",
    ),
    alternates(
        by_mask: wgsl = "
fn is_whitespace(a: u32) -> u32 {
    // Bit k says whether the code 9 + k is one.
    return select(0u, (0x80001Bu >> (a - 9u)) & 1u, a - 9u < 24u);
}",
    ),
)]
pub const fn is_whitespace(a: u32) -> u32 {
    match a {
        0x09 | 0x0A | 0x0C | 0x0D | 0x20 => 1,
        _ => 0,
    }
}
