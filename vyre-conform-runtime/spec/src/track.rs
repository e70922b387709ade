//! The tracks of conformance: which comparison an op is held to.

use crate::level::Level;
use crate::value::ValueType;

/// A track. An op belongs to exactly one, and its levels are those of the track.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Track {
    /// No operand and no result is a float: exact words.
    Integer,
    /// An operand or the result is a float: exact bits, IEEE 754, functions correctly rounded.
    Float,
}

impl Track {
    /// Every track.
    pub const ALL: &'static [Self] = &[Self::Integer, Self::Float];

    /// The track of an op with these operands and this result.
    pub fn of(operands: &[ValueType], result: ValueType) -> Self {
        let mut types = operands.iter().copied().chain([result]);
        match types.any(|ty| ty.float().is_some()) {
            true => Self::Float,
            false => Self::Integer,
        }
    }

    /// The name in certificates and on the command line: `integer`, `float`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Float => "float",
        }
    }

    /// The track with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|track| track.name() == name)
    }

    /// The level of parity.
    pub const fn parity(self) -> Level {
        match self {
            Self::Integer => Level::L1,
            Self::Float => Level::L1f,
        }
    }

    /// The level of parity with every law verified.
    pub const fn algebraic(self) -> Level {
        match self {
            Self::Integer => Level::L2,
            Self::Float => Level::L2f,
        }
    }
}
