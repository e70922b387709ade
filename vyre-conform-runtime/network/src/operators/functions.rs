//! Functions of one operand: those that the library rounds correctly, and others put together from them, each step
//! rounded by itself.
//!
//! `exp(x) - 1` and `log(1 + x)` are computed as W. Kahan does: the rounding of `exp(x)` and of `1 + x` cancels against
//! that of its logarithm. Hyperbolic functions and their inverses are made of these two, and `erf` of the rational
//! functions of FreeBSD's `s_erff.c`. They are within a few units in the last place, not correctly rounded.

use super::elementwise::NUMBERS;
use super::{Operator, Results, integers, row, since};
use crate::element::{Element, Kind};
use crate::lowering::Lowering;
use crate::steps::{Formula, Term};

pub(super) const ROWS: &[Operator] = &[
    row("Abs", |n| signed(n, ["f32::abs", "i32::sabs"], i128::abs)),
    row("Acos", |n| unary(n, "f32::acos")),
    row("Acosh", |n| composed(n, acosh)),
    row("Asin", |n| unary(n, "f32::asin")),
    row("Asinh", |n| composed(n, |f, x| odd(f, x, asinh))),
    row("Atan", |n| unary(n, "f32::atan")),
    row("Atanh", |n| composed(n, |f, x| odd(f, x, atanh))),
    row("Ceil", |n| unary(n, "f32::ceil")),
    row("Cos", |n| unary(n, "f32::cos")),
    row("Cosh", |n| composed(n, cosh)),
    row("Erf", |n| composed(n, |f, x| odd(f, x, erf))),
    row("Exp", |n| unary(n, "f32::exp")),
    row("Floor", |n| unary(n, "f32::floor")),
    row("Log", |n| unary(n, "f32::log")),
    row("Neg", |n| signed(n, ["f32::neg", "i32::sneg"], |x| -x)),
    row("Reciprocal", |n| {
        composed(n, |f, x| f.call("f32::div", [Term::float(1.0), x]))
    }),
    row("Round", |n| unary(n, "f32::round")),
    row("Sign", sign),
    row("Sin", |n| unary(n, "f32::sin")),
    row("Sinh", |n| composed(n, |f, x| odd(f, x, sinh))),
    row("Sqrt", |n| unary(n, "f32::sqrt")),
    row("Tan", |n| unary(n, "f32::tan")),
    row("Tanh", |n| composed(n, tanh)),
    since(18, "Mish", |n| {
        composed(n, |f, x| {
            let soft = softplus(f, x);
            let part = tanh(f, soft);
            f.call("f32::mul", [x, part])
        })
    }),
];

const ONE: Term = Term::float(1.0);
const HALF: Term = Term::float(0.5);

fn unary(n: &mut Lowering<'_, '_>, op: &'static str) -> Results {
    let x = n.float_input(0)?;
    Ok(vec![n.formula(Formula::of::<1>(op), &[&x], x.element)?])
}

/// A function of floats put together from ops.
pub(super) fn composed(
    n: &mut Lowering<'_, '_>,
    of: impl FnOnce(&mut Formula, Term) -> Term,
) -> Results {
    let x = n.float_input(0)?;
    let mut formula = Formula::default();
    of(&mut formula, Term::Operand(0));
    Ok(vec![n.formula(formula, &[&x], x.element)?])
}

/// A function of floats and of integers with a sign.
fn signed(
    n: &mut Lowering<'_, '_>,
    [floats, ints]: [&'static str; 2],
    wides: fn(i128) -> i128,
) -> Results {
    let x = n.typed(0, &NUMBERS)?;
    let op = match (x.element, x.element.kind()) {
        (Element::I64 | Element::U64, _) => {
            return Ok(vec![integers::binary(n, [&x, &x], |a, _| Some(wides(a)))?]);
        }
        (_, Kind::Signed | Kind::Unsigned) => ints,
        _ => floats,
    };
    Ok(vec![n.formula(Formula::of::<1>(op), &[&x], x.element)?])
}

/// -1, 0 or 1; of NaN NaN.
fn sign(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.typed(0, &NUMBERS)?;
    if x.element.words() == 1 && x.element.is_integer() {
        let op = Formula::of::<1>("i32::sign");
        return Ok(vec![n.formula(op, &[&x], x.element)?]);
    }
    if x.element.is_integer() {
        let of = |a: i128, _| Some(a.signum());
        return Ok(vec![integers::binary(n, [&x, &x], of)?]);
    }
    let (mut f, x_) = (Formula::default(), Term::Operand(0));
    let above = f.call("f32::gt", [x_, Term::float(0.0)]);
    let below = f.call("f32::lt", [x_, Term::float(0.0)]);
    let is_nan = f.call("f32::is_nan", [x_]);
    let nan = Term::float(f32::from_bits(0x7fc0_0000));
    let otherwise = f.call("bool::select", [is_nan, nan, Term::float(0.0)]);
    let otherwise = f.call("bool::select", [below, Term::float(-1.0), otherwise]);
    f.call("bool::select", [above, ONE, otherwise]);
    Ok(vec![n.chosen(f, &[&x], x.element)?])
}

/// The function of the size, with the sign of the operand.
fn odd(f: &mut Formula, x: Term, of: impl FnOnce(&mut Formula, Term) -> Term) -> Term {
    let size = f.call("f32::abs", [x]);
    let value = of(f, size);
    let sign = f.call("u32::bit_and", [x, Term::Word(1 << 31)]);
    let signed = f.call("u32::bit_or", [value, sign]);
    // NaN has no sign.
    let is_nan = f.call("f32::is_nan", [value]);
    f.call("bool::select", [is_nan, value, signed])
}

/// `exp(x) - 1`
fn exp_less_one(f: &mut Formula, x: Term) -> Term {
    let power = f.call("f32::exp", [x]);
    let less = f.call("f32::sub", [power, ONE]);
    let log = f.call("f32::log", [power]);
    let scaled = f.call("f32::mul", [less, x]);
    let value = f.call("f32::div", [scaled, log]);
    let is_one = f.call("f32::eq", [power, ONE]);
    let value = f.call("bool::select", [is_one, x, value]);
    // The logarithm of an infinite power, and of none, says nothing.
    let is_least = f.call("f32::eq", [less, Term::float(-1.0)]);
    let is_infinite = f.call("f32::is_infinite", [power]);
    let is_known = f.call("bool::or", [is_least, is_infinite]);
    f.call("bool::select", [is_known, less, value])
}

/// `log(1 + x)`
fn log_of_one_more(f: &mut Formula, x: Term) -> Term {
    let sum = f.call("f32::add", [ONE, x]);
    let log = f.call("f32::log", [sum]);
    let less = f.call("f32::sub", [sum, ONE]);
    let scaled = f.call("f32::mul", [log, x]);
    let value = f.call("f32::div", [scaled, less]);
    let is_one = f.call("f32::eq", [sum, ONE]);
    let value = f.call("bool::select", [is_one, x, value]);
    let is_infinite = f.call("f32::is_infinite", [sum]);
    f.call("bool::select", [is_infinite, log, value])
}

/// `-e / (e + 2)` of `e = exp(-2 |x|) - 1`, with the sign of x
pub(super) fn tanh(f: &mut Formula, x: Term) -> Term {
    odd(f, x, |f, size| {
        let twice = f.call("f32::mul", [Term::float(-2.0), size]);
        let less = exp_less_one(f, twice);
        let minus = f.call("f32::neg", [less]);
        let sum = f.call("f32::add", [less, Term::float(2.0)]);
        f.call("f32::div", [minus, sum])
    })
}

/// `log(1 + exp(x))`
pub(super) fn softplus(f: &mut Formula, x: Term) -> Term {
    let power = f.call("f32::exp", [x]);
    let sum = f.call("f32::add", [power, ONE]);
    f.call("f32::log", [sum])
}

/// `exp(x / 2)^2 / 2`, which is that of both above 10
fn half_of_power(f: &mut Formula, x: Term) -> Term {
    let half = f.call("f32::mul", [x, HALF]);
    let root = f.call("f32::exp", [half]);
    let part = f.call("f32::mul", [root, HALF]);
    f.call("f32::mul", [part, root])
}

/// `(e + e / (e + 1)) / 2` of `e = exp(x) - 1`
fn sinh(f: &mut Formula, x: Term) -> Term {
    let less = exp_less_one(f, x);
    let more = f.call("f32::add", [less, ONE]);
    let part = f.call("f32::div", [less, more]);
    let sum = f.call("f32::add", [less, part]);
    let small = f.call("f32::mul", [sum, HALF]);
    let large = half_of_power(f, x);
    let is_large = f.call("f32::gt", [x, Term::float(10.0)]);
    f.call("bool::select", [is_large, large, small])
}

fn cosh(f: &mut Formula, x: Term) -> Term {
    let size = f.call("f32::abs", [x]);
    let power = f.call("f32::exp", [size]);
    let inverse = f.call("f32::div", [ONE, power]);
    let sum = f.call("f32::add", [power, inverse]);
    let small = f.call("f32::mul", [sum, HALF]);
    let large = half_of_power(f, size);
    let is_large = f.call("f32::gt", [size, Term::float(10.0)]);
    f.call("bool::select", [is_large, large, small])
}

/// The value, but above 2^28 `log(x) + log(2)`.
fn or_log_of_twice(f: &mut Formula, x: Term, value: Term) -> Term {
    let log = f.call("f32::log", [x]);
    let large = f.call("f32::add", [log, Term::float(std::f32::consts::LN_2)]);
    let is_large = f.call("f32::gt", [x, Term::float(268_435_456.0)]);
    f.call("bool::select", [is_large, large, value])
}

/// `log1p(x + x^2 / (1 + sqrt(x^2 + 1)))`
fn asinh(f: &mut Formula, x: Term) -> Term {
    let square = f.call("f32::mul", [x, x]);
    let sum = f.call("f32::add", [square, ONE]);
    let root = f.call("f32::sqrt", [sum]);
    let below = f.call("f32::add", [ONE, root]);
    let part = f.call("f32::div", [square, below]);
    let sum = f.call("f32::add", [x, part]);
    let value = log_of_one_more(f, sum);
    or_log_of_twice(f, x, value)
}

/// `log1p(t + sqrt(2 t + t^2))` of `t = x - 1`
fn acosh(f: &mut Formula, x: Term) -> Term {
    let less = f.call("f32::sub", [x, ONE]);
    let more = f.call("f32::add", [less, Term::float(2.0)]);
    let square = f.call("f32::mul", [less, more]);
    let root = f.call("f32::sqrt", [square]);
    let sum = f.call("f32::add", [less, root]);
    let value = log_of_one_more(f, sum);
    or_log_of_twice(f, x, value)
}

/// `log1p(2 x / (1 - x)) / 2`
fn atanh(f: &mut Formula, x: Term) -> Term {
    let twice = f.call("f32::add", [x, x]);
    let less = f.call("f32::sub", [ONE, x]);
    let part = f.call("f32::div", [twice, less]);
    let log = log_of_one_more(f, part);
    f.call("f32::mul", [log, HALF])
}

/// A polynomial by Horner's rule, the coefficient of the highest power last.
fn polynomial(f: &mut Formula, x: Term, of: &[f32]) -> Term {
    let mut all = of.iter().rev();
    let mut value = Term::float(*all.next().unwrap_or(&0.0));
    for coefficient in all {
        value = f.call("f32::mul_add", [value, x, Term::float(*coefficient)]);
    }
    value
}

fn quotient(f: &mut Formula, x: Term, [above, below]: [&[f32]; 2]) -> Term {
    let above = polynomial(f, x, above);
    let below = polynomial(f, x, below);
    f.call("f32::div", [above, below])
}

/// The rational functions of `s_erff.c`: below 0.84375, up to 1.25, up to 1 / 0.35, and above.
const ERF: [[&[f32]; 2]; 4] = [
    [
        &[
            0.128_379_17,
            -0.325_042_1,
            -0.028_481_75,
            -0.005_770_270_2,
            -2.376_301_7e-5,
        ],
        &[
            1.0,
            0.397_917_2,
            0.065_022_25,
            0.005_081_306,
            1.324_947_4e-4,
            -3.960_228_2e-6,
        ],
    ],
    [
        &[
            -0.002_362_118_6,
            0.414_856_1,
            -0.372_207_88,
            0.318_346_62,
            -0.110_894_695,
            0.035_478_305,
            -0.002_166_375_5,
        ],
        &[
            1.0,
            0.106_420_88,
            0.540_397_9,
            0.071_828_656,
            0.126_171_22,
            0.013_637_084,
            0.011_984_5,
        ],
    ],
    [
        &[
            -0.009_864_944,
            -0.693_858_56,
            -10.558_626,
            -62.375_33,
            -162.396_67,
            -184.605_09,
            -81.287_44,
            -9.814_329,
        ],
        &[
            1.0,
            19.651_272,
            137.657_76,
            434.565_9,
            645.387_27,
            429.008_15,
            108.635,
            6.570_249_6,
            -0.060_424_414,
        ],
    ],
    [
        &[
            -0.009_864_943,
            -0.799_283_27,
            -17.757_956,
            -160.636_38,
            -637.566_47,
            -1_025.095_1,
            -483.519_2,
        ],
        &[
            1.0,
            30.338_06,
            325.792_5,
            1_536.729_6,
            3_199.858_2,
            2_553.050_3,
            474.528_53,
            -22.440_952,
        ],
    ],
];

/// `erf` of a number that is not negative.
pub(super) fn erf(f: &mut Formula, x: Term) -> Term {
    let square = f.call("f32::mul", [x, x]);
    let part = quotient(f, square, ERF[0]);
    let low = f.call("f32::mul_add", [x, part, x]);
    let less = f.call("f32::sub", [x, ONE]);
    let part = quotient(f, less, ERF[1]);
    let middle = f.call("f32::add", [Term::float(0.845_062_9), part]);
    let inverse = f.call("f32::div", [ONE, square]);
    let parts = [ERF[2], ERF[3]].map(|of| quotient(f, inverse, of));
    let is_near = f.call("f32::lt", [x, Term::float(2.857_143)]);
    let part = f.call("bool::select", [is_near, parts[0], parts[1]]);
    let minus = f.call("f32::neg", [square]);
    let exponent = f.call("f32::sub", [minus, Term::float(0.5625)]);
    let exponent = f.call("f32::add", [exponent, part]);
    let power = f.call("f32::exp", [exponent]);
    let left = f.call("f32::div", [power, x]);
    let high = f.call("f32::sub", [ONE, left]);
    let mut value = ONE;
    for (below, of) in [(4.0, high), (1.25, middle), (0.84375, low)] {
        let is_below = f.call("f32::lt", [x, Term::float(below)]);
        value = f.call("bool::select", [is_below, of, value]);
    }
    let is_nan = f.call("f32::is_nan", [x]);
    f.call("bool::select", [is_nan, x, value])
}

/// `erf` of any number.
pub(super) fn erf_of(f: &mut Formula, x: Term) -> Term {
    odd(f, x, erf)
}
