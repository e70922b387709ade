//! Races: two accesses of different invocations to one element, not ordered by a barrier, at least one
//! of them a non-atomic write.
//!
//! There are three detectors. [`certain_races`] analyses only the program, and reports the races of
//! every dispatch: the gates of an engine and the command `fuzz` call it before anything runs. A run
//! with [`Options::races`](super::Options) reports every race among its accesses. [`races`] makes
//! several such runs in different orders, because the accesses may depend on the order, and compares
//! their results.

mod certain;
mod orders;
mod shadow;

#[cfg(test)]
mod tests;

pub use certain::certain_races;
pub use orders::{OrderDifference, Races, races};
pub(super) use shadow::{PhaseAccess, Scope, Shadow};

/// The kind of an access.
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
    /// True if two unordered accesses of these kinds are a race.
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
    /// The kind.
    pub kind: Kind,
    /// The node of the kernel, such as `body[2].then[0]`.
    pub place: String,
    /// The workgroup.
    pub workgroup: [u32; 3],
    /// The coordinates of the invocation in the workgroup.
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

/// A detected race.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "step {step}: `{buffer}[{index}]` of `{program}`: {first}, and {second}, with no barrier of one \
     workgroup between them: use atomics, a barrier, or one element an invocation"
)]
pub struct Race {
    /// Step of the launch; 0 for a statically detected race.
    pub step: usize,
    /// The program.
    pub program: String,
    /// The buffer.
    pub buffer: String,
    /// The element.
    pub index: usize,
    /// The earlier access of the run.
    pub first: RacingAccess,
    /// The later one.
    pub second: RacingAccess,
}
