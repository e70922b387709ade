//! A second implementation of the elementary functions: CORE-MATH's for binary64, which round correctly there, rounded
//! once more.
//!
//! They are independent of those of binary32, with other tables and arguments. Rounding to 53 bits and then to 24
//! equals a single rounding unless the first result is exactly half way between two numbers of binary32: the exact
//! value may be on either side of it. The tests count such results and decide them by the mathematics of the function:
//! 2^-150 and the powers of integers that occur are exact, so that the even neighbour is expected; an angle is slightly
//! less than its tangent, so that for a quotient half way the lesser neighbour is.

use crate::cases::{operand, powers, special, unary};
use crate::oracle::bits;
use vyre_ops::float::ops::elementary as ops;

/// Inputs of [`unary`] before its spread ones: special operands, and every low byte in every binade.
const PATTERNS: usize = 88 + 512 * 4 * 256;

/// Pairs of [`powers`] before its random ones: special operands, exact powers, ties and their neighbours.
const POWERS: usize = 88 * 88 + 2999 * 160 * 3;

/// Special operands, low-byte patterns, 2^20 edge-biased and 2^21 spread inputs: 3.6 million.
fn inputs() -> impl Iterator<Item = u32> {
    let patterns = unary().take(PATTERNS);
    let spread = unary().skip(PATTERNS).step_by(8);
    patterns.chain((0..1 << 20).map(operand)).chain(spread)
}

/// A number of binary32 in binary64; the one after the greatest is 2^128.
fn widened(x: f32) -> f64 {
    if x.is_infinite() {
        2f64.powi(128).copysign(x.into())
    } else {
        x.into()
    }
}

/// The number of binary32 nearest to `wide`, and the other one if it is exactly half way between two.
fn narrowed(wide: f64) -> (f32, Option<f32>) {
    let near = wide as f32;
    if wide.is_infinite() || f64::from(near) == wide || wide.is_nan() {
        return (near, None);
    }
    let other = if widened(near) < wide {
        near.next_up()
    } else {
        near.next_down()
    };
    // Of 25 bits, and therefore exact.
    let middle = (widened(near) + widened(other)) / 2.0;
    (near, (middle == wide).then_some(other))
}

/// Compares a result with the wider one, and returns whether that is half way; `decided` then chooses between the even
/// neighbour and the other one.
#[track_caller]
fn compare(
    case: impl Fn() -> String,
    outcome: f32,
    wide: f64,
    decided: impl FnOnce(f32, f32) -> f32,
) -> bool {
    let (near, other) = narrowed(wide);
    let expected = other.map_or(near, |other| decided(near, other));
    assert_eq!(
        bits(outcome),
        bits(expected),
        "{}: {outcome:e}, and in binary64 {wide:e}",
        case()
    );
    other.is_some()
}

/// A function of one operand: the op's reference, binary64, and the inputs whose wider result is half way.
struct Function(&'static str, fn(f32) -> f32, fn(f64) -> f64, &'static [f32]);

macro_rules! functions {
    ($($name:ident $half_way:expr;)*) => {
        [$(Function(stringify!($name), ops::$name, core_math::$name, &$half_way)),*]
    };
}

/// 2^-150 is half of the least number, and exact.
const FUNCTIONS: [Function; 12] = functions! {
    exp [];
    exp2 [-150.0];
    exp10 [];
    log [];
    log2 [];
    log10 [];
    sin [];
    cos [];
    tan [];
    asin [];
    acos [];
    atan [];
};

/// Oracle: CORE-MATH's functions of binary64, rounded once; the mathematics of the function for results half way.
#[test]
#[ignore = "a long run: seconds"]
fn functions_agree_with_rounded_binary64() {
    for Function(name, reference, wide, half_way) in FUNCTIONS {
        let mut results = vec![];
        let mut cases = 0;
        for a in inputs().chain([(-150f32).to_bits()]) {
            cases += 1;
            let x = f32::from_bits(a);
            let case = || format!("{name}({a:08x})");
            if compare(case, reference(x), wide(x.into()), |even, _| even) && !results.contains(&x)
            {
                results.push(x);
            }
        }
        assert!(cases > 3_600_000, "{cases} cases");
        assert_eq!(results, half_way, "{name}: results half way");
    }
}

/// Oracle: CORE-MATH's functions of binary64, rounded once; the mathematics of the function for results half way.
#[test]
fn functions_of_two_operands_agree_with_rounded_binary64() {
    let random = || (0..1 << 21).map(|n| (operand(2 * n), operand(2 * n + 1)));
    let specials = || {
        let pair = |a: u32| special().into_iter().map(move |b| (a, b));
        special().into_iter().flat_map(pair)
    };
    let mut ties = [0; 2];
    for (y, x) in specials().chain(random()) {
        let (y, x) = (f32::from_bits(y), f32::from_bits(x));
        let wide = core_math::atan2(y.into(), x.into());
        let case = || format!("atan2({y:e}, {x:e})");
        let below = |even: f32, other: f32| {
            assert_eq!(f64::from(y) / f64::from(x), wide, "{}", case());
            if even.abs() < other.abs() {
                even
            } else {
                other
            }
        };
        let tie = compare(case, ops::atan2(y, x), wide, below);
        ties[0] += u32::from(tie);
    }
    // A conversion turns a signalling NaN into a quiet one, and 1 to the power of a quiet NaN is 1.
    let signals = |a: u32| (0x7f80_0001..0x7fc0_0000).contains(&(a & 0x7fff_ffff));
    let quiet = |(x, y): &(u32, u32)| !signals(*x) && !signals(*y);
    let exact = powers().take(POWERS).step_by(2);
    let random = powers().skip(POWERS).take(1 << 21);
    for (x, y) in exact.chain(random).filter(quiet) {
        let (x, y) = (f32::from_bits(x), f32::from_bits(y));
        let wide = core_math::pow(x.into(), y.into());
        let case = || format!("pow({x:e}, {y:e})");
        let tie = compare(case, ops::pow(x, y), wide, |even, _| even);
        ties[1] += u32::from(tie);
    }
    assert_eq!(ties, [34, 259], "results half way");
}

/// Oracle: the definition: 2^24 + 1 and half of the least number are half way, and their neighbours are not.
#[test]
fn halfway_results_are_detected() {
    let tie = 2f64.powi(24) + 1.0;
    assert_eq!(narrowed(tie), (16_777_216.0, Some(16_777_218.0)));
    assert_eq!(narrowed(tie.next_up()), (16_777_218.0, None));
    assert_eq!(narrowed(tie.next_down()), (16_777_216.0, None));
    assert_eq!(narrowed(2f64.powi(-150)), (0.0, Some(f32::from_bits(1))));
    let past = 2f64.powi(128) - 2f64.powi(103);
    assert_eq!(narrowed(past), (f32::INFINITY, Some(f32::MAX)));
    assert_eq!(narrowed(past.next_down()), (f32::MAX, None));
    // A number next to the right one is refused, half way and elsewhere.
    for (actual, wide) in [(16_777_216.0, tie.next_up()), (16_777_218.0, tie)] {
        let wrong = || compare(String::new, actual, wide, |even, _| even);
        assert!(std::panic::catch_unwind(wrong).is_err());
    }
}
