//! Operations on floats: the range of their results by the accuracy table.

use super::accuracy::{Accuracy, row_of, ulp, widened};
use super::range::Range;
use super::value::Tracked;

/// The result of an op whose bits on the import are these.
pub(super) fn applied(op: &str, operands: &[Tracked], bits: u64) -> Tracked {
    let ranges = operands.iter().map(|operand| operand.range());
    let ranges: Option<Vec<Range>> = ranges.collect();
    let all_exact = operands.iter().all(|operand| operand.is_exact());
    match op {
        "f32::lt" | "f32::le" | "f32::gt" | "f32::ge" | "f32::eq" => {
            let is_certain = ranges.is_some_and(|ranges| is_certain(op, ranges[0], ranges[1]));
            certain(bits, is_certain)
        }
        "f32::is_nan" | "f32::is_infinite" => certain(bits, ranges.is_some()),
        "f32::to_u32_truncate" | "f32::to_i32_truncate" => {
            let whole = ranges.map(|ranges| ranges[0].map(f64::trunc));
            certain(bits, whole.is_some_and(Range::is_point))
        }
        "f32::to_i32_floor" => {
            let whole = ranges.map(|ranges| ranges[0].map(f64::floor));
            certain(bits, whole.is_some_and(Range::is_point))
        }
        "u32::to_f32" | "i32::to_f32" => {
            let number = match op {
                "u32::to_f32" => f64::from(operands[0].bits as u32),
                _ => f64::from(operands[0].bits as u32 as i32),
            };
            let range = widened(
                Accuracy::Rounded,
                Range::point(number),
                Range::point(number),
            );
            Tracked::float(bits, range.filter(|_| all_exact))
        }
        "f16::to_f32" => certain(bits, all_exact),
        _ if op.starts_with("f32::") => match ranges {
            Some(ranges) => Tracked::float(bits, float(op, &ranges)),
            None => Tracked::unknown(bits),
        },
        _ => certain(bits, all_exact && !op.starts_with("f16::")),
    }
}

fn certain(bits: u64, is_certain: bool) -> Tracked {
    if is_certain {
        Tracked::exact(bits)
    } else {
        Tracked::unknown(bits)
    }
}

/// Every pair of numbers in two ranges compares the same.
fn is_certain(op: &str, a: Range, b: Range) -> bool {
    let (below, above) = (a.high < b.low, a.low > b.high);
    let is_same = a.is_point() && a == b;
    match op {
        "f32::lt" | "f32::ge" => below || a.low >= b.high,
        "f32::gt" | "f32::le" => above || a.high <= b.low,
        _ => below || above || is_same,
    }
}

/// The range of a float; `None` where the table has no bound.
fn float(op: &str, operands: &[Range]) -> Option<Range> {
    let accuracy = row_of(op)?.accuracy;
    let (a, b) = (operands[0], operands.get(1).copied());
    let second = b.unwrap_or(a);
    let exact = match op {
        "f32::add" => return Some(sum(a, second)),
        "f32::sub" => return Some(sum(a, negated(second))),
        "f32::mul" => a.times(second),
        "f32::div" => a.over(second)?,
        "f32::mul_add" => return Some(sum(product(a, second)?, *operands.get(2)?)),
        "f32::neg" => negated(a),
        "f32::abs" if a.contains(0.0) => Range::around(&[0.0, a.magnitude()]),
        "f32::abs" => a.map(f64::abs),
        "f32::min" => Range {
            low: a.low.min(second.low),
            high: a.high.min(second.high),
        },
        "f32::max" => Range {
            low: a.low.max(second.low),
            high: a.high.max(second.high),
        },
        "f32::floor" => a.map(f64::floor),
        "f32::ceil" => a.map(f64::ceil),
        "f32::round" => a.map(f64::round_ties_even),
        "f32::trunc" => a.map(f64::trunc),
        "f32::rsqrt" => inverse_root(a)?,
        "f32::sqrt" => return Range::point(1.0).over(root(a)?).and_then(quotient),
        "f32::exp" => a.map(f64::exp),
        "f32::exp2" => a.map(f64::exp2),
        "f32::log" | "f32::log2" if a.low <= 0.0 => return None,
        "f32::log" => a.map(f64::ln),
        "f32::log2" => a.map(f64::log2),
        "f32::sin" => a.sine(),
        "f32::cos" => cosine(a),
        "f32::tan" => {
            let circular = row_of("f32::sin")?.accuracy;
            let sine = widened(circular, a.sine(), a)?;
            return sine
                .over(widened(circular, cosine(a), a)?)
                .and_then(quotient);
        }
        "f32::atan" => a.map(f64::atan),
        "f32::pow" => return power(a, second),
        "f32::tanh" => return tangent(a, accuracy),
        _ => return None,
    };
    widened(accuracy, exact, a)
}

fn negated(range: Range) -> Range {
    Range {
        low: -range.high,
        high: -range.low,
    }
}

/// A sum, rounded in either direction unless it is a float.
fn sum(a: Range, b: Range) -> Range {
    let exact = a.plus(b);
    let (x, y) = (a.low, b.low);
    // What binary64 lost of the sum (Knuth's TwoSum).
    let other = exact.low - x;
    let lost = (x - (exact.low - other)) + (y - other);
    let is_float = a.is_point() && b.is_point() && lost == 0.0;
    if is_float && f64::from(exact.low as f32) == exact.low {
        exact
    } else {
        exact.widened(ulp(exact.magnitude()))
    }
}

fn product(a: Range, b: Range) -> Option<Range> {
    widened(Accuracy::Rounded, a.times(b), a).map(Range::flushed)
}

/// The accuracy of a division around an exact quotient.
fn quotient(exact: Range) -> Option<Range> {
    widened(row_of("f32::div")?.accuracy, exact, exact)
}

fn inverse_root(a: Range) -> Option<Range> {
    (a.low > 0.0).then(|| a.map(|x| 1.0 / x.sqrt()))
}

/// `inverseSqrt` with its error.
fn root(a: Range) -> Option<Range> {
    widened(row_of("f32::rsqrt")?.accuracy, inverse_root(a)?, a)
}

fn cosine(a: Range) -> Range {
    let quarter = Range::point(std::f64::consts::FRAC_PI_2);
    a.plus(quarter).sine()
}

/// `exp2(y * log2(x))`.
fn power(x: Range, y: Range) -> Option<Range> {
    if x.low <= 0.0 {
        return None;
    }
    let logarithm = widened(Accuracy::Logarithm, x.map(f64::log2), x)?;
    let exponent = product(y, logarithm)?;
    widened(Accuracy::Exponential, exponent.map(f64::exp2), exponent)
}

/// The worse of an absolute error and of `sinh(x) / cosh(x)` with `sinh` and `cosh` by `(exp(x) -+ exp(-x)) * 0.5`.
fn tangent(a: Range, accuracy: Accuracy) -> Option<Range> {
    let Accuracy::Absolute(error) = accuracy else {
        return None;
    };
    let exponential = |x: Range| {
        let found = widened(Accuracy::Exponential, x.map(f64::exp), x);
        found.and_then(Range::finite).map(Range::flushed)
    };
    let (up, down) = (exponential(a)?, exponential(negated(a))?);
    let half = Range::point(0.5);
    let sinh = product(sum(up, negated(down)), half)?;
    let cosh = product(sum(up, down), half)?;
    let inherited = quotient(sinh.over(cosh)?)?;
    Some(inherited.joined(a.map(f64::tanh).widened(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f32) -> Tracked {
        Tracked::exact(x.to_bits().into())
    }

    fn range(op: &str, operands: &[f32]) -> Option<Range> {
        let operands: Vec<Tracked> = operands.iter().map(|x| point(*x)).collect();
        applied(op, &operands, 0).range()
    }

    /// Oracle: the accuracy table, by hand.
    #[test]
    fn results_have_the_range_of_their_row() {
        let unit = 2_f64.powi(-23);
        assert_eq!(
            float("f32::add", &[Range::point(1.0), Range::point(0.5)]),
            Some(Range::point(1.5))
        );
        let tiny = float("f32::add", &[Range::point(1.0), Range::point(1e-20)]).expect("a range");
        assert!(tiny.high >= 1.0 + unit && tiny.low <= 1.0, "{tiny:?}");
        let third = float("f32::div", &[Range::point(1.0), Range::point(3.0)]).expect("a range");
        assert!(
            (third.width() / (unit / 4.0) - 5.0).abs() < 1e-6,
            "{third:?}"
        );
        assert_eq!(
            float("f32::div", &[Range::point(1.0), Range::point(0.0)]),
            None
        );
        let e = float("f32::exp", &[Range::point(1.0)]).expect("a range");
        assert!((e.width() / (2.0 * unit) - 10.0).abs() < 1e-6, "{e:?}");
        let log = float("f32::log", &[Range::point(1.5)]).expect("a range");
        assert!((log.width() - 2_f64.powi(-20)).abs() < 1e-12, "{log:?}");
        assert_eq!(float("f32::log", &[Range::point(0.0)]), None);
        assert_eq!(float("f32::sin", &[Range::point(4.0)]), None);
        let top = float(
            "f32::sin",
            &[Range {
                low: 1.5,
                high: 1.6,
            }],
        )
        .expect("a range");
        assert!(top.high >= 1.0 + 2_f64.powi(-11), "{top:?}");
        let two = float("f32::sqrt", &[Range::point(4.0)]).expect("a range");
        assert!(two.contains(2.0) && two.width() < 20.0 * unit, "{two:?}");
        let tanh = float("f32::tanh", &[Range::point(0.5)]).expect("a range");
        assert!(
            tanh.contains(0.5_f64.tanh()) && tanh.width() < 3e-5,
            "{tanh:?}"
        );
    }

    /// Oracle: order of the reals.
    #[test]
    fn comparisons_within_the_error_are_unknown() {
        let near = Tracked::float(
            1.0_f32.to_bits().into(),
            Some(Range {
                low: 0.9,
                high: 1.1,
            }),
        );
        assert!(!applied("f32::lt", &[near, point(1.0)], 0).is_exact());
        assert!(applied("f32::lt", &[near, point(2.0)], 1).is_exact());
        assert!(applied("f32::eq", &[near, point(0.5)], 0).is_exact());
        assert!(!applied("f32::to_u32_truncate", &[near], 1).is_exact());
        assert_eq!(range("f32::mul", &[1e30, 1e30]), None);
        assert_eq!(range("f32::add", &[f32::NAN, 1.0]), None);
        // A subnormal may be 0.
        assert!(!applied("f32::gt", &[point(1e-40), point(0.0)], 1).is_exact());
    }
}
