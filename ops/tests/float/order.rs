//! binary32: comparisons, minimum and maximum, functions of the bits.

use crate::cases::{pairs, unary};
use crate::oracle::kind;
use crate::support::agree;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Single;
use vyre_ops::float::soft::binary32;

/// Oracle: the processor's comparisons, and those of `rustc_apfloat`.
#[test]
fn comparisons_agree_with_real_numbers() {
    let own = |(a, b)| {
        [
            binary32::eq,
            binary32::lt,
            binary32::le,
            binary32::gt,
            binary32::ge,
        ]
        .iter()
        .fold(0u32, |bits, f| bits << 1 | u32::from(f(a, b)))
    };
    fn all<T: PartialOrd>(a: T, b: T) -> u32 {
        let results = [a == b, a < b, a <= b, a > b, a >= b];
        results.iter().fold(0, |bits, r| bits << 1 | u32::from(*r))
    }
    let host = |(a, b)| all(f32::from_bits(a), f32::from_bits(b));
    agree("compare", pairs(), own, host);
    let apfloat =
        |(a, b): (u32, u32)| all(Single::from_bits(a.into()), Single::from_bits(b.into()));
    agree("compare", pairs().take(2_000_000), own, apfloat);
}

/// `minimumNumber` of IEEE 754-2019, section 9.6, in the host's comparisons and signs.
fn minimum_number(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => f32::from_bits(binary32::QUIET_NAN),
        (true, false) => b,
        (false, true) => a,
        _ if a < b || (a == b && a.is_sign_negative()) => a,
        _ => b,
    }
}

/// Oracle: the definition in IEEE 754-2019, section 9.6; the maximum is the minimum of the negated numbers.
#[test]
fn minimum_and_maximum_ignore_a_nan_and_order_zeros() {
    let min = |(a, b)| minimum_number(f32::from_bits(a), f32::from_bits(b)).to_bits();
    agree("min", pairs(), |(a, b)| binary32::min(a, b), min);
    let max = |(a, b)| {
        let minimum = minimum_number(-f32::from_bits(a), -f32::from_bits(b));
        if minimum.is_nan() {
            binary32::QUIET_NAN
        } else {
            (-minimum).to_bits()
        }
    };
    agree("max", pairs(), |(a, b)| binary32::max(a, b), max);
}

/// Oracle: `f32::classify` and its relatives of the standard library.
#[test]
fn classes_and_signs_are_the_hosts() {
    let class = |a| kind(f32::from_bits(a).classify());
    agree("class", unary(), binary32::class, class);
    let kinds = |a| u32::from(binary32::is_nan(a)) << 1 | u32::from(binary32::is_infinite(a));
    let host = |a| {
        let x = f32::from_bits(a);
        u32::from(x.is_nan()) << 1 | u32::from(x.is_infinite())
    };
    agree("is_nan, is_infinite", unary(), kinds, host);
    agree("neg", unary(), binary32::neg, |a| {
        (-f32::from_bits(a)).to_bits()
    });
    agree("abs", unary(), binary32::abs, |a| {
        f32::from_bits(a).abs().to_bits()
    });
}
