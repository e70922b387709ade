//! Comparison of an output with its reference.

use crate::layout::BufferScalar;
use crate::manifest::Equality;
use serde::{Deserialize, Serialize};
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

/// Deviations that a tolerance permitted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// That error: floats between the results where the equality counts those, else their difference.
    pub error: f64,
    /// The bound beside it, in the same unit.
    pub bound: f64,
    /// Elements whose error is above half of the bound.
    pub above_half: u64,
    /// Elements that are NaN in both.
    pub nans: u64,
}

impl ToleranceUse {
    pub(crate) fn add(&mut self, other: &Self) {
        if other.largest > self.largest {
            (self.largest, self.error, self.bound) = (other.largest, other.error, other.bound);
        }
        self.elements += other.elements;
        self.above_half += other.above_half;
        self.nans += other.nans;
    }
}

/// The differences that an output may have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Allowance<'a> {
    /// The same for every element.
    Equality(Equality),
    /// A bound of the error of each element, infinite where none is known.
    Bounds(&'a [f64]),
}

impl Allowance<'_> {
    /// The equality of the element at a position.
    fn at(self, position: usize) -> Equality {
        match self {
            Self::Equality(equality) => equality,
            // The least bound still makes both zeros equal: a device need not keep the sign of a zero
            // (<https://www.w3.org/TR/WGSL/#differences-from-ieee754>).
            Self::Bounds(bounds) => {
                let bound = bounds.get(position).copied().unwrap_or(0.0);
                Equality::Absolute(bound.max(f64::MIN_POSITIVE))
            }
        }
    }
}

/// Compares the scalars of an output with the bits that the reference states; `None` states nothing.
pub(crate) fn compare(
    scalars: &[BufferScalar],
    expected: &[Option<u64>],
    found: &[u8],
    allowance: Allowance<'_>,
    poison: u32,
) -> Comparison {
    let mut result = Comparison::default();
    for (k, (scalar, expected)) in scalars.iter().zip(expected).enumerate() {
        let Some(expected) = *expected else { continue };
        let bits = scalar.bits(found);
        let error = error(scalar, expected, bits, allowance.at(k));
        let tolerance = &mut result.tolerance;
        tolerance.elements += 1;
        if error.share <= 1.0 {
            if error.share > tolerance.largest {
                (tolerance.largest, tolerance.error) = (error.share, error.error);
                tolerance.bound = error.bound;
            }
            tolerance.above_half += u64::from(error.share > 0.5);
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

/// The error of an element beside its bound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ElementError {
    /// The error as a part of the bound: above 1 the elements are unequal.
    pub(crate) share: f64,
    error: f64,
    bound: f64,
}

impl ElementError {
    const UNEQUAL: Self = Self {
        share: f64::INFINITY,
        error: f64::INFINITY,
        bound: 0.0,
    };

    fn new(error: f64, bound: f64) -> Self {
        // An element without a bound is reported for that, not for its error.
        let share = if bound.is_infinite() {
            0.0
        } else {
            error / bound
        };
        Self {
            share: if error == 0.0 { 0.0 } else { share },
            error,
            bound,
        }
    }
}

/// The error of an element. No bound accepts a NaN beside a number, or an infinity beside anything else.
pub(crate) fn error(
    scalar: &BufferScalar,
    expected: u64,
    found: u64,
    equality: Equality,
) -> ElementError {
    if expected == found {
        return ElementError::default();
    }
    if !scalar.is_float() {
        return ElementError::UNEQUAL;
    }
    let (a, b) = (scalar.number(expected), scalar.number(found));
    if a.is_nan() && b.is_nan() {
        return ElementError::default();
    }
    if !a.is_finite() || !b.is_finite() {
        return ElementError::UNEQUAL;
    }
    let apart = (a - b).abs();
    match equality {
        // `OrderFree` and `Bound` have a bound for the case, or for the element, in their place.
        Equality::Exact | Equality::SameEveryRun | Equality::OrderFree | Equality::Bound => {
            ElementError::UNEQUAL
        }
        Equality::Absolute(bound) => ElementError::new(apart, bound),
        Equality::Relative(bound) => ElementError::new(apart, bound * a.abs().max(b.abs())),
        Equality::Ulps(bound) => {
            let apart = (ordered(scalar, expected) - ordered(scalar, found)).unsigned_abs();
            ElementError::new(apart as f64, f64::from(bound))
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
        error(&scalar, a.to_bits().into(), b.to_bits().into(), equality).share <= 1.0
    }

    /// Oracle: IEEE 754, by hand.
    #[test]
    fn tolerances_accept_stated_distances_and_no_nan_or_infinity() {
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
