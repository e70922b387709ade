//! Bodies of float ops with planted faults, compared with the specification; none of them needs a
//! solver.

use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_prove::ieee::table::{Direction, Relation};
use vyre_conform_prove::ieee::{FloatCase, Ieee, Specification, cases};
use vyre_conform_prove::method::{LawOutcome, ProofMethod, ProverSettings};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::half::{bf16, f16};
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_spec::FloatFormat;

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;

#[vyre_fn]
const fn rank(a: u32) -> i32 {
    let magnitude = (a & !SIGN) as i32;
    if a >= SIGN {
        magnitude.wrapping_neg()
    } else {
        magnitude
    }
}

#[vyre_fn]
const fn less_of_all(a: u32, b: u32) -> bool {
    rank(a) < rank(b)
}

#[vyre_fn]
const fn is_number(a: u32) -> bool {
    (a & !SIGN) <= INFINITY
}

/// Orders NaNs, which are unordered.
#[vyre_op(lower = less_of_all, boundaries((1.0, 1.0)))]
pub fn lt_without_nan(a: f32, b: f32) -> bool {
    a < b
}

/// Returns the second of two zeros.
#[vyre_fn]
const fn lesser_or_second(a: u32, b: u32) -> u32 {
    if !is_number(a) {
        return if is_number(b) { b } else { 0x1FF << 22 };
    }
    if !is_number(b) {
        return a;
    }
    if rank(a) < rank(b) { a } else { b }
}

/// Its body, not its reference, handles zeros wrongly.
#[vyre_op(lower = lesser_or_second, boundaries((1.0, 1.0)))]
pub fn min_swapped(a: f32, b: f32) -> f32 {
    match a.total_cmp(&b) {
        _ if a.is_nan() => b,
        _ if b.is_nan() => a,
        core::cmp::Ordering::Less => a,
        _ => b,
    }
}

/// Rounds ties away from zero.
#[vyre_fn]
const fn narrow_away(a: u32) -> u32 {
    if !is_number(a) {
        return 0x7fc0;
    }
    a.wrapping_add(0x8000) >> 16
}

/// Its body rounds ties away from zero.
#[vyre_op(lower = narrow_away, boundaries(1.0))]
pub fn to_bf16_away(a: f32) -> bf16 {
    bf16::from_f32(a)
}

#[vyre_fn]
const fn is_above_infinity(a: u32) -> bool {
    (a & 0x7fff) > 0x7c00
}

/// True for a NaN.
#[vyre_op(lower = is_above_infinity, boundaries(f16::ONE))]
pub fn is_nan(a: f16) -> bool {
    a.is_nan()
}

#[vyre_fn]
const fn is_infinity_or_above(a: u32) -> bool {
    (a & 0x7fff) >= 0x7c00
}

/// Its body also accepts infinities.
#[vyre_op(lower = is_infinity_or_above, boundaries(f16::ONE))]
pub fn is_nan_or_infinite(a: f16) -> bool {
    a.is_nan()
}

#[vyre_fn]
const fn whole(a: u32) -> u32 {
    a
}

/// Returns the number itself.
#[vyre_op(lower = whole, boundaries(f16::ONE))]
pub fn round_never(a: f16) -> f16 {
    a
}

/// Returns the first operand instead of the sum.
#[vyre_fn]
const fn first(a: u32, _b: u32) -> u32 {
    a
}

/// Returns the first operand.
#[vyre_op(lower = first, boundaries((1.0, 1.0)))]
pub fn first_of_two(a: f32, _b: f32) -> f32 {
    a
}

/// The outcome of the claim that an op implements this specification.
fn decided(
    op: &str,
    specification: Specification,
    f: fn(Vec<FloatCase>) -> Vec<FloatCase>,
) -> LawOutcome {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let claim = Ieee::specified(op, specification).expect("it fits");
    let cases = f(claim.cases().to_vec());
    let solvers = Solvers::default();
    let settings = ProverSettings::with(&solvers, Duration::from_secs(60));
    claim.in_cases(cases).decide(&settings)
}

/// The inputs that refute it, and the message.
fn refuted(op: &str, specification: Specification) -> (Vec<Value>, String) {
    match decided(op, specification, |cases| cases) {
        LawOutcome::Refuted { inputs, message } => (inputs, message),
        other => panic!("{op}: {other:?}"),
    }
}

fn words(values: &[Value]) -> Vec<u32> {
    values.iter().map(|value| value.words()[0]).collect()
}

/// Oracle: the fault planted in each body.
#[test]
fn planted_faults_are_refuted() {
    let (inputs, message) = refuted(
        "f32::lt_without_nan",
        Specification::Compare(Relation::Less),
    );
    assert!(words(&inputs).iter().any(|a| !is_number(*a)), "{inputs:?}");
    assert!(
        message.contains("IEEE 754 has false, the body gives true"),
        "{message}"
    );
    assert!(
        message.contains("compiled reference what IEEE 754 has"),
        "{message}"
    );
    let minimum = Specification::Extreme { greatest: false };
    let (inputs, message) = refuted("f32::min_swapped", minimum);
    assert_eq!(words(&inputs), [SIGN, 0], "{message}");
    assert!(
        message.contains("IEEE 754 has -0.0 (0x8000_0000)"),
        "{message}"
    );
    let (inputs, message) = refuted("f32::to_bf16_away", Specification::Convert);
    let [bits] = words(&inputs)[..] else {
        panic!("one operand");
    };
    assert_eq!(
        bits & 0x1_ffff,
        0x8000,
        "a tie above an even one: {message}"
    );
    let nearest = Specification::Integral(Direction::Nearest);
    let (inputs, message) = refuted("f16::round_never", nearest);
    assert!(words(&inputs)[0] != 0, "{message}");
}

/// Oracle: the definition of a NaN, on all 2^16 bit patterns: the right body satisfies it, and the
/// wrong one accepts infinities too.
#[test]
fn few_inputs_are_all_tried() {
    let specification = Specification::IsNan;
    let right = decided("f16::is_nan", specification, |cases| cases);
    let LawOutcome::Proved(proof) = right else {
        panic!("{right:?}");
    };
    assert!(matches!(
        proof.method,
        ProofMethod::Small | ProofMethod::NormalForm
    ));
    let (inputs, message) = refuted("f16::is_nan_or_infinite", specification);
    assert_eq!(words(&inputs)[0] & 0x7fff, 0x7c00, "{message}");
}

/// Oracle: the removed case, which contains the reported inputs.
#[test]
fn a_case_too_few_is_refused() {
    let sum = Specification::Sum;
    let (inputs, message) = refuted("f32::first_of_two", sum);
    assert_eq!(inputs.len(), 2, "{message}");
    let lost = decided("f32::first_of_two", sum, |mut cases| {
        cases.retain(|case| *case != FloatCase::at(5));
        cases
    });
    let LawOutcome::Undecided(reason) = lost else {
        panic!("{lost:?}");
    };
    assert!(
        reason.to_string().contains("no case is about ("),
        "{reason}"
    );
}

/// Oracle: units of normalised numbers, from `-t` to the greatest exponent minus 2: every unit of a
/// product, a quotient and a gap is in one case, for products one of each length.
#[test]
fn cases_are_of_every_unit() {
    for format in [FloatFormat::F32, FloatFormat::F16, FloatFormat::BF16] {
        let ty = vyre_conform_spec::ValueType::Float(format);
        let (t, bias) = (format.fraction_bits() as i32, format.bias() as i32);
        let (min, max) = (-t, format.top_exponent() as i32 - 2);
        // Units of products are relative to that of the least number, 2^(1 - bias - t).
        let one = bias + t - 1;
        let count = |cases: &[FloatCase], of: fn(&FloatCase) -> Option<(i32, i32)>, unit: i32| {
            let inside = cases.iter().filter_map(of);
            inside.filter(|(a, b)| (*a..=*b).contains(&unit)).count()
        };
        let fused = cases(Specification::FusedSum, &[ty; 3]);
        for unit in 2 * min - one..=2 * max - one {
            let of = |case: &FloatCase| match case {
                FloatCase::Product {
                    least: min,
                    most: max,
                    ..
                } => Some((*min, *max)),
                _ => None,
            };
            assert_eq!(count(&fused, of, unit), 2, "{format:?} product {unit}");
        }
        for gap in 2 * min - one - max..=2 * max - one - min {
            let of = |case: &FloatCase| match case {
                FloatCase::Gap {
                    least: min,
                    most: max,
                    ..
                } => Some((*min, *max)),
                _ => None,
            };
            assert_eq!(count(&fused, of, gap), 2, "{format:?} gap {gap}");
        }
        let quotients = cases(Specification::Quotient, &[ty; 2]);
        if format != FloatFormat::F32 {
            assert_eq!(quotients, [], "they are tried");
            continue;
        }
        for distance in min - max..=max - min {
            let of = |case: &FloatCase| match case {
                FloatCase::Quotient {
                    least: min,
                    most: max,
                } => Some((*min, *max)),
                _ => None,
            };
            assert_eq!(count(&quotients, of, distance), 1, "quotient {distance}");
        }
    }
}

/// Oracle: the distances of two exponents of a format.
#[test]
fn cases_are_of_every_distance() {
    for format in [FloatFormat::F16, FloatFormat::BF16] {
        let types = [vyre_conform_spec::ValueType::Float(format); 2];
        assert_eq!(cases(Specification::Sum, &types), [], "they are tried");
    }
    for format in [FloatFormat::F32] {
        let types = [vyre_conform_spec::ValueType::Float(format); 2];
        let cases = cases(Specification::Sum, &types);
        assert_eq!(cases[0], FloatCase::Special);
        let max = format.top_exponent() as i32 - 2;
        for distance in -max..=max {
            let bounds_of = |case: &&FloatCase| match case {
                FloatCase::Distance { least, most: max } => (*least..=*max).contains(&distance),
                _ => false,
            };
            assert_eq!(
                cases.iter().filter(bounds_of).count(),
                1,
                "{format:?} {distance}"
            );
        }
    }
}
