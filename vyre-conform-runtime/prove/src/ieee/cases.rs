//! Cases of claims about two floats, as data.

use super::arithmetic::greatest_distance;
use super::number::{Number, power, signed_less};
use super::table::Specification;
use crate::term::{TermId, Terms};
use std::fmt::{self, Display};
use vyre_conform_spec::{FloatFormat, ValueType};

/// Inputs that are decided together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FloatCase {
    /// An operand is a NaN or an infinity.
    Special,
    /// Both are finite, and the scale of the first less that of the second is in this range, both ends included. Scales are
    /// exponents, that of subnormal numbers the one of the least normal number.
    Distance {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
    },
}

impl FloatCase {
    /// The case of one distance.
    pub const fn at(distance: i32) -> Self {
        Self::Distance {
            least: distance,
            most: distance,
        }
    }

    /// Whether operands are in it: one bit.
    pub(super) fn holds(self, terms: &mut Terms, a: &Number, b: &Number) -> TermId {
        let [first, second] = [a, b].map(|of| terms.or(of.is_nan, of.is_infinite));
        let special = terms.or(first, second);
        let Self::Distance { least, most } = self else {
            return special;
        };
        let (sa, sb) = (a.scale(terms), b.scale(terms));
        let distance = terms.subtract(sa, sb);
        let finite = terms.not(special);
        let inside = match least == most {
            true => {
                let at = power(terms, least);
                terms.equal(distance, at)
            }
            false => {
                let (least, most) = (power(terms, least), power(terms, most));
                let (below, above) = (
                    signed_less(terms, distance, least),
                    signed_less(terms, most, distance),
                );
                let outside = terms.or(below, above);
                terms.not(outside)
            }
        };
        terms.and(finite, inside)
    }
}

impl Display for FloatCase {
    /// As a part of a name, without signs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |n: i32| match n < 0 {
            true => format!("minus_{}", n.unsigned_abs()),
            false => n.to_string(),
        };
        match self {
            Self::Special => f.write_str("special"),
            Self::Distance { least, most } if least == most => {
                write!(f, "distance_{}", number(*least))
            }
            Self::Distance { least, most } => {
                write!(f, "distance_{}_to_{}", number(*least), number(*most))
            }
        }
    }
}

/// Up to which distance of scales each is a case of its own. What lies farther apart is decided together, on either side.
/// Of formats of 16 bits every input is tried.
const NEAR: &[(FloatFormat, i32)] = &[(FloatFormat::F32, 32)];

/// The cases that the claim about operands of these types is split into; none where it is decided as a whole.
pub fn cases(specification: Specification, operands: &[ValueType]) -> Vec<FloatCase> {
    let format = operands.first().and_then(|ty| ty.float());
    let near = NEAR.iter().find(|(of, _)| Some(*of) == format);
    let (Specification::Sum | Specification::Difference, Some((format, near))) =
        (specification, near)
    else {
        return vec![];
    };
    let farthest = greatest_distance(*format);
    let mut cases = vec![FloatCase::Special];
    cases.extend((-near..=*near).map(FloatCase::at));
    if farthest > *near {
        let [least, most] = [near + 1, farthest];
        cases.push(FloatCase::Distance { least, most });
        cases.push(FloatCase::Distance {
            least: -most,
            most: -least,
        });
    }
    cases
}
