use super::{ascii_lower, ascii_upper};
use crate::arithmetic::{modulo, mul_hi};
use vyre_conform_runtime::vyre_op;

/// 1 if a code is one of `A` to `Z` or `a` to `z`; otherwise 0.
///
/// "ASCII alpha" of the [Infra standard](https://infra.spec.whatwg.org/#ascii-alpha).
#[vyre_op(
    laws(
        Bounded(0, 1),
        Even(ascii_lower),
        Even(ascii_upper),
        ComplementUnder(mul_hi, 0),
        ComplementUnder(modulo, 0),
        // Neither 0 nor 1 is a code of the class: every op with only these results is Odd with it and, under ops that
        // map them to 0, its DeMorgan.
        Not(Monotone, witness = (0x5A, 0x5B)),
        Not(Antitone, witness = (0x40, 0x41)),
    ),
    boundaries((0x40), (0x41), (0x5A), (0x5B), (0x60), (0x61), (0x7A), (0x7B), (0x141), (0x8000_0061)),
    classes(
        upper = matches!(a, 0x41..=0x5A),
        lower = matches!(a, 0x61..=0x7A),
        between = matches!(a, 0x5B..=0x60),
        outside = a < 0x41 || a > 0x7A,
    ),
    table(
        (0x41) => 1, "A" from "Infra standard, ASCII alpha",
        (0x5A) => 1, "Z" from "Infra standard, ASCII alpha",
        (0x61) => 1, "a" from "Infra standard, ASCII alpha",
        (0x7A) => 1, "z" from "Infra standard, ASCII alpha",
        (0x40) => 0, "the at sign before A is no letter",
        (0x5B) => 0, "the bracket behind Z is no letter",
        (0x60) => 0, "the grave accent before a is no letter",
        (0x7B) => 0, "the brace behind z is no letter",
        (0x39) => 0, "a digit is no letter",
        (0xE9) => 0, "a letter of Latin-1 is none of ASCII",
        (0x0141) => 0, "the low byte alone does not make a letter",
        (0x8000_0041) => 0, "nor does the low half",
    ),
    alternates(
        four_comparisons: wgsl = "
fn is_alphabetic(a: u32) -> u32 {
    return select(0u, 1u, (a >= 65u && a <= 90u) || (a >= 97u && a <= 122u));
}",
    ),
)]
pub const fn is_alphabetic(a: u32) -> u32 {
    // Bit 5 distinguishes the cases of a letter.
    ((a | 0x20).wrapping_sub(0x61) < 26) as u32
}
