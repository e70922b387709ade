//! The clauses of the contract of [`Backend`](super::Backend#contract), by name.

use std::fmt;

/// A clause of the [contract](super::Backend#contract) of a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Clause {
    /// It opens.
    Opens,
    /// Its slug and its kind have ASCII letters, digits, `-`, `_` and `#`, at least one and at most 64.
    Slug,
    /// Its identity never changes and is that of all its peers.
    Identity,
    /// No call panics.
    Panics,
    /// Every call returns.
    Returns,
    /// It loads every op that it does not report as lacking, and at least one op.
    Loads,
    /// A loaded op has the types of what was loaded.
    Signature,
    /// A run returns the words of exactly one result per case.
    Length,
    /// Results are correct, each for its own case.
    Results,
    /// Values of several words are low word first, vectors lane 0 first, one case after the other.
    Layout,
    /// A Bool is 0 or 1, as operand and as result.
    Bool,
    /// A float is its bits, which are preserved, including those of every NaN; a 16-bit float is the low half of its
    /// word.
    Floats,
    /// An operand from a uniform or a literal equals one from storage with that value in every case.
    Passing,
    /// A run accepts 1 to 2^18 cases.
    Batch,
    /// Several threads can run one loaded op concurrently.
    Threads,
    /// Several ops are loaded at once, and loading, running or dropping one does not change another.
    Ops,
    /// The same batch gives the same words, whatever ran in between.
    Repeats,
    /// It returns only errors of its own, none that only the suite can determine.
    Errors,
    /// It runs programs, or reports that it runs none.
    Programs,
}

/// A clause that a backend breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContractViolation {
    /// The clause.
    pub clause: Clause,
    /// The observation.
    pub observation: String,
}

impl ContractViolation {
    pub(super) fn new(clause: Clause, seen: impl Into<String>) -> Self {
        let observation = seen.into();
        Self {
            clause,
            observation,
        }
    }
}

impl fmt::Display for ContractViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.observation)
    }
}
