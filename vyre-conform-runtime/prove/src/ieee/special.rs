//! Operations without arithmetic: signs, classes, and NaN.

use super::number::Number;
use crate::term::{TermId, Terms};
use vyre_conform_spec::FloatFormat;

/// The only NaN that operations return: quiet, positive, without payload (`docs/spec/floats.md`).
pub(super) fn canonical_nan(terms: &mut Terms, format: FloatFormat) -> TermId {
    terms.constant(format.bits(), format.canonical_nan().into())
}

/// The infinity with this sign.
pub(super) fn infinity(terms: &mut Terms, format: FloatFormat, sign: TermId) -> TermId {
    let infinity = terms.constant(format.bits() - 1, format.greatest().into());
    terms.concat(sign, infinity)
}

/// This value, or the canonical NaN if the operand is a NaN.
pub(super) fn unless_nan(terms: &mut Terms, a: &Number, value: TermId) -> TermId {
    let nan = canonical_nan(terms, a.format);
    terms.select(a.is_nan, nan, value)
}

/// The operand with this sign (IEEE 754-2019, 5.5.1), for NaNs too.
pub(super) fn with_sign(terms: &mut Terms, a: &Number, sign: TermId) -> TermId {
    let magnitude = terms.concat(a.exponent, a.fraction);
    terms.concat(sign, magnitude)
}

/// The class as a number: 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN (IEEE 754-2019, 5.7.2, without signs).
pub(super) fn class(terms: &mut Terms, a: &Number) -> TermId {
    let [zero, subnormal, normal, infinite, nan] = [0, 1, 2, 3, 4].map(|n| terms.constant(32, n));
    let class = terms.select(a.is_small, subnormal, normal);
    let class = terms.select(a.is_zero, zero, class);
    let class = terms.select(a.is_infinite, infinite, class);
    terms.select(a.is_nan, nan, class)
}
