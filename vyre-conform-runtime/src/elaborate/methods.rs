//! The methods of the kernel subset: one row per method, with its types. `emit::method` translates
//! them.

use crate::body::Primitive;
use strsim::levenshtein;

/// A method of integers or of the result of `checked_*`.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) receiver: Receiver,
    pub(super) arguments: &'static [Argument],
    pub(super) result: ResultType,
    /// True if the method becomes a single operator.
    pub(super) plain: bool,
}

/// The receiver of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    /// Any of these integers.
    Integer(&'static [Primitive]),
    /// The result of `checked_*`.
    Checked,
}

/// Type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// The receiver's type (its content, for an `Option`).
    Same,
    U32,
    Bool,
}

/// Type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultType {
    /// The receiver's type (its content, for an `Option`).
    Same,
    U32,
    Bool,
    /// `u32` for `i32`, otherwise the receiver's type.
    Unsigned,
    /// The receiver's type with a flag.
    Overflowing,
    /// Low and high half, both of the receiver's type.
    Double,
    Optional,
}

use Argument::{Bool as C, Same as S, U32 as N};
use Primitive::{I32, U32, U64, Usize};
use Receiver::{Checked, Integer};
use ResultType::{Bool, Double, Optional, Overflowing, Same, Unsigned};

const ALL: Receiver = Integer(&[U32, I32, U64]);
/// Methods of `usize` are limited to those whose result is the same for 32 and 64 bits for every index.
const COUNTERS: Receiver = Integer(&[U32, I32, U64, Usize]);
const UNSIGNED: Receiver = Integer(&[U32, U64, Usize]);
const WORDS: Receiver = Integer(&[U32, U64]);
const SIGNED: Receiver = Integer(&[I32]);

const fn row(
    name: &'static str,
    receiver: Receiver,
    arguments: &'static [Argument],
    result: ResultType,
    plain: bool,
) -> Method {
    Method {
        name,
        receiver,
        arguments,
        result,
        plain,
    }
}

pub(super) static METHODS: &[Method] = &[
    row("wrapping_add", COUNTERS, &[S], Same, true),
    row("wrapping_sub", COUNTERS, &[S], Same, true),
    row("wrapping_mul", COUNTERS, &[S], Same, true),
    row("wrapping_neg", ALL, &[], Same, true),
    row("wrapping_shl", ALL, &[N], Same, true),
    row("wrapping_shr", ALL, &[N], Same, true),
    row("wrapping_abs", SIGNED, &[], Same, false),
    row("rotate_left", ALL, &[N], Same, true),
    row("rotate_right", ALL, &[N], Same, true),
    row("count_ones", ALL, &[], ResultType::U32, true),
    row("count_zeros", ALL, &[], ResultType::U32, true),
    row("leading_zeros", ALL, &[], ResultType::U32, true),
    row("trailing_zeros", ALL, &[], ResultType::U32, true),
    row("leading_ones", ALL, &[], ResultType::U32, true),
    row("trailing_ones", ALL, &[], ResultType::U32, true),
    row("reverse_bits", ALL, &[], Same, true),
    row("swap_bytes", ALL, &[], Same, true),
    row("min", COUNTERS, &[S], Same, true),
    row("max", COUNTERS, &[S], Same, true),
    row("abs_diff", COUNTERS, &[S], Unsigned, false),
    row("unsigned_abs", SIGNED, &[], Unsigned, false),
    row("signum", SIGNED, &[], Same, false),
    row("is_negative", SIGNED, &[], Bool, true),
    row("is_positive", SIGNED, &[], Bool, true),
    row("is_power_of_two", UNSIGNED, &[], Bool, true),
    row("overflowing_add", ALL, &[S], Overflowing, false),
    row("overflowing_sub", ALL, &[S], Overflowing, false),
    row("overflowing_mul", ALL, &[S], Overflowing, false),
    row("overflowing_neg", ALL, &[], Overflowing, false),
    row("carrying_add", WORDS, &[S, C], Overflowing, false),
    row("borrowing_sub", WORDS, &[S, C], Overflowing, false),
    row("carrying_mul", WORDS, &[S, S], Double, false),
    row("checked_add", ALL, &[S], Optional, false),
    row("checked_sub", COUNTERS, &[S], Optional, false),
    row("checked_mul", ALL, &[S], Optional, false),
    row("checked_div", COUNTERS, &[S], Optional, false),
    row("checked_rem", COUNTERS, &[S], Optional, false),
    row("checked_neg", ALL, &[], Optional, false),
    row("checked_shl", ALL, &[N], Optional, false),
    row("checked_shr", ALL, &[N], Optional, false),
    row("saturating_add", ALL, &[S], Same, false),
    row("saturating_sub", COUNTERS, &[S], Same, false),
    row("saturating_mul", ALL, &[S], Same, false),
    row("is_some", Checked, &[], Bool, false),
    row("is_none", Checked, &[], Bool, false),
    row("unwrap_or", Checked, &[S], Same, false),
];

/// The method with this name.
pub(super) fn find(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|m| m.name == name)
}

/// The closest method name to a misspelt one, for messages.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    METHODS
        .iter()
        .map(|m| (levenshtein(name, m.name), m.name))
        .min()
        .filter(|(d, _)| *d <= 3)
        .map(|(_, n)| n)
}
