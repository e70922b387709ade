//! Generators of inputs.

use super::size::SizeExpression;

/// The floats of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FloatKind {
    /// From 0 to 1.
    Unit,
    /// From -1 to 1.
    Signed,
    /// From -1000 to 1000.
    Large,
    /// Finite, of any exponent.
    Wide,
    /// Any bits: infinities and NaN as well.
    Any,
}

/// A generator of an input's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Generator {
    /// Zeros.
    Zeros,
    /// 0, 1, 2, ..
    Ramp,
    /// Random bits.
    Words,
    /// Random integers below a bound.
    Below(SizeExpression),
    /// Random integers in ascending order.
    Sorted,
    /// Each of 0 to the length - 1 once.
    Permutation,
    /// Random floats.
    Floats(FloatKind),
    /// The bytes of a file.
    File(String),
}

/// The spelling of every generator, for messages.
const GENERATORS: &str = "`words`, `below(16)`, `sorted`, `permutation`, `ramp`, `zeros`, `floats(unit)` (`signed`, \
                          `large`, `wide`, `any`) or `file(input.bin)`";

impl Generator {
    /// Parses a generator with its operand.
    ///
    /// # Errors
    /// An unknown text; the error lists what to write instead.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (name, operand) = match text.strip_suffix(')').and_then(|t| t.split_once('(')) {
            Some((name, operand)) => (name.trim(), Some(operand.trim())),
            None => (text, None),
        };
        Ok(match (name, operand) {
            ("zeros", None) => Self::Zeros,
            ("ramp", None) => Self::Ramp,
            ("words", None) => Self::Words,
            ("sorted", None) => Self::Sorted,
            ("permutation", None) => Self::Permutation,
            ("below", Some(bound)) => {
                let bound = SizeExpression::parse(bound);
                Self::Below(bound.map_err(|(_, why)| format!("`{text}`: {why}"))?)
            }
            ("floats", Some(kind)) => Self::Floats(match kind {
                "unit" => FloatKind::Unit,
                "signed" => FloatKind::Signed,
                "large" => FloatKind::Large,
                "wide" => FloatKind::Wide,
                "any" => FloatKind::Any,
                _ => return Err(format!("`{text}` is not a generator: write {GENERATORS}")),
            }),
            ("file", Some(path)) => Self::File(path.trim_matches(['\'', '"']).to_owned()),
            _ => return Err(format!("`{text}` is not a generator: write {GENERATORS}")),
        })
    }

    /// Another seed gives other elements.
    pub const fn is_random(&self) -> bool {
        !matches!(self, Self::Zeros | Self::Ramp | Self::File(_))
    }

    /// Elements may be replaced by 0 and by smaller ones, so that a failing input can shrink.
    pub const fn is_free(&self) -> bool {
        matches!(self, Self::Words | Self::Below(_) | Self::Floats(_))
    }
}
