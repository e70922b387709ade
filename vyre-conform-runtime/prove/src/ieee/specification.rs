//! The terms of the specifications.

use super::arithmetic::{converted, difference, product, sum};
use super::division::{quotient, reciprocal_root, root};
use super::fused::fused_sum;
use super::integer::{from_integer, to_integer, to_integral};
use super::number::Number;
use super::order::{compared, extreme};
use super::special::{class, unless_nan, with_sign};
use super::table::Specification;
use crate::term::{TermId, Terms};
use vyre_conform_spec::{FloatFormat, ValueType};

/// The format of a type, if the standard covers it: binary, with infinities.
fn format(ty: ValueType) -> Option<FloatFormat> {
    ty.float().filter(|format| format.has_infinity())
}

impl Specification {
    /// True if the specification applies to operands and a result of these types.
    pub fn fits(self, operands: &[ValueType], result: ValueType) -> bool {
        let formats: Option<Vec<FloatFormat>> = operands.iter().map(|ty| format(*ty)).collect();
        let integer = |signed| {
            if signed {
                ValueType::I32
            } else {
                ValueType::U32
            }
        };
        match (self, formats.as_deref(), operands) {
            (
                Self::Negate
                | Self::Absolute
                | Self::Integral(_)
                | Self::Root
                | Self::ReciprocalRoot,
                Some([a]),
                _,
            ) => format(result) == Some(*a),
            (Self::IsNan | Self::IsInfinite, Some([_]), _) => result == ValueType::Bool,
            (Self::Classify, Some([_]), _) => result == ValueType::U32,
            (Self::Compare(_), Some([a, b]), _) => a == b && result == ValueType::Bool,
            (
                Self::Extreme { .. }
                | Self::Sum
                | Self::Difference
                | Self::Product
                | Self::Quotient,
                Some([a, b]),
                _,
            ) => a == b && format(result) == Some(*a),
            (Self::FusedSum, Some([a, b, c]), _) => a == b && b == c && format(result) == Some(*a),
            (Self::ToInteger { signed, .. }, Some([_]), _) => result == integer(signed),
            (Self::FromInteger { signed }, _, [n]) => {
                *n == integer(signed) && format(result).is_some()
            }
            (Self::Convert, Some([a]), _) => format(result).is_some_and(|to| to != *a),
            (Self::Bits, Some([a]), _) => result == ValueType::U32 && a.bits() == 32,
            (Self::Bits, None, [n]) => {
                *n == ValueType::U32 && format(result).is_some_and(|to| to.bits() == 32)
            }
            _ => false,
        }
    }

    /// The required result for these operands, if the specification [fits](Self::fits) their types;
    /// `None` otherwise.
    pub(super) fn term(
        self,
        terms: &mut Terms,
        types: &[ValueType],
        operands: &[TermId],
        result: ValueType,
    ) -> Option<TermId> {
        if !self.fits(types, result) {
            return None;
        }
        let first = *operands.first()?;
        match (self, format(result)) {
            (Self::Bits, _) => return Some(first),
            (Self::FromInteger { signed }, Some(to)) => {
                return Some(from_integer(terms, to, first, signed));
            }
            _ => {}
        }
        let a = Number::from_bits(terms, format(types[0])?, first);
        let operand = |terms: &mut Terms, k: usize| {
            let bits = operands.get(k)?;
            Some(Number::from_bits(terms, a.format, *bits))
        };
        Some(match self {
            Self::Negate => {
                let sign = terms.not(a.sign);
                with_sign(terms, &a, sign)
            }
            Self::Absolute => {
                let sign = terms.bool(false);
                with_sign(terms, &a, sign)
            }
            Self::IsNan => a.is_nan,
            Self::IsInfinite => a.is_infinite,
            Self::Classify => class(terms, &a),
            Self::Compare(_)
            | Self::Extreme { .. }
            | Self::Sum
            | Self::Difference
            | Self::Product
            | Self::Quotient => {
                let b = operand(terms, 1)?;
                self.of_two(terms, &a, &b)?
            }
            Self::Integral(direction) => {
                let value = to_integral(terms, &a, direction);
                unless_nan(terms, &a, value)
            }
            Self::ToInteger { direction, signed } => to_integer(terms, &a, direction, signed),
            Self::Convert => converted(terms, &a, format(result)?),
            Self::FusedSum => {
                let (b, c) = (operand(terms, 1)?, operand(terms, 2)?);
                fused_sum(terms, &a, &b, &c)
            }
            Self::Root => root(terms, &a),
            Self::ReciprocalRoot => reciprocal_root(terms, &a),
            Self::Bits | Self::FromInteger { .. } => return None,
        })
    }

    /// The result of an operation on two numbers; `None` for another.
    fn of_two(self, terms: &mut Terms, a: &Number, b: &Number) -> Option<TermId> {
        Some(match self {
            Self::Compare(relation) => compared(terms, relation, a, b),
            Self::Extreme { greatest } => extreme(terms, greatest, a, b),
            Self::Sum => sum(terms, a, b),
            Self::Difference => difference(terms, a, b),
            Self::Product => product(terms, a, b),
            Self::Quotient => quotient(terms, a, b),
            _ => return None,
        })
    }
}
