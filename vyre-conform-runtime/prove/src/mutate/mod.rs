//! Mutation testing of declarations: the share of changes to an op that its declaration, and parity
//! with it, would detect (`docs/book/proofs.md`).
//!
//! [`mutants`] makes bodies with one change each. [`try_mutants()`] makes two checks of each: would the
//! declaration reject it as the reference, by a row or a law, and would parity reject it as a lowering,
//! on the inputs of a suite? Mutants proved equal to the op do not count, and mutants proved equal to
//! each other count once.

mod change;
mod equal;
mod mutant;
mod row;
mod trial;

pub use change::Change;
pub use mutant::{Mutant, mutants};
pub use row::Row;
pub use trial::{MutantResult, MutationError, OpMutants, total, try_mutants};
