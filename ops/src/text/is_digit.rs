use super::{ascii_lower, ascii_upper};
use crate::arithmetic::{modulo, mul_hi};
use vyre_conform_runtime::vyre_op;

/// 1 if a code is one of `0` to `9`; otherwise 0.
///
/// "ASCII digit" of the [Infra standard](https://infra.spec.whatwg.org/#ascii-digit).
#[vyre_op(
    laws(
        Bounded(0, 1),
        Even(ascii_lower),
        Even(ascii_upper),
        ComplementUnder(mul_hi, 0),
        ComplementUnder(modulo, 0),
        // Neither 0 nor 1 is a code of the class: every op with only these results is Odd with it and, under ops that
        // map them to 0, its DeMorgan.
        Not(Monotone, witness = (0x39, 0x3A)),
        Not(Antitone, witness = (0x2F, 0x30)),
    ),
    boundaries((0x2F), (0x30), (0x39), (0x3A), (0x130), (0x8000_0030)),
    classes(
        below = a < 0x30,
        digit = matches!(a, 0x30..=0x39),
        above = a > 0x39,
    ),
    table(
        (0x30) => 1, "zero is the first digit" from "Infra standard, ASCII digit",
        (0x39) => 1, "nine is the last one" from "Infra standard, ASCII digit",
        (0x2F) => 0, "the slash before them is none",
        (0x3A) => 0, "the colon behind them is none",
        (0x41) => 0, "a letter is none",
        (0x0130) => 0, "the low byte alone does not make a digit",
        (0x8000_0030) => 0, "nor does the low half",
        (0xFF10) => 0, "the full-width zero is none of ASCII",
    ),
    alternates(
        two_comparisons: wgsl = "fn is_digit(a: u32) -> u32 { return select(0u, 1u, a >= 48u && a <= 57u); }",
    ),
)]
pub const fn is_digit(a: u32) -> u32 {
    (a.wrapping_sub(0x30) < 10) as u32
}
