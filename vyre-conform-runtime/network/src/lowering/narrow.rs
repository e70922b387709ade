//! Results of types of fewer than 32 bits: a machine computes with 32, and rounds or wraps once behind the last op.

use crate::element::{Element, Kind, Narrow, Top};
use crate::steps::{Formula, Term};

const NAN: Term = Term::Word(0x7fc0_0000);
const INFINITY: u32 = 0x7f80_0000;

/// Adds to a formula the conversion of a word of 32 bits to a type, and of it back to the word of a tensor: a float is
/// rounded to the nearest, of two the even one, and an integer wraps. Types of a word are left as they are.
pub(crate) fn narrowed(f: &mut Formula, x: Term, to: Element) -> Term {
    let above = Term::Word(32_u32.saturating_sub(to.bits()));
    match (to, to.kind(), to.bits()) {
        (Element::F16, ..) => {
            let half = f.call("f32::to_f16", [x]);
            f.call("f16::to_f32", [half])
        }
        (Element::BF16, ..) => {
            let half = f.call("f32::to_bf16", [x]);
            f.call("bf16::to_f32", [half])
        }
        (_, Kind::Signed, 1..32) => {
            let high = f.call("u32::shl", [x, above]);
            f.call("i32::sar", [high, above])
        }
        (_, Kind::Unsigned, bits @ 1..32) => {
            f.call("u32::bit_and", [x, Term::Word((1 << bits) - 1)])
        }
        _ => match to.narrow() {
            Some(form) => eight(f, x, form, false),
            None => x,
        },
    }
}

/// Adds the conversion of a float to one of 8 bits. Where it saturates, a number beyond the greatest becomes that one.
pub(crate) fn eight(f: &mut Formula, x: Term, form: Narrow, saturates: bool) -> Term {
    let size = f.call("f32::abs", [x]);
    let sign = f.call("u32::bit_and", [x, Term::Word(1 << 31)]);
    // The power of two at or below the size, at least that of the least number that is not subnormal.
    let power = f.call("u32::bit_and", [size, Term::Word(INFINITY)]);
    let least = Term::Word(((127 + form.least()) as u32) << 23);
    let power = f.call("u32::max", [power, least]);
    let step = Term::Word((127 - form.fraction) << 23);
    let unit = f.call("f32::mul", [power, step]);
    let steps = f.call("f32::div", [size, unit]);
    let steps = f.call("f32::round", [steps]);
    let rounded = f.call("f32::mul", [steps, unit]);
    let is_above = f.call("f32::gt", [rounded, Term::float(form.max)]);
    let is_infinite = f.call("u32::eq", [size, Term::Word(INFINITY)]);
    let [above, infinite] = beyond(form, saturates);
    let result = f.call("bool::select", [is_above, above, rounded]);
    let result = f.call("bool::select", [is_infinite, infinite, result]);
    let signed = f.call("u32::bit_or", [result, sign]);
    let is_nan = f.call("f32::is_nan", [result]);
    let signed = f.call("bool::select", [is_nan, NAN, signed]);
    if form.top != Top::NoZero {
        return signed;
    }
    let is_zero = f.call("f32::eq", [signed, Term::Word(0)]);
    f.call("bool::select", [is_zero, Term::Word(0), signed])
}

/// The results of a number beyond the greatest and of infinity.
fn beyond(form: Narrow, saturates: bool) -> [Term; 2] {
    let most = Term::float(form.max);
    let infinity = Term::Word(INFINITY);
    match (form.top, saturates) {
        (Top::Infinite, false) => [infinity, infinity],
        (_, false) => [NAN, NAN],
        (_, true) => [most, most],
    }
}
