//! Kinds of evidence for a claim. Evidence is a set, not one number.

/// One kind of evidence for a law. The description of a kind never borrows the words of a stronger one.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Evidence {
    /// Full-width operands: every edge case exactly once, then an edge-biased mixture.
    Witnessed,
    /// Operands 0..=31, every combination: replaces `ExhaustiveU8` for a law of four variables.
    ExhaustiveU5,
    /// Operands 0..=255 (narrower types: see `docs/spec/laws.md#small-domains`), every combination.
    ExhaustiveU8,
    /// Operands 0..=65535, every combination.
    ExhaustiveU16,
    /// Every input of the type.
    ExhaustiveFull,
    /// A solver proof at full width.
    Proved,
}

/// Number of edge-biased witnesses that a law needs before [`Evidence::Witnessed`] counts towards a
/// level.
pub const WITNESSES_REQUIRED: u64 = 1_000_000;

/// Number of random programs whose results on a backend must all equal the interpreter's before the
/// backend reaches L3.
pub const PROGRAMS_REQUIRED: u64 = 256;

impl Evidence {
    /// The name used in trial names and certificates, such as `exhaustive_u8`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Witnessed => "witnessed",
            Self::ExhaustiveU5 => "exhaustive_u5",
            Self::ExhaustiveU8 => "exhaustive_u8",
            Self::ExhaustiveU16 => "exhaustive_u16",
            Self::ExhaustiveFull => "exhaustive_full",
            Self::Proved => "proved",
        }
    }

    /// The small exhaustive domain of a law with this many variables.
    pub const fn small(variables: usize) -> Self {
        match variables {
            0..4 => Self::ExhaustiveU8,
            _ => Self::ExhaustiveU5,
        }
    }

    /// True if this set of evidence verifies a law: a small exhaustive domain together with witnesses
    /// ("combined"), or the full domain, or a proof. A small domain alone never verifies a law:
    /// `popcount <= 16` passes on all of u16 and is false.
    pub fn verifies(set: &[Self]) -> bool {
        let has = |kind| set.contains(&kind);
        has(Self::ExhaustiveFull)
            || has(Self::Proved)
            || (has(Self::Witnessed)
                && [Self::ExhaustiveU5, Self::ExhaustiveU8, Self::ExhaustiveU16]
                    .iter()
                    .any(|small| set.contains(small)))
    }

    /// The grade of a set, in the words that a report uses.
    pub fn grade(set: &[Self]) -> &'static str {
        let has = |kind| set.contains(&kind);
        if has(Self::Proved) {
            "proved"
        } else if has(Self::ExhaustiveFull) {
            "exhaustive_full"
        } else if has(Self::Witnessed) && has(Self::ExhaustiveU16) {
            "combined (u16)"
        } else if has(Self::Witnessed) && has(Self::ExhaustiveU8) {
            "combined (u8)"
        } else if has(Self::Witnessed) && has(Self::ExhaustiveU5) {
            "combined (u5)"
        } else if has(Self::ExhaustiveU16) {
            "exhaustive_u16 alone"
        } else if has(Self::ExhaustiveU8) {
            "exhaustive_u8 alone"
        } else if has(Self::ExhaustiveU5) {
            "exhaustive_u5 alone"
        } else if has(Self::Witnessed) {
            "witnessed alone"
        } else {
            "none"
        }
    }
}
