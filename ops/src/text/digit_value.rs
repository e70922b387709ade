use super::{ascii_lower, ascii_upper};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// The value of a decimal digit, 0 for `0` to 9 for `9`; `u32::MAX` for every other code.
///
/// The digits are those of the [Infra standard](https://infra.spec.whatwg.org/#ascii-digit).
#[vyre_op(
    laws(
        Even(ascii_lower),
        Even(ascii_upper),
        // A value is not a letter, nor a word with one.
        Odd(ascii_lower),
        Odd(ascii_upper),
        ComplementUnder(or, 1),
        Not(Bounded(0, 9), witness = (0x41)),
        Not(Monotone, witness = (0x2F, 0x30)),
        Not(Antitone, witness = (0x30, 0x31)),
    ),
    boundaries((0x2F), (0x30), (0x31), (0x39), (0x3A), (0x130), (0x8000_0030)),
    classes(
        below = a < 0x30,
        digit = matches!(a, 0x30..=0x39),
        above = a > 0x39,
    ),
    table(
        (0x30) => 0, "zero" from "RFC 20, standard code: the digits stand in order",
        (0x35) => 5, "five" from "RFC 20, standard code: the digits stand in order",
        (0x39) => 9, "nine" from "RFC 20, standard code: the digits stand in order",
        (0x2F) => 0xFFFF_FFFF, "contract: the slash has no value",
        (0x3A) => 0xFFFF_FFFF, "contract: the colon has no value",
        (0x61) => 0xFFFF_FFFF, "contract: a letter has no value",
        (0x5) => 0xFFFF_FFFF, "contract: a number is not the digit that stands for it",
        (0x0130) => 0xFFFF_FFFF, "the low byte alone does not make a digit",
        (0x8000_0030) => 0xFFFF_FFFF, "nor does the low half",
    ),
    alternates(
        two_comparisons: wgsl = "
fn digit_value(a: u32) -> u32 {
    return select(0xFFFFFFFFu, a - 48u, a >= 48u && a <= 57u);
}",
    ),
)]
pub const fn digit_value(a: u32) -> u32 {
    let value = a.wrapping_sub(0x30);
    if value < 10 { value } else { u32::MAX }
}
