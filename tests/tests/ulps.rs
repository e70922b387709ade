//! The distance in units in the last place, compared with independent definitions: ranks among sorted numbers, and the
//! standard library's steps from one number to the next.

use proptest::prelude::*;
use std::collections::BTreeMap;
use vyre_conform_runtime::half::{bf16, f16};
use vyre_conform_runtime::spec::{FloatFormat, Tolerance, ValueType, ulp};

/// The rank of every finite number of a 16-bit format by value, so that both zeros share one; `None` for other values.
fn ranks(value: fn(u16) -> f64) -> Vec<Option<u32>> {
    let finite = (0..=u16::MAX).filter(|bits| value(*bits).is_finite());
    // Doubles represent every value exactly, and order by their bits, flipped for negative ones.
    let key = |bits: u16| {
        let bits = (value(bits) + 0.0).to_bits() as i64;
        bits ^ ((bits >> 63) as u64 >> 1) as i64
    };
    let mut sorted: Vec<i64> = finite.map(key).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let places: BTreeMap<i64, u32> = sorted.into_iter().zip(0..).collect();
    let rank = |bits| value(bits).is_finite().then(|| places[&key(bits)]);
    (0..=u16::MAX).map(rank).collect()
}

fn of_every_pair(format: FloatFormat, value: fn(u16) -> f64) {
    let ranks = ranks(value);
    let special = [
        0u16, 1, 2, 0x8000, 0x8001, 0x7bff, 0x7c00, 0x7f7f, 0x7f80, 0xfbff, 0xfc00, 0xff80,
    ];
    // Every value against special ones, its neighbours, and some everywhere.
    for a in 0..=u16::MAX {
        let spread = (0..=u16::MAX).step_by(1021).chain(special);
        for b in spread.chain((0..5).map(|k| a.wrapping_add(k).wrapping_sub(2))) {
            let expected = match (ranks[usize::from(a)], ranks[usize::from(b)]) {
                (Some(x), Some(y)) => Some(x.abs_diff(y)),
                (None, None) if value(a).is_nan() && value(b).is_nan() => Some(0),
                (None, None) if value(a) == value(b) => Some(0),
                _ => None,
            };
            let actual = format.ulps(a.into(), b.into());
            assert_eq!(actual, expected, "{a:04x}, {b:04x}");
        }
    }
}

/// Oracle: ranks of the exact values.
#[test]
fn distances_of_f16_are_differences_of_ranks() {
    of_every_pair(FloatFormat::F16, |bits| f16::from_bits(bits).to_f64());
}

/// Oracle: ranks of the exact values.
#[test]
fn distances_of_bf16_are_differences_of_ranks() {
    of_every_pair(FloatFormat::BF16, |bits| bf16::from_bits(bits).to_f64());
}

/// Oracle: the table in the documentation of `spec::ulp`.
#[test]
fn zeros_infinities_and_nan_are_as_defined() {
    let of = |a: f32, b: f32| FloatFormat::F32.ulps(a.to_bits(), b.to_bits());
    let min = f32::from_bits(1);
    assert_eq!(of(-0.0, 0.0), Some(0));
    assert_eq!(
        (of(0.0, min), of(-0.0, min), of(-min, min)),
        (Some(1), Some(1), Some(2))
    );
    assert_eq!(of(f32::MIN_POSITIVE, f32::from_bits(0x007f_ffff)), Some(1));
    assert_eq!(of(f32::MAX, f32::MIN), Some(0xfeff_fffe));
    assert_eq!(
        (of(f32::MAX, f32::INFINITY), of(f32::INFINITY, f32::MAX)),
        (None, None)
    );
    assert_eq!(of(f32::INFINITY, f32::INFINITY), Some(0));
    assert_eq!(of(f32::INFINITY, f32::NEG_INFINITY), None);
    assert_eq!(of(f32::NAN, f32::from_bits(0xff80_0001)), Some(0));
    assert_eq!(
        (
            of(f32::NAN, f32::INFINITY),
            of(1.0, f32::NAN),
            of(f32::NAN, 1.0)
        ),
        (None, None, None)
    );
    // The high half of a word is not part of a 16-bit number.
    assert_eq!(FloatFormat::F16.ulps(0x3c00, 0x1_3c00), None);
    let huge = Tolerance::ulps(u32::MAX);
    assert!(!huge.accepts(ValueType::F16, &[0x3c00], &[0x1_3c00]));
    assert!(!huge.accepts(
        ValueType::F32,
        &[f32::MAX.to_bits()],
        &[f32::INFINITY.to_bits()]
    ));
    assert!(
        !huge.accepts(ValueType::U32, &[1], &[2]),
        "only floats have a distance"
    );
    assert!(
        !Tolerance::EXACT.accepts(ValueType::F32, &[0], &[0x8000_0000]),
        "strict zeros differ"
    );
    assert_eq!(ulp::distance(ValueType::Vec2U32, &[0, 0], &[0, 0]), None);
    assert_eq!(Tolerance::ulps(0), Tolerance::EXACT);
}

proptest! {
    /// Oracle: `f32::next_up`, this many times.
    #[test]
    fn steps_up_are_counted(bits in any::<u32>(), steps in 0u32..200) {
        let start = f32::from_bits(bits);
        prop_assume!(start.is_finite());
        let mut position = start;
        for _ in 0..steps {
            position = position.next_up();
        }
        prop_assume!(position.is_finite());
        let (a, b) = (bits, position.to_bits());
        prop_assert_eq!(FloatFormat::F32.ulps(a, b), Some(steps));
        prop_assert_eq!(FloatFormat::F32.ulps(b, a), Some(steps));
        let within = |ulps| Tolerance::ulps(ulps).accepts(ValueType::F32, &[a], &[b]);
        prop_assert!(within(steps.max(1)));
        prop_assert!(steps < 2 || !within(steps - 1));
    }

    /// Oracle: distances along a line add up.
    #[test]
    fn distances_add_up(a in any::<f32>(), b in any::<f32>(), c in any::<f32>()) {
        let mut line = [a, b, c];
        prop_assume!(line.iter().all(|x| x.is_finite()));
        line.sort_by(f32::total_cmp);
        let of = |a: f32, b: f32| {
            let actual = FloatFormat::F32.ulps(a.to_bits(), b.to_bits());
            u64::from(actual.expect("finite"))
        };
        prop_assert_eq!(of(line[0], line[1]) + of(line[1], line[2]), of(line[0], line[2]));
    }

    /// Oracle: the same for a few steps around zero.
    #[test]
    fn zero_is_one_number(below in 0u32..100, above in 0u32..100, negative in any::<bool>()) {
        let (a, b) = (0x8000_0000 | below, above);
        let actual = if negative { FloatFormat::F32.ulps(a, b) } else { FloatFormat::F32.ulps(b, a) };
        prop_assert_eq!(actual, Some(below + above));
    }
}
