//! Every entry computed anew by the crate `astro-float`, in another language and with other algorithms than the
//! script's.

use super::{atan, exp, log, pow, trig};
use astro_float_num::{BigFloat, Consts, RoundingMode};

const BITS: usize = 320;
const NEAREST: RoundingMode = RoundingMode::ToEven;

fn integer(n: u64) -> BigFloat {
    BigFloat::from_u64(n, BITS)
}

fn ratio(a: u64, b: u64) -> BigFloat {
    integer(a).div(&integer(b), BITS, NEAREST)
}

fn product(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.mul(b, BITS, NEAREST)
}

fn ln(x: &BigFloat, constants: &mut Consts) -> BigFloat {
    x.ln(BITS, NEAREST, constants)
}

/// The integer part of `x * 2^shift`, for positive values below 2^128, and the bit behind the point.
fn parts(x: &BigFloat, shift: i32) -> (u128, u128) {
    let Some((words, _, _, exponent, _)) = x.as_raw_parts() else {
        panic!("a number");
    };
    // 0.mantissa * 2^exponent, the last word first.
    let [.., next, low, high] = words else {
        panic!("three words at least");
    };
    let leading = u128::from(*high) << 64 | u128::from(*low);
    match exponent + shift {
        128 => (leading, u128::from(next >> 63)),
        bits @ 1..128 => (leading >> (128 - bits), leading >> (127 - bits) & 1),
        bits => (0, if bits == 0 { leading >> 127 } else { 0 }),
    }
}

/// The integer nearest to `x * 2^shift`.
fn nearest(x: &BigFloat, shift: i32) -> u128 {
    let (whole, half) = parts(x, shift);
    whole + half
}

/// The first entry that is not its value.
fn wrong(found: &[u128], value: impl FnMut(u64) -> u128) -> Option<usize> {
    let expected: Vec<u128> = (0..found.len() as u64).map(value).collect();
    (0..found.len()).find(|k| found[*k] != expected[*k])
}

fn words(table: &[u64]) -> Vec<u128> {
    table.iter().map(|w| u128::from(*w)).collect()
}

fn joined(high: &[u64], low: &[u64]) -> Vec<u128> {
    let pairs = high.iter().zip(low);
    pairs
        .map(|(h, l)| u128::from(*h) << 64 | u128::from(*l))
        .collect()
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

fn powers(bits: i32, constants: &mut Consts) -> impl FnMut(u64) -> u128 {
    let two = integer(2);
    let mut root = integer(1);
    let step = two.pow(&ratio(1, 32), BITS, NEAREST, constants);
    move |i| {
        if i > 0 {
            root = product(&root, &step);
        }
        nearest(&root, bits)
    }
}

/// Oracle: `astro-float`.
#[test]
fn exponential_tables() {
    let c = &mut Consts::new().expect("constants");
    assert_eq!(wrong(&words(&exp::POWERS), powers(63, c)), None);
    let value = |k| nearest(&ratio(1, factorial(9 - k)), 64);
    assert_eq!(wrong(&words(&exp::EXP_COEFFICIENTS), value), None);
    let (ln_2, ln_10) = (ln(&integer(2), c), ln(&integer(10), c));
    assert_eq!(u128::from(exp::LN_2), nearest(&ln_2, 64));
    let log2_e = joined(&[exp::LOG2_E_HIGH], &[exp::LOG2_E_LOW]);
    let value = integer(1).div(&ln_2, BITS, NEAREST);
    assert_eq!(log2_e, [nearest(&value, 126)]);
    let log2_10 = joined(&[exp::LOG2_10_HIGH], &[exp::LOG2_10_LOW]);
    let value = ln_10.div(&ln_2, BITS, NEAREST);
    assert_eq!(log2_10, [nearest(&value, 126)]);
}

/// Oracle: `astro-float`.
#[test]
fn logarithmic_tables() {
    let c = &mut Consts::new().expect("constants");
    let (ln_2, ln_10) = (ln(&integer(2), c), ln(&integer(10), c));
    let inverse = |x: &BigFloat| integer(1).div(x, BITS, NEAREST);
    let of_e = (
        integer(1),
        words(&log::LOG_E_COEFFICIENTS),
        joined(&log::LOG_E_HIGH, &log::LOG_E_LOW),
        joined(&[log::LOG_E_OF_2_HIGH], &[log::LOG_E_OF_2_LOW]),
    );
    let of_2 = (
        inverse(&ln_2),
        words(&log::LOG_2_COEFFICIENTS),
        joined(&log::LOG_2_HIGH, &log::LOG_2_LOW),
        joined(&[log::LOG_2_OF_2_HIGH], &[log::LOG_2_OF_2_LOW]),
    );
    let of_10 = (
        inverse(&ln_10),
        words(&log::LOG_10_COEFFICIENTS),
        joined(&log::LOG_10_HIGH, &log::LOG_10_LOW),
        joined(&[log::LOG_10_OF_2_HIGH], &[log::LOG_10_OF_2_LOW]),
    );
    for (scale, coefficients, logarithms, of_two) in [of_e, of_2, of_10] {
        let value = |k| nearest(&product(&scale, &ratio(1, 13 - k)), 63);
        assert_eq!(wrong(&coefficients, value), None);
        let value = |i| {
            let x = ratio(256, log::RECIPROCALS[i as usize].into());
            nearest(&product(&scale, &ln(&x, c)), 119)
        };
        assert_eq!(wrong(&logarithms, value), None);
        assert_eq!(of_two, [nearest(&product(&scale, &ln_2), 119)]);
        // What cancels for arguments just below 1.
        assert_eq!(logarithms[31], of_two[0]);
    }
}

/// Oracle: the bound that the error argument of the logarithm rests on, in exact integers.
#[test]
fn reciprocals_bring_every_significand_near_one() {
    for m in 1u32 << 23..1 << 24 {
        let scaled = m * log::RECIPROCALS[(m >> 18 & 31) as usize];
        assert!(scaled.abs_diff(1 << 31) < 1 << 26, "{m:x}");
    }
}

/// Oracle: `astro-float`.
#[test]
fn circular_tables() {
    let c = &mut Consts::new().expect("constants");
    let pi = c.pi(BITS, NEAREST);
    let mut rest = integer(2).div(&pi, BITS, NEAREST);
    for word in trig::TWO_OVER_PI {
        rest = product(&rest, &integer(1 << 32));
        rest = product(&rest, &integer(1 << 32));
        let (whole, _) = parts(&rest, 0);
        assert_eq!(u128::from(word), whole);
        rest = rest.sub(&BigFloat::from_u128(whole, BITS), BITS, NEAREST);
    }
    assert_eq!(u128::from(trig::HALF_PI), nearest(&pi, 62));
    let value = |k| nearest(&ratio(1, factorial(19 - 2 * k)), 64);
    assert_eq!(wrong(&words(&trig::SIN_COEFFICIENTS), value), None);
    let value = |k| nearest(&ratio(1, factorial(20 - 2 * k)), 64);
    assert_eq!(wrong(&words(&trig::COS_COEFFICIENTS), value), None);
}

/// Oracle: `astro-float`.
#[test]
fn inverse_tables() {
    let c = &mut Consts::new().expect("constants");
    let pi = c.pi(BITS, NEAREST);
    let half = joined(&[atan::HALF_PI_HIGH], &[atan::HALF_PI_LOW]);
    let whole = joined(&[atan::PI_HIGH], &[atan::PI_LOW]);
    assert_eq!(
        [half, whole].concat(),
        [nearest(&pi, 124), nearest(&pi, 125)]
    );
    let value = |i| match i {
        0 => 0,
        i => nearest(&ratio(i, 32).atan(BITS, NEAREST, c), 125),
    };
    let arcs = joined(&atan::ARCS_HIGH, &atan::ARCS_LOW);
    assert_eq!(wrong(&arcs, value), None);
    let value = |k| nearest(&ratio(1, 11 - 2 * k), 64);
    assert_eq!(wrong(&words(&atan::ATAN_COEFFICIENTS), value), None);
    let value = |k| nearest(&ratio(1, 21 - 2 * k), 128);
    let coefficients = joined(
        &atan::ATAN2_COEFFICIENTS_HIGH,
        &atan::ATAN2_COEFFICIENTS_LOW,
    );
    assert_eq!(wrong(&coefficients, value), None);
}

/// Oracle: `astro-float`.
#[test]
fn power_tables() {
    let c = &mut Consts::new().expect("constants");
    let ln_2 = ln(&integer(2), c);
    assert_eq!(
        joined(&[pow::LN_2_HIGH], &[pow::LN_2_LOW]),
        [nearest(&ln_2, 128)]
    );
    let value = |i| match i {
        0 => 0,
        i => nearest(&ln(&ratio(32 + i, 32), c).div(&ln_2, BITS, NEAREST), 119),
    };
    let logarithms = joined(&pow::LOG2_HIGH, &pow::LOG2_LOW);
    assert_eq!(wrong(&logarithms, value), None);
    let value = |k| nearest(&ratio(2, 19 - 2 * k).div(&ln_2, BITS, NEAREST), 126);
    let coefficients = joined(&pow::ATANH_COEFFICIENTS_HIGH, &pow::ATANH_COEFFICIENTS_LOW);
    assert_eq!(wrong(&coefficients, value), None);
    let found = joined(&pow::POWERS_HIGH, &pow::POWERS_LOW);
    assert_eq!(wrong(&found, powers(127, c)), None);
    let value = |k| nearest(&ratio(1, factorial(16 - k)), 128);
    let coefficients = joined(&pow::POW_COEFFICIENTS_HIGH, &pow::POW_COEFFICIENTS_LOW);
    assert_eq!(wrong(&coefficients, value), None);
}

/// Oracle: the table, of which one entry is wrong in its last bit.
#[test]
fn a_wrong_entry_is_caught() {
    let c = &mut Consts::new().expect("constants");
    for k in 0..exp::POWERS.len() {
        let mut planted = words(&exp::POWERS);
        planted[k] ^= 1;
        assert_eq!(wrong(&planted, powers(63, c)), Some(k));
    }
}
