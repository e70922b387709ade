//! The tracks of conformance: the comparison that applies to an op.

use crate::level::Level;
use crate::ulp::Tolerance;
use crate::value::ValueType;

/// A track. An op belongs to exactly one, and its levels are those of the track.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Track {
    /// No operand and no result is a float: exact words.
    Integer,
    /// An operand or the result is a float: exact IEEE 754 bits, functions correctly rounded.
    Float,
    /// The op declares a tolerance: its reference is correctly rounded, and a backend may deviate by
    /// that many units in the last place. A certificate never mixes this track with another.
    Approximate,
}

impl Track {
    /// Every track.
    pub const ALL: &'static [Self] = &[Self::Integer, Self::Float, Self::Approximate];

    /// The track of an op with these operands, this result and this tolerance.
    pub fn of(operands: &[ValueType], result: ValueType, tolerance: Tolerance) -> Self {
        if !tolerance.is_exact() {
            return Self::Approximate;
        }
        let mut types = operands.iter().copied().chain([result]);
        if types.any(|ty| ty.float().is_some()) {
            Self::Float
        } else {
            Self::Integer
        }
    }

    /// The name in certificates and on the command line: `integer`, `float`, `approximate`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Float => "float",
            Self::Approximate => "approximate",
        }
    }

    /// The track with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|track| track.name() == name)
    }

    /// The track of a level.
    pub const fn of_level(level: Level) -> Self {
        match level {
            Level::L1 | Level::L2 | Level::L3 | Level::L4 => Self::Integer,
            Level::L1f | Level::L2f | Level::L3f | Level::L4f => Self::Float,
            Level::L1a => Self::Approximate,
        }
    }

    /// True if results are compared word by word. Tracks of this kind may share a certificate.
    pub const fn is_strict(self) -> bool {
        !matches!(self, Self::Approximate)
    }

    /// The parity level; the only level of approximate ops.
    pub const fn parity(self) -> Level {
        match self {
            Self::Integer => Level::L1,
            Self::Float => Level::L1f,
            Self::Approximate => Level::L1a,
        }
    }

    /// The level that adds every law to parity. A result that may deviate obeys no law exactly, so laws
    /// of approximate ops concern only the reference and this level does not exist for them.
    pub const fn algebraic(self) -> Option<Level> {
        match self {
            Self::Integer => Some(Level::L2),
            Self::Float => Some(Level::L2f),
            Self::Approximate => None,
        }
    }

    /// The highest level that a single op reaches without engines.
    pub const fn highest(self) -> Level {
        match self.algebraic() {
            Some(level) => level,
            None => self.parity(),
        }
    }
}

impl core::fmt::Display for Track {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
