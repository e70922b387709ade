//! The checks of an engine and their cases.

use std::fmt;
use vyre_conform_spec::Invariant;

/// The workgroup sizes at which an engine is checked.
pub const SIZES: [u32; 5] = [1, 32, 64, 128, 256];

/// One check of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Check {
    /// Plans can be built, are valid, and are the same every time; the reference agrees with the
    /// corpus.
    Gates,
    /// A declared invariant.
    Invariant(Invariant),
    /// The logical output is the reference's.
    Reference,
    /// The logical output equals the one from a cited source.
    Corpus,
    /// A backend's words are the interpreter's.
    Parity,
    /// The engine adds floats in the declared order, as probing determines it.
    AccumulationOrder,
    /// All other checks on saved inputs on which the engine once failed.
    Regressions,
}

impl Check {
    /// The name in trials.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Gates => "gates",
            Self::Invariant(invariant) => invariant.slug(),
            Self::Reference => "reference",
            Self::Corpus => "corpus",
            Self::Parity => "parity",
            Self::AccumulationOrder => "accumulation_order",
            Self::Regressions => "regressions",
        }
    }

    /// Every check of engines.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [
            Self::Gates,
            Self::Reference,
            Self::Corpus,
            Self::Parity,
            Self::AccumulationOrder,
            Self::Regressions,
        ];
        let invariants = Invariant::ALL.iter().copied().map(Self::Invariant);
        others.into_iter().chain(invariants)
    }

    /// The check with this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::all().find(|check| check.slug() == slug)
    }

    /// The claim of the check, in prose.
    pub const fn claim(self) -> &'static str {
        use Invariant as I;
        match self {
            Self::Gates => "every plan is valid and the same each time it is made",
            Self::Reference => "the logical output is the CPU reference's",
            Self::Corpus => "the logical output is the one the source gives",
            Self::Parity => "the words are the interpreter's",
            Self::AccumulationOrder => "floats are added in the declared order",
            Self::Regressions => "an input on which it once failed fails no longer",
            Self::Invariant(I::Deterministic) => {
                "the same bytes for the same input, and no data race"
            }
            Self::Invariant(I::NoOutputLost) => "every expected output appears",
            Self::Invariant(I::NoDuplicateOutput) => "no logical output appears twice",
            Self::Invariant(I::OutputOrdered) => "the outputs are in the engine's order",
            Self::Invariant(I::BoundedResources) => {
                "no write beyond declared counts, no queue past its bound"
            }
            Self::Invariant(I::Termination) => "the launch ends within the declared steps",
            Self::Invariant(I::AtomicLinearizable) => {
                "atomic effects fit one sequential order at each location"
            }
            Self::Invariant(I::WorkgroupInvariant) => {
                "the same logical output at every workgroup size"
            }
            Self::Invariant(_) => "the invariant holds",
        }
    }
}

/// The source of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputSource {
    /// Generated input number n.
    Generated(u64),
    /// Case number n of the corpus.
    Corpus(usize),
    /// Saved failing input number n, counted from 1.
    Saved(usize),
    /// The inputs that compute sums of n products.
    Sums(u32),
}

/// Writes `7`, `corpus:2` and `sums:16`, as a replay command names them, and `saved:3`, which a replay
/// command names by engine and number.
impl fmt::Display for InputSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generated(n) => write!(f, "{n}"),
            Self::Corpus(k) => write!(f, "corpus:{k}"),
            Self::Saved(k) => write!(f, "saved:{k}"),
            Self::Sums(n) => write!(f, "sums:{n}"),
        }
    }
}

impl std::str::FromStr for InputSource {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text.strip_prefix("corpus:"), text.strip_prefix("sums:")) {
            (Some(k), _) => k.parse().map(Self::Corpus),
            (_, Some(n)) => n.parse().map(Self::Sums),
            _ => text.parse().map(Self::Generated),
        }
    }
}

/// A workgroup size that a runner does not support: a listed outcome, not a failure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SkippedSize {
    /// Workgroups of this size are too large.
    WorkgroupSize {
        /// The size.
        size: u32,
        /// The runner's limit of invocations.
        limit: u32,
    },
    /// The programs of this size exceed another limit (rule V035).
    Limits {
        /// The size.
        size: u32,
        /// The message of the rule.
        message: String,
    },
}

impl SkippedSize {
    /// The workgroup size.
    pub const fn size(&self) -> u32 {
        match self {
            Self::WorkgroupSize { size, .. } | Self::Limits { size, .. } => *size,
        }
    }
}

impl fmt::Display for SkippedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WorkgroupSize { size, limit } => {
                write!(f, "workgroup size {size} is above its limit of {limit}")
            }
            Self::Limits { size, message } => write!(f, "workgroup size {size}: {message}"),
        }
    }
}

/// Parses the text in a certificate: the exact inverse of `Display`.
impl std::str::FromStr for SkippedSize {
    type Err = UnknownSkipReason;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let rest = text.strip_prefix("workgroup size ")?;
            let digits = rest.find(|c: char| !c.is_ascii_digit())?;
            let (size, rest) = rest.split_at(digits);
            let size = size.parse().ok()?;
            if let Some(message) = rest.strip_prefix(": ") {
                let message = message.to_owned();
                return Some(Self::Limits { size, message });
            }
            let limit = rest.strip_prefix(" is above its limit of ")?;
            let limit = limit.parse().ok()?;
            Some(Self::WorkgroupSize { size, limit })
        };
        let found = read().filter(|found| found.to_string() == text);
        found.ok_or(UnknownSkipReason)
    }
}

/// Error for a text that is not a reason to skip a workgroup size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it does not state which workgroup size is skipped, and for which limit")]
pub struct UnknownSkipReason;

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: `FromStr` undoes `Display`, by the documentation of replay commands.
    #[test]
    fn sources_are_read_as_they_are_written() {
        for source in [
            InputSource::Generated(0),
            InputSource::Generated(17),
            InputSource::Corpus(2),
            InputSource::Sums(16),
        ] {
            assert_eq!(source.to_string().parse(), Ok(source));
        }
        assert!("corpus:".parse::<InputSource>().is_err());
        assert!("sums:".parse::<InputSource>().is_err());
    }

    /// Oracle: `FromStr` undoes `Display`; of other spellings each is taken for none.
    #[test]
    fn skips_parse_as_they_print() {
        let sized = SkippedSize::WorkgroupSize {
            size: 256,
            limit: 128,
        };
        let limited = |message: &str| SkippedSize::Limits {
            size: 25,
            message: message.into(),
        };
        for skipped in [sized, limited("a: b"), limited("")] {
            assert_eq!(skipped.to_string().parse(), Ok(skipped));
        }
        for other in [
            "",
            "workgroup size 25",
            "workgroup size 025: too much",
            "workgroup size : too much",
            "workgroup size 25 : too much",
            "workgroup size 256 is above its limit of +128",
            "workgroup size 256 is above its limit of 4294967296",
        ] {
            assert_eq!(
                other.parse::<SkippedSize>(),
                Err(UnknownSkipReason),
                "{other}"
            );
        }
    }
}
