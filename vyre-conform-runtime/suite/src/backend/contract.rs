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
    /// Its identity is the same whenever it is asked, and that of all its peers.
    Identity,
    /// No call panics.
    Panics,
    /// Every call comes back.
    Returns,
    /// It loads what it does not say it lacks, and some op at least.
    Loads,
    /// A loaded op has the types of what was loaded.
    Signature,
    /// A run gives the words of one result a case, no more and no fewer.
    Length,
    /// Results are right: each is that of its own case.
    Results,
    /// Values of several words are low word first, vectors lane 0 first, one case after the other.
    Layout,
    /// A Bool is 0 or 1, as operand and as result.
    Bool,
    /// A float is its bits, which are kept, those of every NaN too; one of 16 bits is the low half of its word.
    Floats,
    /// An operand from a uniform or a literal counts as one from storage that is the same in every case.
    Passing,
    /// A run takes from 1 to 2^18 cases.
    Batch,
    /// Several threads run one loaded op at once.
    Threads,
    /// Several ops are loaded at once, and none is changed by another that is loaded, run or dropped.
    Ops,
    /// The same batch gives the same words, whatever ran between.
    Repeats,
    /// Its errors are its own: what only the suite can find out is for the suite to say.
    Errors,
    /// It runs programs, or says that it runs none.
    Programs,
}

/// A clause that a backend breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContractViolation {
    /// Which.
    pub clause: Clause,
    /// What was seen.
    pub seen: String,
}

impl ContractViolation {
    pub(super) fn new(clause: Clause, seen: impl Into<String>) -> Self {
        let seen = seen.into();
        Self { clause, seen }
    }
}

impl fmt::Display for ContractViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.seen)
    }
}
