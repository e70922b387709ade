//! Composition theorems: laws that follow from the structure of a body and the laws of its parts.
//!
//! A theorem is data: a structure, laws of its functions, a law of the whole, and a derivation, which
//! [`check()`] replays. The claims of hypotheses and conclusion come from the table of laws
//! (`vyre_conform_spec::law`), applied to the functions of the theorem. Its terms are [`Term`]s of the
//! same vocabulary, in which [`LawCallee::Subject`] is the composed op `F` and [`LawCallee::Parameter`]
//! a function by its letter in [`FUNCTIONS`].
//!
//! The checker does not decide if a body has the structure.

mod check;
mod owned_term;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use check::{Flaw, check};
pub use table::theorems;

use vyre_conform_spec::{Law, LawCallee, Term, law};

/// The letters of functions, by index.
pub const FUNCTIONS: [&str; 13] = [
    "f", "g", "h", "p", "q", "u", "v", "w", "if", "fold", "join", "one", "push",
];

/// The index of the choice `if(c, x, y)`, which is `x` or `y`: it occurs in bodies and is not an op.
pub const CHOICE: usize = 8;

/// The letters of values, by index.
pub const VALUES: [&str; 5] = ["x", "y", "z", "lo", "hi"];

/// An argument of a law in a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TheoremArgument {
    /// A function, or `F`.
    Function(LawCallee),
    /// A value, by its index.
    Value(usize),
}

/// A condition of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// A law of a function.
    Law {
        /// The function.
        of: LawCallee,
        /// The name of the law.
        law: &'static str,
        /// Its arguments.
        arguments: &'static [TheoremArgument],
    },
    /// Both terms are equal for all values of their variables. An application of the theorem shows this
    /// by the bodies of its functions.
    Equation(Term, Term),
}

/// The consequence of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A law of `F`.
    Law {
        /// The name of the law.
        law: &'static str,
        /// Its arguments.
        arguments: &'static [TheoremArgument],
    },
    /// An equation of nonempty lists, which are `one(c)` or `push(list, c)`.
    Equation(Term, Term),
    /// An equation proved by induction on its last variable: first for a list of one element, then,
    /// assuming the equation, for a list with one more.
    Induction(Term, Term),
}

/// The justification of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justification {
    /// The definition of `F` by its structure.
    Definition,
    /// The hypothesis with this index.
    Hypothesis(usize),
    /// A premise of the conclusion, the induction hypothesis, or the result of an earlier chain.
    Given,
    /// A choice between equal values is that value.
    Choice,
}

/// One rewriting step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The justification.
    pub justification: Justification,
    /// The resulting term.
    pub result: Term,
}

/// A sequence of terms, each of which follows from the one before; it proves that the first equals, or
/// is at most, the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The first term.
    pub from: Term,
    /// The other terms, with their justifications.
    pub steps: &'static [Rewrite],
}

/// A composition theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Theorem {
    /// Its name, by which proofs cite it.
    pub name: &'static str,
    /// The number of operands of `F`.
    pub arity: usize,
    /// The definition of `F` in terms of its operands; `None` if only the hypotheses determine it.
    pub structure: Option<Term>,
    /// The hypotheses.
    pub hypotheses: &'static [Hypothesis],
    /// The conclusion.
    pub conclusion: Conclusion,
    /// The chains for each case of the conclusion. A law is one case, an induction two.
    pub derivation: &'static [&'static [Chain]],
}

impl Theorem {
    /// The law of the conclusion with its arguments; `None` for an equation.
    pub fn law(&self) -> Option<(&'static Law, &'static [TheoremArgument])> {
        match self.conclusion {
            Conclusion::Law { law, arguments } => Some((law::find(law)?, arguments)),
            Conclusion::Equation(..) | Conclusion::Induction(..) => None,
        }
    }
}

/// The theorem with this name.
pub fn find_theorem(name: &str) -> Option<&'static Theorem> {
    theorems().find(|theorem| theorem.name == name)
}
