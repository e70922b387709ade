//! Checks on the CPU: laws on blocks, tables, coverage, determinism, agreement.
//!
//! [`TypedLaw`] is a declared law with known types; [`check`] runs laws over a
//! [`Source`](vyre_conform_runtime::generate::Source) through the ops' opaque block kernels. Every check returns a
//! typed outcome; none panics because of an author's code.

mod agreement;
mod check;
mod collisions;
mod columns;
mod coverage;
mod declaration;
mod determinism;
mod domain;
mod explain;
mod implication;
mod minimise;
mod outcome;
mod program;
mod quiet;
mod refutation;
mod render;
mod rows;
mod solve;
mod symmetry;
mod typed;

pub use agreement::{agreement, interpreter};
pub use check::{CheckOptions, check};
pub use collisions::{Collision, collisions};
pub use coverage::{Coverage, EntryHits, coverage, failing_classes};
pub use determinism::{Deterministic, Nondeterministic, calls as determinism_calls, determinism};
pub use explain::{Evaluate, Explanation, Reference, first_panic};
pub use implication::{ImpliedLaw, equations, implied};
pub use minimise::{minimise, minimise_by};
pub use outcome::{CheckError, CheckOutcome};
pub use quiet::quietly;
pub use refutation::{RefutationError, refutation};
pub use rows::{Rows, rows};
pub use typed::{Argument, LawTypeError, TypedLaw};
