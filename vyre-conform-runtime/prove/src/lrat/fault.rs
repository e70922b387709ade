//! Faults to plant in the proof checker.

/// A fault of a proof checker. Tests plant each of these, and confirm that an invalid proof exposes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A step may reuse a number.
    Number,
    /// A literal may be outside the formula.
    Literal,
    /// The literals of the clause are assumed instead of their negations.
    Sign,
    /// A clause that repeats a literal is treated like one with a literal and its negation.
    Twice,
    /// A hint that refers to no clause is skipped.
    Unknown,
    /// A hint with several open literals is skipped.
    NotUnit,
    /// The first of several open literals of a hint follows.
    FirstOfSeveral,
    /// A true literal is treated as open.
    Holds,
    /// A literal equals its negation.
    Unsigned,
    /// Assumptions of one step are kept in the next.
    Kept,
    /// A clause may be a hint of its own step.
    Circle,
    /// Hints may end without a contradiction.
    NoConflict,
    /// A clause whose first literal is negated in no clause is accepted (RAT): it preserves
    /// satisfiability, but need not follow.
    Rat,
    /// The empty clause may be missing.
    NotEmpty,
}

#[cfg(test)]
mod tests;
