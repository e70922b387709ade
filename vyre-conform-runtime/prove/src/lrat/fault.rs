//! What a checker of proofs may do wrong.

/// What a checker may do wrong. Tests plant each of these, and see that a proof that is none finds it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A step may take a number that is taken.
    Number,
    /// A literal may be none of the formula's.
    Literal,
    /// The literals of the clause are assumed, and not their negations.
    Sign,
    /// A clause that says a literal twice is taken for one with a literal and its negation.
    Twice,
    /// A hint that names no clause is passed over.
    Unknown,
    /// A hint with several literals left is passed over.
    NotUnit,
    /// Of a hint with several literals left the first follows.
    FirstOfSeveral,
    /// A literal that holds is taken for one that does not.
    Holds,
    /// A literal is the same as its negation.
    Unsigned,
    /// What one step assumes still holds in the next.
    Kept,
    /// A clause may be a hint of its own step.
    Circle,
    /// Hints may end without a contradiction.
    NoConflict,
    /// A clause follows whose first literal is negated in no clause (RAT): it takes no solution away from the variables
    /// before it, and need not be true.
    Rat,
    /// The empty clause need not be there.
    NotEmpty,
}

#[cfg(test)]
mod tests;
