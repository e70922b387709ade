//! Races: two invocations, one element, not ordered by a barrier, and one of the accesses a write
//! that is not atomic.
//!
//! There are three ways to find one. [`certain_races`] reads the program alone and reports what races in every
//! dispatch: the gates of an engine and the command `fuzz` ask it before anything runs. A run with
//! [`Options::races`](super::Options) reports every race among the accesses that it makes. [`races`] makes several such
//! runs in different orders, as which accesses are made may depend on the order, and compares what they leave.

mod certain;
mod orders;
mod shadow;

#[cfg(test)]
mod tests;

pub use certain::certain_races;
pub use orders::{OrderDifference, Races, races};
pub(super) use shadow::{Scope, Shadow, Visit};

/// How an element is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic step.
    Atomic,
}

impl Kind {
    /// True if two such accesses, not ordered, are a race.
    pub(super) fn conflicts_with(self, other: Self) -> bool {
        let both = (self, other);
        !matches!(
            both,
            (Self::Read, Self::Read) | (Self::Atomic, Self::Atomic)
        )
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Read => "reads",
            Self::Write => "writes",
            Self::Atomic => "changes atomically",
        })
    }
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RacingAccess {
    /// How.
    pub kind: Kind,
    /// The node of the kernel, such as `body[2].then[0]`.
    pub place: String,
    /// The workgroup.
    pub workgroup: [u32; 3],
    /// The invocation, by its number in the workgroup.
    pub local: [u32; 3],
}

impl std::fmt::Display for RacingAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            kind,
            place,
            workgroup,
            local,
        } = self;
        write!(
            f,
            "invocation {local:?} of workgroup {workgroup:?} {kind} it at {place}"
        )
    }
}

/// A race that a run showed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "step {step}: `{buffer}[{index}]` of `{program}`: {first}, and {second}, with no barrier of one \
     workgroup between them: use atomics, a barrier, or one element an invocation"
)]
pub struct Race {
    /// Step of the launch; 0 of a race that was found without one.
    pub step: usize,
    /// The program.
    pub program: String,
    /// The buffer.
    pub buffer: String,
    /// The element.
    pub index: usize,
    /// The access that the run made first.
    pub first: RacingAccess,
    /// The other one.
    pub second: RacingAccess,
}
