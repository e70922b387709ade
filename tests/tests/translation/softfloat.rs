//! Bodies of real size: binary32 multiplication, division and square root in u32 arithmetic.
//!
//! The algorithms are the textbook ones (Muller et al., Handbook of Floating-Point Arithmetic, 2nd
//! edition, chapter 8): unpack, normalise, compute with round and sticky bits, round to nearest even.

use super::{agrees, cases, translated};
use vyre_conform_runtime::registry::op_ref;
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::value::Value;
use vyre_conform_runtime::{interp, vyre_fn, vyre_op};

const QUIET_NAN: u32 = 0x7fc0_0000;
const INFINITY: u32 = 0x7f80_0000;
const SIGN: u32 = 1 << 31;
const ONE: u32 = 0x3f80_0000;
/// Quotient bits found by each step of a division.
const STEPS: [u32; 4] = [8, 8, 8, 6];

#[vyre_fn]
const fn is_nan(a: u32) -> bool {
    (a & !SIGN) > INFINITY
}

/// To the right, the lowest bit telling whether anything was lost.
#[vyre_fn]
const fn shift_right_sticky(a: u32, n: u32) -> u32 {
    let k = if n < 31 { n } else { 31 };
    let kept = a.wrapping_shr(k);
    let lost = kept.wrapping_shl(k) != a;
    kept | lost as u32
}

/// Rounds a significand with its leading one in bit 30; `exponent` is the biased one less one.
#[vyre_fn]
const fn rounded(sign: u32, exponent: u32, significand: u32) -> u32 {
    let signed = exponent as i32;
    let (field, shift) = if signed < 0 {
        (0, exponent.wrapping_neg())
    } else {
        (exponent, 0)
    };
    let exact = shift_right_sticky(significand, shift);
    let odd = (exact >> 7) & 1;
    let kept = exact.wrapping_add(0x3f).wrapping_add(odd) >> 7;
    let magnitude = (field << 23).wrapping_add(kept);
    if signed >= 0xfe || magnitude >= INFINITY {
        return sign | INFINITY;
    }
    sign | magnitude
}

/// Exponent and significand of a finite magnitude, subnormal ones normalised.
#[vyre_fn]
const fn unpacked(magnitude: u32) -> (u32, u32) {
    let (exponent, fraction) = (magnitude >> 23, magnitude & 0x7f_ffff);
    let subnormal = exponent == 0;
    let significand = if subnormal {
        fraction
    } else {
        fraction | 0x80_0000
    };
    let shift = significand.leading_zeros().wrapping_sub(8);
    let base = if subnormal { 1 } else { exponent };
    (base.wrapping_sub(shift), significand.wrapping_shl(shift))
}

/// The product of two binary32 numbers.
#[vyre_op(
    laws(Commutative),
    table((ONE, 0x4040_0000) => 0x4040_0000, "one times three is three"),
)]
const fn f32_mul(a: u32, b: u32) -> u32 {
    let sign = (a ^ b) & SIGN;
    let (x, y) = (a & !SIGN, b & !SIGN);
    if is_nan(a) || is_nan(b) {
        return QUIET_NAN;
    }
    if x == INFINITY || y == INFINITY {
        return if x == 0 || y == 0 {
            QUIET_NAN
        } else {
            sign | INFINITY
        };
    }
    if x == 0 || y == 0 {
        return sign;
    }
    let (ex, fx) = unpacked(x);
    let (ey, fy) = unpacked(y);
    let product = ((fx << 7) as u64).wrapping_mul((fy << 8) as u64);
    let mut significand = (product >> 32) as u32 | (product as u32 != 0) as u32;
    let mut exponent = ex.wrapping_add(ey).wrapping_sub(127);
    if significand < 0x4000_0000 {
        significand <<= 1;
        exponent = exponent.wrapping_sub(1);
    }
    rounded(sign, exponent, significand)
}

/// The quotient of two binary32 numbers.
#[vyre_op(
    laws(Not(Commutative, witness = (0x3f80_0000, 0x4000_0000))),
    table((0x4040_0000, ONE) => 0x4040_0000, "three divided by one is three"),
)]
const fn f32_div(a: u32, b: u32) -> u32 {
    let sign = (a ^ b) & SIGN;
    let (x, y) = (a & !SIGN, b & !SIGN);
    if is_nan(a) || is_nan(b) || (x == 0 && y == 0) || (x == INFINITY && y == INFINITY) {
        return QUIET_NAN;
    }
    if x == INFINITY || y == 0 {
        return sign | INFINITY;
    }
    if x == 0 || y == INFINITY {
        return sign;
    }
    let (ex, fx) = unpacked(x);
    let (ey, fy) = unpacked(y);
    let small = fx < fy;
    let exponent = ex
        .wrapping_sub(ey)
        .wrapping_add(if small { 125 } else { 126 });
    let mut rest = (if small { fx << 1 } else { fx }).wrapping_sub(fy);
    let mut quotient = 1u32;
    let mut i = 0;
    while i < STEPS.len() {
        let k = STEPS[i];
        let n = rest.wrapping_shl(k);
        let digit = match n.checked_div(fy) {
            Some(digit) => digit,
            None => 0,
        };
        rest = n.wrapping_sub(digit.wrapping_mul(fy));
        quotient = quotient.wrapping_shl(k) | digit;
        i += 1;
    }
    rounded(sign, exponent, quotient | (rest != 0) as u32)
}

/// The square root of a binary32 number, bit by bit.
#[vyre_op(boundaries(0, ONE, 0x4080_0000), table((0x4080_0000) => 0x4000_0000, "of four, two"))]
const fn f32_sqrt(a: u32) -> u32 {
    let x = a & !SIGN;
    if x == 0 || a == INFINITY {
        return a;
    }
    if a >= SIGN || is_nan(a) {
        return QUIET_NAN;
    }
    let (exponent, significand) = unpacked(x);
    let unbiased = exponent.wrapping_sub(127);
    let odd = unbiased & 1;
    let half = (unbiased.wrapping_sub(odd) as i32 >> 1) as u32;
    let mut radicand = significand.wrapping_shl(odd) << 7;
    let mut rest = 0u32;
    let mut root = 0;
    let mut i = 0u32;
    while i < 26 {
        rest = (rest << 2) | (radicand >> 30);
        radicand <<= 2;
        let trial = (root << 2) | 1;
        let fits = rest >= trial;
        if fits {
            rest = rest.wrapping_sub(trial);
        }
        root = (root << 1) | fits as u32;
        i += 1;
    }
    rounded(0, half.wrapping_add(126), (root << 5) | (rest != 0) as u32)
}

/// Oracle: rustc's code for the same functions.
#[test]
fn soft_floats_are_interpreted_as_they_run() {
    agrees(shift_right_sticky);
    agrees(f32_mul);
    agrees(f32_div);
    agrees(f32_sqrt);
}

/// Oracle: the processor's binary32 arithmetic, every NaN counted as one.
#[test]
fn soft_floats_are_right() {
    let same = |found: Value, exact: f32| {
        let exact = if exact.is_nan() {
            QUIET_NAN
        } else {
            exact.to_bits()
        };
        assert_eq!(found, Value::of(exact));
    };
    let [mul, div] = [op_ref(f32_mul), op_ref(f32_div)].map(translated);
    for case in cases(&[ValueType::U32; 2]) {
        let operands = [Value::of(case[0]), Value::of(case[1])];
        let (a, b) = (f32::from_bits(case[0]), f32::from_bits(case[1]));
        let run = |op| interp::call(op, &operands, ValueType::U32).expect("no fault");
        same(run(&mul), a * b);
        same(run(&div), a / b);
    }
    let sqrt = translated(op_ref(f32_sqrt));
    for case in cases(&[ValueType::U32]) {
        let found = interp::call(&sqrt, &[Value::of(case[0])], ValueType::U32);
        same(found.expect("no fault"), f32::from_bits(case[0]).sqrt());
    }
}
