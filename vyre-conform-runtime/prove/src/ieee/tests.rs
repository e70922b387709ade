//! The specifications compared with the processor, and with a search for the nearest number.

use super::table::{Direction, Relation, Specification, TABLE};
use crate::term::{Cone, TermId, Terms};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use vyre_conform_runtime::generate::{Source, Witnesses, case, edges};
use vyre_conform_spec::{FloatFormat, ValueType};

const F32: FloatFormat = FloatFormat::F32;

/// Evaluates a specification.
struct SpecificationProbe {
    terms: Terms,
    cone: Cone,
    space: Vec<u128>,
}

impl SpecificationProbe {
    fn new(specification: Specification, types: &[ValueType], result: ValueType) -> Self {
        let mut terms = Terms::default();
        let width = |ty: &ValueType| ty.float().map_or(32, FloatFormat::bits);
        let operands: Vec<TermId> = types.iter().map(|ty| terms.input(width(ty))).collect();
        let term = specification.term(&mut terms, types, &operands, result);
        let cone = Cone::of(&terms, &[term.expect("it fits")]);
        Self {
            terms,
            cone,
            space: vec![],
        }
    }

    fn of(&mut self, operands: &[u32]) -> u32 {
        let inputs: Vec<u128> = operands.iter().map(|word| (*word).into()).collect();
        self.cone.value(&self.terms, &inputs, &mut self.space) as u32
    }
}

/// Edge values and edge-biased witnesses of these types, as words.
fn operands(types: &[ValueType], max: u64) -> Vec<Vec<u32>> {
    let words = |source: &dyn Source, number| {
        let values = case(source, number);
        values.iter().map(|value| value.words()[0]).collect()
    };
    let edges = edges(types);
    let step = edges.len().div_ceil(max).max(1);
    let of_edges = (0..edges.len()).step_by(step as usize);
    let mut all: Vec<Vec<u32>> = of_edges.map(|n| words(&*edges, n)).collect();
    let random = Witnesses::new(types, 3, max);
    all.extend((0..random.len()).map(|n| words(&random, n)));
    all
}

/// Pairs of binary32 whose scales are near, far, and beyond the room in a word.
fn pairs() -> Vec<Vec<u32>> {
    let mut all = operands(&[ValueType::F32; 2], 20_000);
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u32
    };
    for distance in 0..254 {
        for _ in 0..60 {
            let (a, b) = (next(), next());
            let low = next() % (254 - distance);
            let convert = |bits: u32, field: u32| bits & 0x807f_ffff | field << 23;
            let near = [a, a & !0xffff, a & 0x8000_0000][next() as usize % 3];
            all.push(vec![convert(near, low + distance), convert(b, low)]);
            all.push(vec![convert(b, low), convert(near, low + distance)]);
        }
    }
    all
}

fn same(expected: f32) -> u32 {
    F32.canonical(expected.to_bits())
}

/// Oracle: the processor's binary32, whose sums, products, comparisons and roundings Rust guarantees.
#[test]
fn specification_agrees_with_the_processor() {
    use Specification as S;
    type HostFunction = fn(f32, f32) -> u32;
    let float: [(Specification, HostFunction); 6] = [
        (S::Sum, |a, b| same(a + b)),
        (S::Difference, |a, b| same(a - b)),
        (S::Product, |a, b| same(a * b)),
        (S::Quotient, |a, b| same(a / b)),
        (S::Extreme { greatest: false }, |a, b| {
            let first = b.is_nan() || a.total_cmp(&b) == Ordering::Less && !a.is_nan();
            same(if first { a } else { b })
        }),
        (S::Extreme { greatest: true }, |a, b| {
            let first = b.is_nan() || a.total_cmp(&b) == Ordering::Greater && !a.is_nan();
            same(if first { a } else { b })
        }),
    ];
    let truth: [(Relation, HostFunction); 5] = [
        (Relation::Equal, |a, b| (a == b).into()),
        (Relation::Less, |a, b| (a < b).into()),
        (Relation::AtMost, |a, b| (a <= b).into()),
        (Relation::Greater, |a, b| (a > b).into()),
        (Relation::AtLeast, |a, b| (a >= b).into()),
    ];
    let float = float.map(|(item, expected)| (item, ValueType::F32, expected));
    let truth = truth.into_iter();
    let truth = truth.map(|(item, expected)| (S::Compare(item), ValueType::Bool, expected));
    let pairs = pairs();
    for (specification, result, expected) in float.into_iter().chain(truth) {
        let mut probe = SpecificationProbe::new(specification, &[ValueType::F32; 2], result);
        for pair in &pairs {
            let [a, b] = [pair[0], pair[1]].map(f32::from_bits);
            // The total order would distinguish NaNs by sign.
            let [x, y] = [a, b].map(|a| f32::from_bits(F32.canonical(a.to_bits())));
            assert_eq!(
                probe.of(pair),
                expected(x, y),
                "{specification:?} of {pair:08x?}"
            );
        }
    }
}

/// Oracle: the processor, for one operand.
#[test]
#[ignore = "a long run: seconds"]
fn roundings_and_conversions_agree_with_the_processor() {
    use Direction::{Down, Nearest, TowardZero, Up};
    use Specification as S;
    type HostFunction = fn(f32) -> u32;
    let to = |direction, signed| S::ToInteger { direction, signed };
    let rows: [(Specification, ValueType, HostFunction); 13] = [
        (S::Root, ValueType::F32, |a| same(a.sqrt())),
        (S::Integral(Down), ValueType::F32, |a| same(a.floor())),
        (S::Integral(Up), ValueType::F32, |a| same(a.ceil())),
        (S::Integral(TowardZero), ValueType::F32, |a| same(a.trunc())),
        (S::Integral(Nearest), ValueType::F32, |a| {
            same(a.round_ties_even())
        }),
        (to(Nearest, true), ValueType::I32, |a| {
            a.round_ties_even() as i32 as u32
        }),
        (to(TowardZero, true), ValueType::I32, |a| a as i32 as u32),
        (to(Down, true), ValueType::I32, |a| a.floor() as i32 as u32),
        (to(Up, true), ValueType::I32, |a| a.ceil() as i32 as u32),
        (to(Nearest, false), ValueType::U32, |a| {
            a.round_ties_even() as u32
        }),
        (to(Up, false), ValueType::U32, |a| a.ceil() as u32),
        (S::Convert, ValueType::F16, |a| FloatFormat::F16.nearest(a)),
        (S::Convert, ValueType::BF16, |a| {
            FloatFormat::BF16.nearest(a)
        }),
    ];
    let cases = operands(&[ValueType::F32], 100_000);
    for (specification, result, expected) in rows {
        let mut probe = SpecificationProbe::new(specification, &[ValueType::F32], result);
        for case in &cases {
            let expected = expected(f32::from_bits(case[0]));
            assert_eq!(probe.of(case), expected, "{specification:?} of {case:08x?}");
        }
    }
    for (signed, ty) in [(true, ValueType::I32), (false, ValueType::U32)] {
        let mut probe = SpecificationProbe::new(S::FromInteger { signed }, &[ty], ValueType::F32);
        for case in operands(&[ty], 100_000) {
            let expected = if signed {
                (case[0] as i32) as f32
            } else {
                case[0] as f32
            };
            assert_eq!(probe.of(&case), expected.to_bits(), "{ty:?} {case:08x?}");
        }
    }
}

/// The value of a format nearest to a finite binary64 number, by search among all.
fn nearest(format: FloatFormat, value: f64) -> u32 {
    let convert = |bits: u32| f64::from(format.to_f32(bits));
    let last = format.greatest_finite();
    // Infinity replaces the next number after the greatest.
    let next = |bits: u32| {
        if bits == last {
            2.0 * convert(last) - convert(last - 1)
        } else {
            convert(bits + 1)
        }
    };
    let magnitude = value.abs();
    let (mut low, mut high) = (0, last + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if convert(middle) <= magnitude {
            low = middle
        } else {
            high = middle
        }
    }
    let up = match (magnitude - convert(low)).partial_cmp(&(next(low) - magnitude)) {
        Some(Ordering::Less) => false,
        Some(Ordering::Equal) => low & 1 == 1,
        _ => true,
    };
    let sign = if value.is_sign_negative() {
        format.sign()
    } else {
        0
    };
    sign | (low + u32::from(up))
}

/// Oracle: exact sums and products in binary64 and a search. Sums of bfloat16 that binary64 cannot
/// represent are left out.
#[test]
fn sixteen_bits_are_rounded_to_the_nearest() {
    for format in [FloatFormat::F16, FloatFormat::BF16] {
        let ty = ValueType::Float(format);
        type ExactFunction = fn(f64, f64) -> f64;
        let rows: [(Specification, ExactFunction); 4] = [
            (Specification::Sum, |a, b| a + b),
            (Specification::Difference, |a, b| a - b),
            (Specification::Product, |a, b| a * b),
            // Binary64 is off by less than 2^-53, and no inexact quotient of 11 digits is that close to
            // a tie.
            (Specification::Quotient, |a, b| a / b),
        ];
        for (specification, exactly) in rows {
            let mut probe = SpecificationProbe::new(specification, &[ty; 2], ty);
            let mut count = 0;
            for pair in operands(&[ty; 2], 50_000) {
                let [a, b] = [pair[0], pair[1]].map(|bits| f64::from(format.to_f32(bits)));
                let value = exactly(a, b);
                let is_sum = matches!(
                    specification,
                    Specification::Sum | Specification::Difference
                );
                let is_held =
                    !is_sum || value - a == exactly(0.0, b) && value - exactly(0.0, b) == a;
                if !value.is_finite() || !is_held {
                    continue;
                }
                count += 1;
                let expected = nearest(format, value);
                assert_eq!(probe.of(&pair), expected, "{specification:?} {pair:04x?}");
            }
            assert!(count > 10_000, "{format:?} {specification:?}: {count}");
        }
    }
}

/// Oracle: the processor, whose `mul_add` of binary32 rounds once, as Rust guarantees.
#[test]
#[ignore = "a long run: seconds"]
fn fused_sums_agree_with_the_processor() {
    let f32s = [ValueType::F32; 3];
    let mut probe = SpecificationProbe::new(Specification::FusedSum, &f32s, ValueType::F32);
    let mut cases = operands(&f32s, 60_000);
    // Addends near the product, and opposite to it.
    for case in cases.clone() {
        let [a, b] = [case[0], case[1]].map(f32::from_bits);
        let near = (-(a * b)).to_bits();
        cases.push(vec![case[0], case[1], near]);
        cases.push(vec![case[0], case[1], near ^ 1]);
    }
    for case in cases {
        let [a, b, c] = [case[0], case[1], case[2]].map(f32::from_bits);
        let expected = same(a.mul_add(b, c));
        assert_eq!(probe.of(&case), expected, "{case:08x?}");
    }
}

/// Oracle: integer arithmetic: every binary16 is an integer in units of 2^-24, so a product plus an
/// addend is one in units of 2^-48, and a division by the unit of the result rounds it.
#[test]
fn fused_sums_of_binary16_agree_with_integers() {
    let format = FloatFormat::F16;
    let ty = ValueType::Float(format);
    let mut probe = SpecificationProbe::new(Specification::FusedSum, &[ty; 3], ty);
    let convert = |bits: u32| (f64::from(format.to_f32(bits)) * 2f64.powi(24)) as i128;
    let is_finite = |bits: &u32| bits & 0x7c00 != 0x7c00;
    let mut count = 0;
    for case in operands(&[ty; 3], 100_000) {
        if !case.iter().all(is_finite) {
            continue;
        }
        let [a, b, c] = [convert(case[0]), convert(case[1]), convert(case[2])];
        let exact = a * b + (c << 24);
        if exact == 0 {
            continue;
        }
        count += 1;
        let magnitude = exact.unsigned_abs();
        let unit = magnitude.ilog2().saturating_sub(10).max(24);
        let (kept, rest) = (magnitude >> unit, magnitude & ((1 << unit) - 1));
        let half = 1 << (unit - 1);
        let up = rest > half || rest == half && kept & 1 == 1;
        // The implied digit increments the exponent, and so does a carry.
        let expected = (u128::from(unit - 24) << 10) + kept + u128::from(up);
        let expected = expected.min(0x7c00) as u32 | if exact < 0 { 0x8000 } else { 0 };
        assert_eq!(probe.of(&case), expected, "{case:04x?}");
    }
    assert!(count > 50_000, "{count}");
}

/// Oracle: binary64 and a search, for every number: no root is closer to a tie than the error of
/// binary64.
#[test]
fn roots_of_sixteen_bits_are_rounded_to_the_nearest() {
    type HostFunction = fn(f64) -> f64;
    let rows: [(Specification, HostFunction); 2] = [
        (Specification::Root, f64::sqrt),
        (Specification::ReciprocalRoot, |a| 1.0 / a.sqrt()),
    ];
    for format in [FloatFormat::F16, FloatFormat::BF16] {
        let ty = ValueType::Float(format);
        for (specification, of) in rows {
            let mut probe = SpecificationProbe::new(specification, &[ty], ty);
            for bits in 0..1u32 << 16 {
                let value = of(f64::from(format.to_f32(bits)));
                let expected = match (value.is_nan(), value.is_infinite()) {
                    (true, _) => format.canonical_nan(),
                    (_, true) => format.greatest() | bits & format.sign(),
                    _ => nearest(format, value),
                };
                assert_eq!(probe.of(&[bits]), expected, "{specification:?} {bits:04x}");
            }
        }
    }
}

/// A positive finite number as an integer and a power of two.
fn parts(bits: u32) -> (u128, i32) {
    let (field, fraction) = ((bits >> 23) as i32, u128::from(bits & 0x7f_ffff));
    match field {
        0 => (fraction, -149),
        field => (fraction | 1 << 23, field - 150),
    }
}

/// Oracle: integer arithmetic: the exact number lies between the two ties next to the result, so the
/// square of the lower tie times the operand is below 1, and that of the upper one above; special
/// operands by the standard, 9.2.1.
#[test]
fn reciprocal_roots_lie_between_the_ties_beside_them() {
    let mut probe = SpecificationProbe::new(
        Specification::ReciprocalRoot,
        &[ValueType::F32],
        ValueType::F32,
    );
    let infinity = F32.greatest();
    for (bits, expected) in [
        (0, infinity),
        (0x8000_0000, 0x8000_0000 | infinity),
        (infinity, 0),
        (0x8000_0000 | infinity, F32.canonical_nan()),
        (0xbf80_0000, F32.canonical_nan()),
        (0x8000_0001, F32.canonical_nan()),
        (0xffc0_0001, F32.canonical_nan()),
        (0x7f80_0001, F32.canonical_nan()),
        (0x4080_0000, 0x3f00_0000),
    ] {
        assert_eq!(probe.of(&[bits]), expected, "{bits:08x}");
    }
    let mut count = 0;
    for case in operands(&[ValueType::F32], 100_000) {
        let bits = case[0] & 0x7fff_ffff;
        if bits == 0 || bits >= infinity {
            continue;
        }
        count += 1;
        let ((x, unit), (y, place)) = (parts(bits), parts(probe.of(&[bits])));
        // In quarters of the unit of the result; below a power of two that unit is half as large.
        let below = 4 * y - if y == 1 << 23 { 1 } else { 2 };
        let (low, high) = (below * below * x, (4 * y + 2).pow(2) * x);
        let one = 1u128 << -(2 * place - 4 + unit);
        assert!(low < one && one < high, "{bits:08x}");
    }
    assert!(count > 50_000, "{count}");
}

/// Oracle: the table has one row per op.
#[test]
fn every_row_is_of_another_op() {
    let ids: BTreeSet<&str> = TABLE.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids.len(), TABLE.len());
    let f32s = [ValueType::F32; 2];
    assert!(Specification::Sum.fits(&f32s, ValueType::F32));
    assert!(!Specification::Sum.fits(&f32s[..1], ValueType::F32));
    assert!(!Specification::Sum.fits(&f32s, ValueType::F16));
    assert!(Specification::Root.fits(&f32s[..1], ValueType::F32));
    assert!(!Specification::Quotient.fits(&f32s[..1], ValueType::F32));
    assert!(!Specification::Convert.fits(&f32s[..1], ValueType::F32));
    let small = [ValueType::Float(FloatFormat::F8E4M3)];
    assert!(
        !Specification::IsNan.fits(&small, ValueType::Bool),
        "it has no infinity"
    );
}
