//! Exact sums, and the error that an order of additions may cause.

use crate::layout::BufferScalar;
use crate::manifest::Equality;
use vyre_conform_import::ScalarType;

/// The sum of floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ExactSum {
    /// The sum, exact but for the last bits of binary64.
    pub(super) value: f64,
    /// The sum of magnitudes.
    magnitude: f64,
    terms: usize,
}

impl ExactSum {
    /// Sums by Neumaier, whose error is of the second order in binary64.
    pub(super) fn new(scalars: &[BufferScalar], bytes: &[u8]) -> Self {
        let (mut sum, mut lost, mut magnitude) = (0.0_f64, 0.0_f64, 0.0_f64);
        for scalar in scalars {
            let term = scalar.number(scalar.bits(bytes));
            let next = sum + term;
            lost += if sum.abs() >= term.abs() {
                (sum - next) + term
            } else {
                (term - next) + sum
            };
            sum = next;
            magnitude += term.abs();
        }
        let (value, terms) = (sum + lost, scalars.len());
        Self {
            value,
            magnitude,
            terms,
        }
    }

    /// The bound of a sum in a type, in whatever order: an addition is correctly rounded
    /// (<https://www.w3.org/TR/WGSL/#concrete-float-accuracy>) and may flush a subnormal, so n additions have an error
    /// of at most n u / (1 - n u) times the sum of magnitudes (Higham, Accuracy and Stability of Numerical Algorithms,
    /// section 4.2).
    pub(super) fn bound(&self, kind: ScalarType) -> Equality {
        let (unit, least) = match kind {
            ScalarType::F16 => (2_f64.powi(-11), 2_f64.powi(-14)),
            ScalarType::F64 => (2_f64.powi(-53), f64::MIN_POSITIVE),
            _ => (2_f64.powi(-24), 2_f64.powi(-126)),
        };
        let part = self.terms as f64 * unit;
        if part < 1.0 {
            Equality::Absolute(
                part / (1.0 - part) * self.magnitude
                    + self.terms as f64 * least
                    + f64::MIN_POSITIVE,
            )
        } else {
            // From this number of additions on there is no bound.
            Equality::Absolute(f64::MAX)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::scalars;
    use vyre_conform_import::DataLayout;

    fn sum(numbers: &[f32]) -> ExactSum {
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        ExactSum::new(&all(bytes.len()), &bytes)
    }

    fn all(bytes: usize) -> Vec<BufferScalar> {
        (0..bytes / 4)
            .flat_map(|k| {
                let mut one = scalars(&DataLayout::Scalar(ScalarType::F32), 4);
                one.iter_mut().for_each(|scalar| scalar.offset = 4 * k);
                one
            })
            .collect()
    }

    /// Oracle: sums by hand, in two orders of binary32.
    #[test]
    fn orders_of_additions_stay_within_the_bound() {
        let exact = sum(&[1e8, 1.0, -1e8, 0.5]);
        assert_eq!((exact.value, exact.magnitude), (1.5, 200_000_001.5));
        let numbers: Vec<f32> = (1..1000).map(|k| 1.0 / k as f32).collect();
        let exact = sum(&numbers);
        let Equality::Absolute(bound) = exact.bound(ScalarType::F32) else {
            panic!("a bound");
        };
        let ascending: f32 = numbers.iter().sum();
        let descending: f32 = numbers.iter().rev().sum();
        assert_ne!(ascending, descending);
        for order in [ascending, descending] {
            assert!((f64::from(order) - exact.value).abs() <= bound, "{order}");
        }
        // A lost last term is beyond it.
        assert!(1.0 / 999.0 > bound, "{bound}");
    }
}
