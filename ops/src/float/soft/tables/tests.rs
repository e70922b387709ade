//! Every entry recomputed by the crate `astro-float`, in another language and with other algorithms than the script's.

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

/// The integer part of `x * 2^shift`, for positive values below 2^128, and the first fraction bit.
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

/// Constants beside their expected values.
struct Constants {
    /// Their names: one, or those of high and low words.
    names: &'static [&'static str],
    found: Vec<u128>,
    due: Vec<u128>,
}

/// The first wrong entry.
fn wrong(found: &[u128], due: &[u128]) -> Option<usize> {
    assert_eq!(found.len(), due.len());
    (0..found.len()).find(|k| found[*k] != due[*k])
}

/// Constants of one word, each with its expected value.
macro_rules! single {
    ($module:ident :: $name:ident, $value:expr) => {{
        let found = words($module::$name.as_ref());
        Constants {
            names: &[stringify!($name)],
            due: (0..found.len() as u64).map($value).collect(),
            found,
        }
    }};
    (one $module:ident :: $name:ident, $value:expr) => {
        Constants {
            names: &[stringify!($name)],
            found: vec![$module::$name.into()],
            due: vec![$value],
        }
    };
}

/// Constants of two words.
macro_rules! double {
    ($module:ident :: $high:ident, $low:ident, $value:expr) => {{
        let found = joined($module::$high.as_ref(), $module::$low.as_ref());
        Constants {
            names: &[stringify!($high), stringify!($low)],
            due: (0..found.len() as u64).map($value).collect(),
            found,
        }
    }};
    (one $module:ident :: $high:ident, $low:ident, $value:expr) => {
        Constants {
            names: &[stringify!($high), stringify!($low)],
            found: joined(&[$module::$high], &[$module::$low]),
            due: vec![$value],
        }
    };
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

fn exponential(c: &mut Consts) -> Vec<Constants> {
    let (ln_2, ln_10) = (ln(&integer(2), c), ln(&integer(10), c));
    let of_base = |x: &BigFloat| nearest(&x.div(&ln_2, BITS, NEAREST), 126);
    vec![
        single!(exp::POWERS, powers(63, c)),
        single!(exp::EXP_COEFFICIENTS, |k| nearest(
            &ratio(1, factorial(9 - k)),
            64
        )),
        single!(one exp::LN_2, nearest(&ln_2, 64)),
        double!(one exp::LOG2_E_HIGH, LOG2_E_LOW, of_base(&integer(1))),
        double!(one exp::LOG2_10_HIGH, LOG2_10_LOW, of_base(&ln_10)),
    ]
}

/// The tables of the logarithms if these are their reciprocals.
fn logarithmic(reciprocals: &[u32], c: &mut Consts) -> Vec<Constants> {
    let (ln_2, ln_10) = (ln(&integer(2), c), ln(&integer(10), c));
    let logarithm = |r: &u32| ln(&ratio(256, (*r).into()), c);
    let logarithms: Vec<BigFloat> = reciprocals.iter().map(logarithm).collect();
    let inverse = |x: &BigFloat| integer(1).div(x, BITS, NEAREST);
    macro_rules! to_base {
        ($scale:expr, $coefficients:ident, $high:ident, $low:ident, $two_high:ident, $two_low:ident) => {{
            let scale = $scale;
            [
                single!(log::$coefficients, |k| {
                    nearest(&product(&scale, &ratio(1, 13 - k)), 63)
                }),
                double!(log::$high, $low, |i| {
                    nearest(&product(&scale, &logarithms[i as usize]), 119)
                }),
                double!(one log::$two_high, $two_low, nearest(&product(&scale, &ln_2), 119)),
            ]
        }};
    }
    let of_e = to_base!(
        integer(1),
        LOG_E_COEFFICIENTS,
        LOG_E_HIGH,
        LOG_E_LOW,
        LOG_E_OF_2_HIGH,
        LOG_E_OF_2_LOW
    );
    let of_2 = to_base!(
        inverse(&ln_2),
        LOG_2_COEFFICIENTS,
        LOG_2_HIGH,
        LOG_2_LOW,
        LOG_2_OF_2_HIGH,
        LOG_2_OF_2_LOW
    );
    let of_10 = to_base!(
        inverse(&ln_10),
        LOG_10_COEFFICIENTS,
        LOG_10_HIGH,
        LOG_10_LOW,
        LOG_10_OF_2_HIGH,
        LOG_10_OF_2_LOW
    );
    of_e.into_iter().chain(of_2).chain(of_10).collect()
}

fn circular(c: &mut Consts) -> Vec<Constants> {
    let pi = c.pi(BITS, NEAREST);
    let mut rest = integer(2).div(&pi, BITS, NEAREST);
    let digits = move |_| {
        rest = product(&rest, &integer(1 << 32));
        rest = product(&rest, &integer(1 << 32));
        let (whole, _) = parts(&rest, 0);
        rest = rest.sub(&BigFloat::from_u128(whole, BITS), BITS, NEAREST);
        whole
    };
    let inverse = |n| nearest(&ratio(1, factorial(n)), 64);
    vec![
        single!(trig::TWO_OVER_PI, digits),
        single!(one trig::HALF_PI, nearest(&pi, 62)),
        single!(trig::SIN_COEFFICIENTS, |k| inverse(19 - 2 * k)),
        single!(trig::COS_COEFFICIENTS, |k| inverse(20 - 2 * k)),
    ]
}

fn inverse(c: &mut Consts) -> Vec<Constants> {
    let pi = c.pi(BITS, NEAREST);
    let arc = |i| match i {
        0 => 0,
        i => nearest(&ratio(i, 32).atan(BITS, NEAREST, c), 125),
    };
    vec![
        double!(one atan::HALF_PI_HIGH, HALF_PI_LOW, nearest(&pi, 124)),
        double!(one atan::PI_HIGH, PI_LOW, nearest(&pi, 125)),
        double!(atan::ARCS_HIGH, ARCS_LOW, arc),
        single!(atan::ATAN_COEFFICIENTS, |k| nearest(
            &ratio(1, 11 - 2 * k),
            64
        )),
        double!(atan::ATAN2_COEFFICIENTS_HIGH, ATAN2_COEFFICIENTS_LOW, |k| {
            nearest(&ratio(1, 21 - 2 * k), 128)
        }),
    ]
}

fn power(c: &mut Consts) -> Vec<Constants> {
    let ln_2 = ln(&integer(2), c);
    let of_2 = |x: BigFloat, shift| nearest(&x.div(&ln_2, BITS, NEAREST), shift);
    let logarithm = |i| match i {
        0 => 0,
        i => of_2(ln(&ratio(32 + i, 32), c), 119),
    };
    vec![
        double!(one pow::LN_2_HIGH, LN_2_LOW, nearest(&ln_2, 128)),
        double!(pow::LOG2_HIGH, LOG2_LOW, logarithm),
        double!(pow::ATANH_COEFFICIENTS_HIGH, ATANH_COEFFICIENTS_LOW, |k| {
            of_2(ratio(2, 19 - 2 * k), 126)
        }),
        double!(pow::POWERS_HIGH, POWERS_LOW, powers(127, c)),
        double!(pow::POW_COEFFICIENTS_HIGH, POW_COEFFICIENTS_LOW, |k| {
            nearest(&ratio(1, factorial(16 - k)), 128)
        }),
    ]
}

/// Every constant of every table except the reciprocals, which are a choice and not values of a function.
fn all() -> Vec<Constants> {
    let c = &mut Consts::new().expect("constants");
    let mut all = exponential(c);
    all.extend(logarithmic(&log::RECIPROCALS, c));
    all.extend(circular(c));
    all.extend(inverse(c));
    all.extend(power(c));
    all
}

/// Oracle: `astro-float`.
#[test]
fn every_constant_is_its_value() {
    for constants in all() {
        let Constants { names, found, due } = constants;
        assert_eq!(wrong(&found, &due), None, "{names:?}");
    }
}

/// Oracle: the files of the tables, which `tables.py` writes.
#[test]
fn every_constant_of_the_files_is_looked_at() {
    let files = [
        include_str!("atan.rs"),
        include_str!("exp.rs"),
        include_str!("log.rs"),
        include_str!("pow.rs"),
        include_str!("trig.rs"),
    ];
    let lines = files.iter().flat_map(|file| file.lines());
    let names = lines.filter_map(|line| line.strip_prefix("pub(crate) const ")?.split(':').next());
    let mut due: Vec<&str> = names.filter(|name| *name != "RECIPROCALS").collect();
    let all = all();
    let mut found: Vec<&str> = all.iter().flat_map(|c| c.names).copied().collect();
    due.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, due);
}

/// Oracle: the bound that the error argument of the logarithm rests on, in exact integers.
#[test]
fn reciprocals_bring_every_significand_near_one() {
    for m in 1u32 << 23..1 << 24 {
        let scaled = m * log::RECIPROCALS[(m >> 18 & 31) as usize];
        assert!(scaled.abs_diff(1 << 31) < 1 << 26, "{m:x}");
    }
    // What cancels for arguments just below 1.
    assert_eq!(log::LOG_E_HIGH[31], log::LOG_E_OF_2_HIGH);
    assert_eq!(log::LOG_E_LOW[31], log::LOG_E_OF_2_LOW);
    assert_eq!(log::LOG_2_HIGH[31], log::LOG_2_OF_2_HIGH);
    assert_eq!(log::LOG_2_LOW[31], log::LOG_2_OF_2_LOW);
    assert_eq!(log::LOG_10_HIGH[31], log::LOG_10_OF_2_HIGH);
    assert_eq!(log::LOG_10_LOW[31], log::LOG_10_OF_2_LOW);
}

/// Oracle: the tables with one bit of one entry flipped: each bit of each entry of each, in turn.
#[test]
fn one_wrong_bit_is_caught_wherever_it_is() {
    for Constants { names, found, due } in all() {
        let bits = 64 * names.len() as u32;
        for (k, bit) in (0..found.len()).flat_map(|k| (0..bits).map(move |bit| (k, bit))) {
            let mut planted = found.clone();
            planted[k] ^= 1 << bit;
            assert_eq!(wrong(&planted, &due), Some(k), "{names:?}");
        }
    }
    let c = &mut Consts::new().expect("constants");
    for (k, bit) in (0..32).flat_map(|k| (0..9).map(move |bit| (k, bit))) {
        let mut planted = log::RECIPROCALS;
        planted[k] ^= 1 << bit;
        if planted[k] == 0 {
            continue;
        }
        // The reciprocals of the logarithms are excluded.
        let seen = logarithmic(&planted, c);
        let seen = seen.iter().any(|c| wrong(&c.found, &c.due) == Some(k));
        assert!(seen, "{k}, bit {bit}");
    }
}
