//! Composition theorems: laws that follow from the form of a body and the laws of its parts.
//!
//! A theorem is data: a structure, laws of the functions in it, a law of the whole, and a derivation, which [`check()`]
//! replays. Claims of hypotheses and conclusion are those of the one table of laws (`vyre_conform_spec::law`), with the
//! functions of the theorem in place of the law's; its terms are [`Term`]s of the same vocabulary, in which
//! [`LawCallee::Subject`] is the composed op `F` and [`LawCallee::Parameter`] a function by its letter in
//! [`FUNCTIONS`].
//!
//! Whether a body has the structure is a question of its own, which the checker does not ask.

mod check;
mod owned_term;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use check::{Flaw, check};
pub use table::theorems;

use vyre_conform_spec::{Law, LawCallee, Term, law};

/// The letters of functions, by number.
pub const FUNCTIONS: [&str; 13] = [
    "f", "g", "h", "p", "q", "u", "v", "w", "if", "fold", "join", "one", "push",
];

/// The number of the choice `if(c, x, y)`, which is `x` or `y`: it is part of bodies, and no op.
pub const CHOICE: usize = 8;

/// The letters of values, by number.
pub const VALUES: [&str; 5] = ["x", "y", "z", "lo", "hi"];

/// What stands for a parameter of a law in a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TheoremArgument {
    /// A function, or `F`.
    Function(LawCallee),
    /// A value, by its number.
    Value(usize),
}

/// What a theorem asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// A law of a function.
    Law {
        /// The function.
        of: LawCallee,
        /// The name of the law.
        law: &'static str,
        /// Its parameters.
        arguments: &'static [TheoremArgument],
    },
    /// Both terms are equal for all values of their variables. Where a theorem is applied, the bodies of its functions
    /// have to show it.
    Equation(Term, Term),
}

/// What follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A law of `F`.
    Law {
        /// The name of the law.
        law: &'static str,
        /// Its parameters.
        arguments: &'static [TheoremArgument],
    },
    /// An equation of lists with one element at least, which are `one(c)` or `push(list, c)`.
    Equation(Term, Term),
    /// The same by induction on its last variable: first for a list of one element, then, from the equation itself, for
    /// a list with one more.
    Induction(Term, Term),
}

/// By what a step is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justification {
    /// `F` is its structure.
    Definition,
    /// The hypothesis with this number, from 0 on.
    Hypothesis(usize),
    /// A premise of the conclusion, what an induction may assume, or the last term of an earlier chain.
    Given,
    /// A choice between equal values is that value.
    Choice,
}

/// One rewriting step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// By what.
    pub by: Justification,
    /// The term that it leads to.
    pub to: Term,
}

/// Terms of which each follows from the one before; the first and the last are equal, or at most one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The first term.
    pub from: Term,
    /// The others.
    pub steps: &'static [Rewrite],
}

/// A composition theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Theorem {
    /// Its name, by which proofs cite it.
    pub name: &'static str,
    /// How many operands `F` has.
    pub arity: usize,
    /// What `F` is of its operands; none where the hypotheses alone say what it is.
    pub structure: Option<Term>,
    /// What is asked for.
    pub hypotheses: &'static [Hypothesis],
    /// What follows.
    pub conclusion: Conclusion,
    /// Why: for each case of the conclusion some chains. A law is one case, an induction two.
    pub derivation: &'static [&'static [Chain]],
}

impl Theorem {
    /// The law that it concludes and its parameters; none of an equation.
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
