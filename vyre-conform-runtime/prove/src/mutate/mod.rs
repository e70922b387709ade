//! Mutants: how much of an op its declaration, and parity with it, would notice (`docs/book/proofs.md`).
//!
//! [`mutants`] makes bodies with one change each; [`try_mutants()`] asks two questions of every one: would the declaration
//! refuse it as the reference, by a row or a law, and would parity refuse it as a lowering, on the inputs that a suite
//! runs? One that is proved equal to the op is not counted, and of those that are proved equal to each other one
//! counts.

mod change;
mod equal;
mod mutant;
mod row;
mod trial;

pub use change::Change;
pub use mutant::{Mutant, mutants};
pub use row::Row;
pub use trial::{Fate, MutationError, OpMutants, total, try_mutants};
