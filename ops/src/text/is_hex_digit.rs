use super::{ascii_lower, ascii_upper};
use crate::arithmetic::{modulo, mul_hi};
use vyre_conform_runtime::vyre_op;

/// 1 if a code is one of `0` to `9`, `A` to `F` or `a` to `f`; otherwise 0.
///
/// "ASCII hex digit" of the [Infra standard](https://infra.spec.whatwg.org/#ascii-hex-digit).
#[vyre_op(
    laws(
        Bounded(0, 1),
        Even(ascii_lower),
        Even(ascii_upper),
        ComplementUnder(mul_hi, 0),
        ComplementUnder(modulo, 0),
        // Neither 0 nor 1 is a code of the class: every op with only these results is Odd with it and, under ops that
        // map them to 0, its DeMorgan.
        Not(Monotone, witness = (0x46, 0x47)),
        Not(Antitone, witness = (0x2F, 0x30)),
    ),
    boundaries((0x2F), (0x30), (0x39), (0x3A), (0x40), (0x41), (0x46), (0x47), (0x60), (0x61), (0x66), (0x67), (0x146)),
    classes(
        digit = matches!(a, 0x30..=0x39),
        upper = matches!(a, 0x41..=0x46),
        lower = matches!(a, 0x61..=0x66),
        outside = a < 0x30 || a > 0x66,
        between = matches!(a, 0x3A..=0x40 | 0x47..=0x60),
    ),
    table(
        (0x30) => 1, "0" from "Infra standard, ASCII hex digit",
        (0x39) => 1, "9" from "Infra standard, ASCII hex digit",
        (0x41) => 1, "A" from "Infra standard, ASCII hex digit",
        (0x46) => 1, "F" from "Infra standard, ASCII hex digit",
        (0x61) => 1, "a" from "Infra standard, ASCII hex digit",
        (0x66) => 1, "f" from "Infra standard, ASCII hex digit",
        (0x2F) => 0, "the slash before 0 is none",
        (0x3A) => 0, "the colon behind 9 is none",
        (0x40) => 0, "the at sign before A is none",
        (0x47) => 0, "G behind F is none",
        (0x60) => 0, "the grave accent before a is none",
        (0x67) => 0, "g behind f is none",
        (0x10) => 0, "a digit without the bits above its value is none",
        (0x0130) => 0, "the low byte alone does not make a digit",
        (0x0141) => 0, "nor a letter",
        (0x0001_0030) => 0, "nor does the low half make a digit",
        (0x0001_0041) => 0, "or a letter",
        (0x0100_0041) => 0, "or three bytes of four a letter",
    ),
    alternates(
        six_comparisons: wgsl = "
fn is_hex_digit(a: u32) -> u32 {
    let letter = (a >= 65u && a <= 70u) || (a >= 97u && a <= 102u);
    return select(0u, 1u, letter || (a >= 48u && a <= 57u));
}",
    ),
)]
pub const fn is_hex_digit(a: u32) -> u32 {
    (a.wrapping_sub(0x30) < 10 || (a | 0x20).wrapping_sub(0x61) < 6) as u32
}
