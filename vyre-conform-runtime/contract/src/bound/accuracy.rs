//! The accuracy of operations on f32, as data: <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>.

use super::range::Range;

/// The accuracy of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Accuracy {
    /// The exact result.
    Exact,
    /// Either of the two floats around the exact result.
    Rounded,
    /// The exact result, off by at most these units in the last place for operands in these ranges; nothing elsewhere.
    Ulps(f64),
    /// `3 + 2 * |x|` units in the last place.
    Exponential,
    /// At most 2^-21 for x in [0.5, 2.0], else 3 units in the last place.
    Logarithm,
    /// Absolute, for operands in [-π, π].
    Circular(f64),
    /// The worse of an absolute error and that of a formula.
    Absolute(f64),
    /// That of a formula of other rows.
    Inherited,
}

/// A row of the table for f32: the op of the library, the accuracy, and the words of the specification.
pub(super) struct Row {
    pub(super) op: &'static str,
    pub(super) accuracy: Accuracy,
    /// The cell in the section "Accuracy of Concrete Floating Point Expressions".
    pub(super) cell: &'static str,
}

const fn row(op: &'static str, accuracy: Accuracy, cell: &'static str) -> Row {
    Row { op, accuracy, cell }
}

/// The rows of operations that importing calls.
pub(super) const TABLE: &[Row] = &[
    row("f32::add", Accuracy::Rounded, "x + y: Correctly rounded"),
    row("f32::sub", Accuracy::Rounded, "x - y: Correctly rounded"),
    row("f32::mul", Accuracy::Rounded, "x * y: Correctly rounded"),
    row(
        "f32::div",
        Accuracy::Ulps(2.5),
        "x / y: 2.5 ULP for |y| in the range [2^-126, 2^126]",
    ),
    row("f32::neg", Accuracy::Exact, "-x: Correctly rounded"),
    row("f32::abs", Accuracy::Exact, "abs(x): Correctly rounded"),
    row("f32::min", Accuracy::Exact, "min(x, y): Correctly rounded"),
    row("f32::max", Accuracy::Exact, "max(x, y): Correctly rounded"),
    row("f32::floor", Accuracy::Exact, "floor(x): Correctly rounded"),
    row("f32::ceil", Accuracy::Exact, "ceil(x): Correctly rounded"),
    row("f32::round", Accuracy::Exact, "round(x): Correctly rounded"),
    row("f32::trunc", Accuracy::Exact, "trunc(x): Correctly rounded"),
    row(
        "f32::mul_add",
        Accuracy::Inherited,
        "fma(x, y, z): Inherited from x * y + z",
    ),
    row(
        "f32::sqrt",
        Accuracy::Inherited,
        "sqrt(x): Inherited from 1.0 / inverseSqrt(x)",
    ),
    row("f32::rsqrt", Accuracy::Ulps(2.0), "inverseSqrt(x): 2 ULP"),
    row("f32::exp", Accuracy::Exponential, "exp(x): 3 + 2 * |x| ULP"),
    row(
        "f32::exp2",
        Accuracy::Exponential,
        "exp2(x): 3 + 2 * |x| ULP",
    ),
    row(
        "f32::log",
        Accuracy::Logarithm,
        "log(x): Absolute error at most 2^-21 when x is in [0.5, 2.0]; 3 ULP when x is outside",
    ),
    row(
        "f32::log2",
        Accuracy::Logarithm,
        "log2(x): Absolute error at most 2^-21 when x is in [0.5, 2.0]; 3 ULP when x is outside",
    ),
    row(
        "f32::sin",
        Accuracy::Circular(4.882_812_5e-4),
        "sin(x): Absolute error at most 2^-11 when x is in [-π, π]",
    ),
    row(
        "f32::cos",
        Accuracy::Circular(4.882_812_5e-4),
        "cos(x): Absolute error at most 2^-11 when x is in [-π, π]",
    ),
    row(
        "f32::tan",
        Accuracy::Inherited,
        "tan(x): Inherited from sin(x) / cos(x)",
    ),
    row("f32::atan", Accuracy::Ulps(4096.0), "atan(x): 4096 ULP"),
    row(
        "f32::pow",
        Accuracy::Inherited,
        "pow(x, y): Inherited from exp2(y * log2(x))",
    ),
    row(
        "f32::tanh",
        Accuracy::Absolute(1.0e-5),
        "tanh(x): The worse of absolute error at most 1.0e-5 and inherited from sinh(x) / cosh(x)",
    ),
];

/// The rows of the accuracy table that `bound` uses: ops of the library, each with its cell of the specification.
pub fn accuracy_table() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|row| (row.op, row.cell))
}

/// The row of an op.
pub(super) fn row_of(op: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.op == op)
}

/// The results of an exact function whose least and largest values on the operands are these, for an accuracy that
/// needs no formula. `operand` is the range of the operand.
pub(super) fn widened(accuracy: Accuracy, exact: Range, operand: Range) -> Option<Range> {
    let by_ulps = |n: f64| exact.widened(n * ulp(exact.magnitude()));
    Some(match accuracy {
        Accuracy::Exact => exact,
        Accuracy::Rounded if exact.is_point() && is_f32(exact.low) => exact,
        Accuracy::Rounded => by_ulps(1.0),
        Accuracy::Ulps(n) => by_ulps(n),
        Accuracy::Exponential => by_ulps(3.0 + 2.0 * operand.magnitude()),
        Accuracy::Logarithm => {
            let absolute = 2_f64.powi(-21);
            let inside = operand.low >= 0.5 && operand.high <= 2.0;
            let outside = operand.high < 0.5 || operand.low > 2.0;
            let ulps = 3.0 * ulp(exact.magnitude());
            exact.widened(match (inside, outside) {
                (true, _) => absolute,
                (_, true) => ulps,
                _ => absolute.max(ulps),
            })
        }
        Accuracy::Circular(error) => {
            let pi = std::f64::consts::PI;
            if operand.low < -pi || operand.high > pi {
                return None;
            }
            exact.widened(error)
        }
        Accuracy::Absolute(_) | Accuracy::Inherited => return None,
    })
}

/// The number is a value of f32.
fn is_f32(number: f64) -> bool {
    f64::from(number as f32) == number
}

/// The unit in the last place of an f32 of this magnitude (<https://www.w3.org/TR/WGSL/#ulp>).
pub(super) fn ulp(magnitude: f64) -> f64 {
    let float = (magnitude as f32).abs().max(f32::MIN_POSITIVE);
    if !float.is_finite() {
        return f64::INFINITY;
    }
    // The distance upwards, which is the larger one at a power of two.
    f64::from(f32::from_bits(float.to_bits() + 1)) - f64::from(float)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the definition of a unit in the last place, by hand.
    #[test]
    fn units_in_the_last_place() {
        assert_eq!(ulp(1.0), 2_f64.powi(-23));
        assert_eq!(ulp(1.999), 2_f64.powi(-23));
        assert_eq!(ulp(2.0), 2_f64.powi(-22));
        assert_eq!(ulp(0.0), 2_f64.powi(-149));
    }

    /// Oracle: the accuracy table of WGSL, whose cells name the operation first.
    #[test]
    fn every_row_cites_its_cell_once() {
        for row in TABLE {
            let (expression, _) = row.cell.split_once(": ").expect("an expression");
            assert!(!expression.is_empty() && row.op.starts_with("f32::"));
            let same = TABLE.iter().filter(|other| other.op == row.op);
            assert_eq!(same.count(), 1, "{}", row.op);
        }
    }
}
