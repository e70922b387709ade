//! The specifications by op, one per row.

/// A direction in which a number is rounded to an integer (IEEE 754-2019, 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Direction {
    /// To nearest, ties to even.
    Nearest,
    /// Toward zero.
    TowardZero,
    /// Toward negative infinity.
    Down,
    /// Toward positive infinity.
    Up,
}

/// A comparison (5.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Relation {
    /// `a = b`.
    Equal,
    /// `a < b`.
    Less,
    /// `a <= b`.
    AtMost,
    /// `a > b`.
    Greater,
    /// `a >= b`.
    AtLeast,
}

/// An operation of the standard, in any format; the op's operands and result determine the formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Specification {
    /// Flips the sign, of a NaN as well (5.5.1).
    Negate,
    /// Clears the sign, of a NaN as well (5.5.1).
    Absolute,
    /// True for a NaN, quiet or signalling (5.7.2).
    IsNan,
    /// True for an infinity (5.7.2).
    IsInfinite,
    /// 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN (5.7.2).
    Classify,
    /// A comparison.
    Compare(Relation),
    /// `minimumNumber`, or `maximumNumber` (9.6).
    Extreme {
        /// True for `maximumNumber`.
        greatest: bool,
    },
    /// The integral number nearest in a direction (5.9).
    Integral(Direction),
    /// The 32-bit integer in a direction (5.8), saturating, NaN to 0.
    ToInteger {
        /// The direction.
        direction: Direction,
        /// True for an `i32`.
        signed: bool,
    },
    /// The number nearest to a 32-bit integer (5.4.1).
    FromInteger {
        /// True for an `i32`.
        signed: bool,
    },
    /// The nearest number of another format (5.4.2).
    Convert,
    /// The unchanged bits.
    Bits,
    /// `a + b` (5.4.1).
    Sum,
    /// `a - b` (5.4.1).
    Difference,
    /// `a * b` (5.4.1).
    Product,
    /// `a * b + c`, rounded once: `fusedMultiplyAdd` (5.4.1).
    FusedSum,
    /// `a / b` (5.4.1).
    Quotient,
    /// The square root (5.4.1).
    Root,
    /// The reciprocal of the square root, `rSqrt` (9.2.1).
    ReciprocalRoot,
}

/// The ops by id, with their specifications.
pub const TABLE: &[(&str, Specification)] = &[
    ("f32::neg", Specification::Negate),
    ("f32::abs", Specification::Absolute),
    ("f32::is_nan", Specification::IsNan),
    ("f32::is_infinite", Specification::IsInfinite),
    ("f32::classify", Specification::Classify),
    ("f32::eq", Specification::Compare(Relation::Equal)),
    ("f32::lt", Specification::Compare(Relation::Less)),
    ("f32::le", Specification::Compare(Relation::AtMost)),
    ("f32::gt", Specification::Compare(Relation::Greater)),
    ("f32::ge", Specification::Compare(Relation::AtLeast)),
    ("f32::min", Specification::Extreme { greatest: false }),
    ("f32::max", Specification::Extreme { greatest: true }),
    ("f32::floor", Specification::Integral(Direction::Down)),
    ("f32::ceil", Specification::Integral(Direction::Up)),
    ("f32::trunc", Specification::Integral(Direction::TowardZero)),
    ("f32::round", Specification::Integral(Direction::Nearest)),
    (
        "f32::to_i32_nearest",
        Specification::ToInteger {
            direction: Direction::Nearest,
            signed: true,
        },
    ),
    (
        "f32::to_i32_truncate",
        Specification::ToInteger {
            direction: Direction::TowardZero,
            signed: true,
        },
    ),
    (
        "f32::to_i32_floor",
        Specification::ToInteger {
            direction: Direction::Down,
            signed: true,
        },
    ),
    (
        "f32::to_i32_ceil",
        Specification::ToInteger {
            direction: Direction::Up,
            signed: true,
        },
    ),
    (
        "f32::to_u32_nearest",
        Specification::ToInteger {
            direction: Direction::Nearest,
            signed: false,
        },
    ),
    (
        "f32::to_u32_truncate",
        Specification::ToInteger {
            direction: Direction::TowardZero,
            signed: false,
        },
    ),
    (
        "f32::to_u32_floor",
        Specification::ToInteger {
            direction: Direction::Down,
            signed: false,
        },
    ),
    (
        "f32::to_u32_ceil",
        Specification::ToInteger {
            direction: Direction::Up,
            signed: false,
        },
    ),
    ("f32::add", Specification::Sum),
    ("f32::sub", Specification::Difference),
    ("f32::mul", Specification::Product),
    ("f32::mul_add", Specification::FusedSum),
    ("f32::div", Specification::Quotient),
    ("f32::sqrt", Specification::Root),
    ("f32::rsqrt", Specification::ReciprocalRoot),
    ("f16::neg", Specification::Negate),
    ("f16::abs", Specification::Absolute),
    ("f16::is_nan", Specification::IsNan),
    ("f16::is_infinite", Specification::IsInfinite),
    ("f16::classify", Specification::Classify),
    ("f16::eq", Specification::Compare(Relation::Equal)),
    ("f16::lt", Specification::Compare(Relation::Less)),
    ("f16::le", Specification::Compare(Relation::AtMost)),
    ("f16::gt", Specification::Compare(Relation::Greater)),
    ("f16::ge", Specification::Compare(Relation::AtLeast)),
    ("f16::min", Specification::Extreme { greatest: false }),
    ("f16::max", Specification::Extreme { greatest: true }),
    ("f16::floor", Specification::Integral(Direction::Down)),
    ("f16::ceil", Specification::Integral(Direction::Up)),
    ("f16::trunc", Specification::Integral(Direction::TowardZero)),
    ("f16::round", Specification::Integral(Direction::Nearest)),
    (
        "f16::to_i32_nearest",
        Specification::ToInteger {
            direction: Direction::Nearest,
            signed: true,
        },
    ),
    (
        "f16::to_i32_truncate",
        Specification::ToInteger {
            direction: Direction::TowardZero,
            signed: true,
        },
    ),
    (
        "f16::to_i32_floor",
        Specification::ToInteger {
            direction: Direction::Down,
            signed: true,
        },
    ),
    (
        "f16::to_i32_ceil",
        Specification::ToInteger {
            direction: Direction::Up,
            signed: true,
        },
    ),
    (
        "f16::to_u32_nearest",
        Specification::ToInteger {
            direction: Direction::Nearest,
            signed: false,
        },
    ),
    (
        "f16::to_u32_truncate",
        Specification::ToInteger {
            direction: Direction::TowardZero,
            signed: false,
        },
    ),
    (
        "f16::to_u32_floor",
        Specification::ToInteger {
            direction: Direction::Down,
            signed: false,
        },
    ),
    (
        "f16::to_u32_ceil",
        Specification::ToInteger {
            direction: Direction::Up,
            signed: false,
        },
    ),
    ("f16::add", Specification::Sum),
    ("f16::sub", Specification::Difference),
    ("f16::mul", Specification::Product),
    ("f16::mul_add", Specification::FusedSum),
    ("f16::div", Specification::Quotient),
    ("f16::sqrt", Specification::Root),
    ("f16::rsqrt", Specification::ReciprocalRoot),
    ("bf16::neg", Specification::Negate),
    ("bf16::abs", Specification::Absolute),
    ("bf16::is_nan", Specification::IsNan),
    ("bf16::is_infinite", Specification::IsInfinite),
    ("bf16::classify", Specification::Classify),
    ("bf16::eq", Specification::Compare(Relation::Equal)),
    ("bf16::lt", Specification::Compare(Relation::Less)),
    ("bf16::le", Specification::Compare(Relation::AtMost)),
    ("bf16::gt", Specification::Compare(Relation::Greater)),
    ("bf16::ge", Specification::Compare(Relation::AtLeast)),
    ("bf16::min", Specification::Extreme { greatest: false }),
    ("bf16::max", Specification::Extreme { greatest: true }),
    ("bf16::floor", Specification::Integral(Direction::Down)),
    ("bf16::ceil", Specification::Integral(Direction::Up)),
    (
        "bf16::trunc",
        Specification::Integral(Direction::TowardZero),
    ),
    ("bf16::round", Specification::Integral(Direction::Nearest)),
    (
        "bf16::to_i32_nearest",
        Specification::ToInteger {
            direction: Direction::Nearest,
            signed: true,
        },
    ),
    (
        "bf16::to_i32_truncate",
        Specification::ToInteger {
            direction: Direction::TowardZero,
            signed: true,
        },
    ),
    (
        "bf16::to_i32_floor",
        Specification::ToInteger {
            direction: Direction::Down,
            signed: true,
        },
    ),
    (
        "bf16::to_i32_ceil",
        Specification::ToInteger {
            direction: Direction::Up,
            signed: true,
        },
    ),
    (
        "bf16::to_u32_nearest",
        Specification::ToInteger {
            direction: Direction::Nearest,
            signed: false,
        },
    ),
    (
        "bf16::to_u32_truncate",
        Specification::ToInteger {
            direction: Direction::TowardZero,
            signed: false,
        },
    ),
    (
        "bf16::to_u32_floor",
        Specification::ToInteger {
            direction: Direction::Down,
            signed: false,
        },
    ),
    (
        "bf16::to_u32_ceil",
        Specification::ToInteger {
            direction: Direction::Up,
            signed: false,
        },
    ),
    ("bf16::add", Specification::Sum),
    ("bf16::sub", Specification::Difference),
    ("bf16::mul", Specification::Product),
    ("bf16::mul_add", Specification::FusedSum),
    ("bf16::div", Specification::Quotient),
    ("bf16::sqrt", Specification::Root),
    ("bf16::rsqrt", Specification::ReciprocalRoot),
    ("i32::to_f32", Specification::FromInteger { signed: true }),
    ("i32::to_f16", Specification::FromInteger { signed: true }),
    ("i32::to_bf16", Specification::FromInteger { signed: true }),
    ("u32::to_f32", Specification::FromInteger { signed: false }),
    ("u32::to_f16", Specification::FromInteger { signed: false }),
    ("u32::to_bf16", Specification::FromInteger { signed: false }),
    ("f32::to_f16", Specification::Convert),
    ("f32::to_bf16", Specification::Convert),
    ("f16::to_f32", Specification::Convert),
    ("bf16::to_f32", Specification::Convert),
    ("f32::to_bits", Specification::Bits),
    ("u32::from_bits", Specification::Bits),
];

/// The specification of the op with this id.
pub fn specification(op: &str) -> Option<Specification> {
    let mut rows = TABLE.iter();
    rows.find(|(id, _)| *id == op).map(|(_, item)| *item)
}
