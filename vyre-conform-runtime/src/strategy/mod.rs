//! How claims are checked on the CPU: laws on blocks, tables, coverage, determinism, agreement.
//!
//! [`TypedLaw`] is a declared law with every type known; [`check`] runs laws over a
//! [`Source`](crate::generate::Source) through the ops' opaque block kernels. Every check gives a
//! typed outcome; none of them panics on what an author wrote.

mod check;
mod columns;
mod explain;
mod program;
mod render;
mod solve;
mod symmetry;
mod typed;

pub use check::{CheckError, Counterexample, Options, Outcome, check};
pub use explain::{Evaluate, Explanation, Reference};
pub use typed::{Argument, LawTypeError, TypedLaw};
