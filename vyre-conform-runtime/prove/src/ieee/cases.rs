//! Cases of claims about floats, as data.

use super::arithmetic::{exact_product, greatest_distance};
use super::fused::{gap, gaps};
use super::number::{Exact, Number, below_one, within};
use super::table::Specification;
use super::words::all_plain;
use crate::term::{TermId, Terms};
use std::fmt::{self, Display};
use vyre_conform_spec::{FloatFormat, ValueType};

/// Inputs that are decided together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FloatCase {
    /// An operand is a NaN or an infinity.
    Special,
    /// Both are finite, and the difference of their scales is in this inclusive range. Scales are
    /// exponents; subnormal numbers have that of the least normal number.
    Distance {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
    },
    /// All are finite, and one of the first two is 0.
    Zero,
    /// The first two are finite and not 0, a third is 0, and the unit of the product of the first two
    /// (with normalised significands) is in this inclusive range, relative to the unit of the subnormal
    /// numbers.
    Product {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
        /// True if the product has twice as many digits as the significands, false if it has one less.
        long: bool,
    },
    /// Both are finite and not 0, and the unit of the first is this many powers of two above that of
    /// the second (with normalised significands), in an inclusive range.
    Quotient {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
    },
    /// All three are finite and not 0, and the unit of the product of the first two is this many powers
    /// of two above that of the third (with normalised significands), in an inclusive range.
    Gap {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
        /// True if the product has twice as many digits as the significands, false if it has one less.
        long: bool,
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

    /// The number of leading operands that are finite and not 0 in this case, whose significands and
    /// units are replaced by free words.
    pub(super) const fn with_words(self) -> Option<usize> {
        match self {
            Self::Product { .. } | Self::Quotient { .. } => Some(2),
            Self::Gap { .. } => Some(3),
            _ => None,
        }
    }

    /// One bit: the operands are in this case. `None` if the case is about more operands.
    pub(super) fn holds(self, terms: &mut Terms, numbers: &[Number]) -> Option<TermId> {
        let [a, b, rest @ ..] = numbers else {
            return None;
        };
        let mut special = terms.bool(false);
        for number in numbers {
            let own = number.is_special(terms);
            special = terms.or(special, own);
        }
        let inside = self.inside(terms, (a, b, rest), special);
        // Free words represent properties of these operands only.
        let plain = self.with_words().unwrap_or(0).min(numbers.len());
        let plain = all_plain(terms, &numbers[..plain]);
        Some(terms.and(plain, inside))
    }

    /// The bit for operands that are finite and not 0 as [`with_words`](Self::with_words) states.
    fn inside(
        self,
        terms: &mut Terms,
        (a, b, rest): (&Number, &Number, &[Number]),
        special: TermId,
    ) -> TermId {
        match self {
            Self::Special => special,
            Self::Distance { least, most } => {
                let (sa, sb) = (a.scale(terms), b.scale(terms));
                let distance = terms.subtract(sa, sb);
                let inside = within(terms, distance, least, most);
                let finite = terms.not(special);
                terms.and(finite, inside)
            }
            Self::Zero => {
                let zero = terms.or(a.is_zero, b.is_zero);
                let finite = terms.not(special);
                terms.and(finite, zero)
            }
            Self::Product { least, most, long } => {
                let product = exact_product(terms, a, b);
                let inside = within(terms, product.unit, least, most);
                let length = length(terms, &product, a.format, long);
                let inside = terms.and(inside, length);
                rest.iter()
                    .fold(inside, |inside, number| terms.and(inside, number.is_zero))
            }
            Self::Quotient { least, most } => {
                let [x, y] = [a, b].map(|number| number.normalised(terms));
                let distance = terms.subtract(x.unit, y.unit);
                within(terms, distance, least, most)
            }
            Self::Gap { least, most, long } => {
                let product = exact_product(terms, a, b);
                let mut inside = length(terms, &product, a.format, long);
                for number in rest {
                    let gap = gap(terms, &product, number);
                    let within = within(terms, gap, least, most);
                    inside = terms.and(inside, within);
                }
                inside
            }
        }
    }
}

/// One bit: a product has twice the digits of a significand if `long`, otherwise one less.
fn length(terms: &mut Terms, product: &Exact, format: FloatFormat, long: bool) -> TermId {
    let digits = 2 * (format.fraction_bits() + 1);
    let highest = terms.slice(product.magnitude, digits - 1, 1);
    if long { highest } else { terms.not(highest) }
}

impl Display for FloatCase {
    /// Writes the case as part of a name, without signs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |n: i32| {
            if n < 0 {
                format!("minus_{}", n.unsigned_abs())
            } else {
                n.to_string()
            }
        };
        let range = |description: &str, min: i32, max: i32| {
            if min == max {
                format!("{description}_{}", number(min))
            } else {
                format!("{description}_{}_to_{}", number(min), number(max))
            }
        };
        let length = |long: bool| if long { "long" } else { "short" };
        match *self {
            Self::Special => f.write_str("special"),
            Self::Distance {
                least: min,
                most: max,
            } => f.write_str(&range("distance", min, max)),
            Self::Zero => f.write_str("zero"),
            Self::Product {
                least: min,
                most: max,
                long,
            } => {
                write!(f, "{}_{}", length(long), range("product", min, max))
            }
            Self::Quotient {
                least: min,
                most: max,
            } => f.write_str(&range("quotient", min, max)),
            Self::Gap {
                least: min,
                most: max,
                long,
            } => {
                write!(f, "{}_{}", length(long), range("gap", min, max))
            }
        }
    }
}

/// The distance of scales up to which each distance is a separate case. Greater distances are decided
/// together, on either side. For two 16-bit operands every input is tried.
const NEAR_DISTANCE: i32 = 32;

/// The cases of the claim about operands of these types; empty if it is decided as a whole.
pub fn cases(specification: Specification, operands: &[ValueType]) -> Vec<FloatCase> {
    let Some(format) = operands.first().and_then(|ty| ty.float()) else {
        return vec![];
    };
    match specification {
        Specification::Sum | Specification::Difference if format.bits() > 16 => {
            distances(format, NEAR_DISTANCE)
        }
        Specification::Product if format.bits() > 16 => products(format),
        Specification::Quotient if format.bits() > 16 => quotients(format),
        Specification::FusedSum => [products(format), by_gap(format)].concat(),
        _ => vec![],
    }
}

fn distances(format: FloatFormat, near: i32) -> Vec<FloatCase> {
    let farthest = greatest_distance(format);
    let mut cases = vec![FloatCase::Special];
    cases.extend((-near..=near).map(FloatCase::at));
    if farthest > near {
        let [min, max] = [near + 1, farthest];
        cases.push(FloatCase::Distance {
            least: min,
            most: max,
        });
        cases.push(FloatCase::Distance {
            least: -max,
            most: -min,
        });
    }
    cases
}

/// Products by their unit. Each unit at which the result is subnormal is a case, because it determines
/// the last bit. Results below half of the least number are one case, and so are normal results.
fn products(format: FloatFormat) -> Vec<FloatCase> {
    let (digits, below_one) = (format.fraction_bits() as i32 + 1, below_one(format));
    let (min, max) = (
        -2 * (digits - 1) - below_one,
        2 * greatest_distance(format) - below_one,
    );
    let (tiny, normal) = (-2 * digits - 1, 1 - digits);
    let mut cases = vec![FloatCase::Special, FloatCase::Zero];
    for long in [false, true] {
        let of = |min, max| FloatCase::Product {
            least: min,
            most: max,
            long,
        };
        cases.push(of(min, tiny));
        cases.extend((tiny + 1..normal).map(|unit| of(unit, unit)));
        cases.push(of(normal, max));
    }
    cases
}

/// Product and addend by the distance of their units. Each distance at which their digits overlap or
/// touch is a case. At greater distances only the sign of the lesser one matters.
fn by_gap(format: FloatFormat) -> Vec<FloatCase> {
    let digits = format.fraction_bits() as i32 + 1;
    let (min, max) = gaps(format);
    let (below, above) = (-(3 * digits + 3), digits + 3);
    let mut cases = vec![];
    for long in [false, true] {
        let of = |min, max| FloatCase::Gap {
            least: min,
            most: max,
            long,
        };
        if min < below {
            cases.push(of(min, below - 1));
        }
        cases.extend((below.max(min)..=above.min(max)).map(|gap| of(gap, gap)));
        if above < max {
            cases.push(of(above + 1, max));
        }
    }
    cases
}

/// Quotients by the distance of the units. Each distance at which the result is subnormal is a case, as
/// for products.
fn quotients(format: FloatFormat) -> Vec<FloatCase> {
    let (t, below_one) = (format.fraction_bits() as i32, below_one(format));
    let farthest = greatest_distance(format) + t;
    let (tiny, normal) = (-below_one - 2, t + 1 - below_one);
    let of = |min, max| FloatCase::Quotient {
        least: min,
        most: max,
    };
    let mut cases = vec![FloatCase::Special, FloatCase::Zero, of(-farthest, tiny)];
    cases.extend((tiny + 1..normal).map(|distance| of(distance, distance)));
    cases.push(of(normal, farthest));
    cases
}
