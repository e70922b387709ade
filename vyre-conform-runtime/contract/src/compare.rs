//! Comparison of an output with its reference.

use crate::layout::BufferScalar;
use crate::manifest::Equality;
use serde::Serialize;
use vyre_conform_import::ScalarType;

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    /// The path behind the name of the buffer.
    pub(crate) path: String,
    pub(crate) expected: String,
    pub(crate) found: String,
    /// The bits of the element are poison.
    pub(crate) is_poison: bool,
}

/// The comparison of one output.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) first: Option<Difference>,
    /// Elements that differ.
    pub(crate) wrong: usize,
    pub(crate) tolerance: ToleranceUse,
}

/// The use that results make of a tolerance: the part that it hides.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ToleranceUse {
    /// The output.
    pub buffer: String,
    /// The equality.
    pub equality: String,
    /// Elements compared.
    pub elements: u64,
    /// The largest error seen, as a part of the bound.
    pub largest: f64,
    /// Elements whose error is above half of the bound.
    pub above_half: u64,
    /// Elements that are NaN in both.
    pub nans: u64,
}

impl ToleranceUse {
    pub(crate) fn add(&mut self, other: &Self) {
        self.elements += other.elements;
        self.largest = self.largest.max(other.largest);
        self.above_half += other.above_half;
        self.nans += other.nans;
    }
}

/// Compares the scalars of an output with the bits that the reference states; `None` states nothing.
pub(crate) fn compare(
    scalars: &[BufferScalar],
    expected: &[Option<u64>],
    found: &[u8],
    equality: Equality,
    poison: u32,
) -> Comparison {
    let mut result = Comparison::default();
    for (scalar, expected) in scalars.iter().zip(expected) {
        let Some(expected) = *expected else { continue };
        let bits = scalar.bits(found);
        let error = error(scalar, expected, bits, equality);
        let tolerance = &mut result.tolerance;
        tolerance.elements += 1;
        if error <= 1.0 {
            tolerance.largest = tolerance.largest.max(error);
            tolerance.above_half += u64::from(error > 0.5);
            tolerance.nans += u64::from(is_nan(scalar, bits));
            continue;
        }
        result.wrong += 1;
        if result.first.is_none() {
            let mask = u64::MAX >> (64 - 8 * scalar.kind.bytes());
            let at = scalar.offset % 4 * 8;
            result.first = Some(Difference {
                path: scalar.path.clone(),
                expected: scalar.written(expected),
                found: scalar.written(bits),
                is_poison: bits == ((u64::from(poison) * 0x1_0000_0001) >> at) & mask,
            });
        }
    }
    result
}

fn is_nan(scalar: &BufferScalar, bits: u64) -> bool {
    scalar.is_float() && scalar.number(bits).is_nan()
}

/// The error of an element as a part of the bound: above 1 they are unequal. No bound accepts a NaN beside a number,
/// or an infinity beside anything else.
pub(crate) fn error(scalar: &BufferScalar, expected: u64, found: u64, equality: Equality) -> f64 {
    const UNEQUAL: f64 = f64::INFINITY;
    if expected == found {
        return 0.0;
    }
    if !scalar.is_float() {
        return UNEQUAL;
    }
    let (a, b) = (scalar.number(expected), scalar.number(found));
    if a.is_nan() || b.is_nan() {
        return if a.is_nan() && b.is_nan() {
            0.0
        } else {
            UNEQUAL
        };
    }
    if a.is_infinite() || b.is_infinite() {
        return UNEQUAL;
    }
    let apart = (a - b).abs();
    match equality {
        // The case of the sum has a bound in its place.
        Equality::Exact | Equality::SameEveryRun | Equality::OrderFree => UNEQUAL,
        Equality::Absolute(bound) => apart / bound,
        Equality::Relative(_) if apart == 0.0 => 0.0,
        Equality::Relative(bound) => apart / (bound * a.abs().max(b.abs())),
        Equality::Ulps(bound) => {
            let apart = (ordered(scalar, expected) - ordered(scalar, found)).unsigned_abs();
            apart as f64 / f64::from(bound)
        }
    }
}

/// The position of a float among all of its type, the same for both zeros.
fn ordered(scalar: &BufferScalar, bits: u64) -> i128 {
    let sign = match scalar.kind {
        ScalarType::F16 => 15,
        ScalarType::F64 => 63,
        _ => 31,
    };
    let magnitude = i128::from(bits & ((1 << sign) - 1));
    if bits >> sign & 1 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(a: f32, b: f32, equality: Equality) -> bool {
        let scalar = BufferScalar {
            path: String::new(),
            offset: 0,
            kind: ScalarType::F32,
        };
        error(&scalar, a.to_bits().into(), b.to_bits().into(), equality) <= 1.0
    }

    /// Oracle: IEEE 754, by hand.
    #[test]
    fn tolerances_accept_what_they_state_and_no_nan_or_infinity() {
        let next = f32::from_bits(1.0_f32.to_bits() + 2);
        assert!(!float(1.0, next, Equality::Exact));
        assert!(float(1.0, next, Equality::Ulps(2)));
        assert!(!float(1.0, next, Equality::Ulps(1)));
        assert!(float(-0.0, 0.0, Equality::Ulps(1)));
        assert!(!float(-0.0, 0.0, Equality::Exact));
        assert!(float(
            f32::from_bits(1),
            -f32::from_bits(1),
            Equality::Ulps(2)
        ));
        assert!(float(100.0, 100.5, Equality::Relative(0.01)));
        assert!(!float(0.0, 1e-30, Equality::Relative(0.01)));
        assert!(float(0.0, 1e-30, Equality::Absolute(1e-9)));
        for equality in [
            Equality::Ulps(u32::MAX),
            Equality::Absolute(1e30),
            Equality::Relative(0.9),
        ] {
            assert!(!float(f32::NAN, 1.0, equality), "{equality}");
            assert!(!float(1.0, f32::NAN, equality), "{equality}");
            assert!(!float(f32::INFINITY, f32::MAX, equality), "{equality}");
            assert!(float(f32::NAN, -f32::NAN, equality), "{equality}");
        }
    }
}
