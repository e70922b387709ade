//! Corrections of 16-bit hardware, applied to planted hardware that flushes, is off by a unit, or returns anything.

use crate::cases::{pairs16, random, triples16};
use crate::corrected::{Correction, Extreme, Hardware, ordered, unary};
use vyre_ops::float::soft::binary16 as soft;

pub(crate) const HALF: Hardware = Hardware {
    sign: soft::SIGN,
    infinity: soft::INFINITY,
    quiet: 0x0200,
};

/// Oracle: the functions on bits, which other tests compare with `rustc_apfloat`.
#[test]
fn comparisons_and_extremes_are_corrected() {
    ordered(
        HALF,
        pairs16(10).step_by(3),
        [
            (soft::eq, soft::eq_corrected),
            (soft::lt, soft::lt_corrected),
            (soft::le, soft::le_corrected),
            (soft::gt, soft::gt_corrected),
            (soft::ge, soft::ge_corrected),
        ],
        [
            (soft::min, soft::min_corrected),
            (soft::max, soft::max_corrected),
        ],
    );
}

/// Oracle: the functions on bits, which other tests compare with `rustc_apfloat`, on every pattern.
#[test]
fn signs_and_roundings_are_corrected() {
    unary(
        HALF,
        0..0x1_0000,
        &[
            (soft::neg, soft::neg_corrected, true),
            (soft::abs, soft::abs_corrected, true),
            (soft::round_ties_even, soft::round_corrected, false),
            (soft::trunc, soft::trunc_corrected, false),
            (soft::floor, soft::floor_corrected, false),
            (soft::ceil, soft::ceil_corrected, false),
        ],
    );
}

/// Oracle: the root on bits of every pattern, from the root, both neighbours, both of theirs, and anything.
#[test]
fn every_root_is_right_from_any_result() {
    for a in 0..0x1_0000 {
        let expected = soft::sqrt(a);
        let step = |k: u32| expected.wrapping_add(k).wrapping_sub(2) & 0xffff;
        let near = (0..5).map(step);
        let far = (0..16).map(|k| random(u64::from(a) << 4 | k) as u32 & 0xffff);
        for planted in near.chain(far).chain([0, soft::QUIET_NAN, soft::INFINITY]) {
            let actual = soft::sqrt_corrected(a, planted);
            assert_eq!(actual, expected, "sqrt({a:04x}) from {planted:04x}");
        }
    }
}

/// Oracle: the quotient on bits, from both of its neighbours, both of theirs, and anything: for every pair of
/// significands at a few exponents, and for pairs of every kind.
#[test]
fn quotients_are_right_from_any_result() {
    let significands = (0..1 << 20).map(|n: u32| {
        // Quotients in the middle of the range, at the end of the subnormal numbers, and at the end of the numbers.
        let exponents = [(15, 15), (2, 15), (1, 15), (29, 15), (30, 14)];
        let (e, f) = exponents[n as usize % exponents.len()];
        (e << 10 | n & 0x3ff, f << 10 | n >> 10)
    });
    for (a, b) in significands.chain(pairs16(10).step_by(7)) {
        let expected = soft::div(a, b);
        let noise = random(u64::from(a) << 16 | u64::from(b)) as u32;
        let step = |k: u32| expected.wrapping_add(k).wrapping_sub(2) & 0xffff;
        let near = (0..5).map(step);
        for planted in near.chain([
            noise & 0xffff,
            expected ^ 1 << (noise % 16),
            HALF.flushed(expected),
        ]) {
            let actual = soft::div_corrected(a, b, planted);
            assert_eq!(actual, expected, "{a:04x} / {b:04x} from {planted:04x}");
        }
    }
}

/// Oracle: the functions on bits, which other tests compare with `rustc_apfloat`; the planted hardware flushes operands
/// and results and returns zeros of the wrong sign.
#[test]
fn flushed_operands_and_results_are_corrected() {
    let binary: [(&str, Extreme, Correction<u32>); 3] = [
        ("add", soft::add, soft::add_corrected),
        ("sub", soft::sub, soft::sub_corrected),
        ("mul", soft::mul, soft::mul_corrected),
    ];
    let low = |a: u32| HALF.flushed(a);
    let mut repaired = 0;
    for (a, b) in pairs16(10).step_by(3) {
        for (name, function, corrected) in binary {
            let expected = function(a, b);
            let flushing = low(function(low(a), low(b)));
            for planted in [expected, low(expected), flushing, HALF.unsigned(expected)] {
                repaired += u32::from(planted != expected);
                let actual = corrected(a, b, planted);
                assert_eq!(
                    actual, expected,
                    "{name}({a:04x}, {b:04x}) from {planted:04x}"
                );
            }
        }
    }
    for (a, b, c) in triples16(10).step_by(3) {
        let expected = soft::fma(a, b, c);
        let planted = low(soft::fma(low(a), low(b), low(c)));
        repaired += u32::from(planted != expected);
        let actual = soft::fma_corrected(a, b, c, planted);
        assert_eq!(
            actual, expected,
            "fma({a:04x}, {b:04x}, {c:04x}) from {planted:04x}"
        );
    }
    assert!(repaired > 10_000, "{repaired} planted faults");
}
