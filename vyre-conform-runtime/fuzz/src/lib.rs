//! Random valid programs, and what every runner must make of them alike.
//!
//! [`Case::random`] makes a program from a seed: every node, expression, type and access of the IR,
//! valid by construction, and free of races by construction. What the ops that it calls take of the
//! limits is counted. Each invocation stores only to elements of its own; what others read was written before a barrier, which stands where the whole workgroup
//! comes by; atomic steps that several invocations make on one element commute, and what they return
//! is not used. [`disagreement`] runs a case in several orders of the interpreter and on backends;
//! [`shrink`] makes a case that shows a disagreement smaller.

mod case;
mod control;
mod differ;
mod draw;
mod edit;
mod expr;
mod function;
mod large;
mod literals;
mod memory;
mod ops;
mod search;
mod shrink;
mod statement;
#[cfg(test)]
mod tests;

pub use case::{Case, CaseError};
pub use differ::{Compared, Disagreement, agreement, disagreement, runs_programs};
pub use large::Large;
pub use ops::{Callable, LeftOut, OpSignature};
pub use search::{Ops, search};
pub use shrink::{Shrunk, shrink};
