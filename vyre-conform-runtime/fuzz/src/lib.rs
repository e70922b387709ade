//! Random valid programs, and comparison of all runners on them.
//!
//! [`Case::random`] generates a program from a seed: it covers every node, expression, type and access
//! of the IR, and is valid and free of races by construction. The memory of the ops that it calls
//! counts towards the limits. Each invocation stores only to its own elements; it reads elements of
//! others only if they were written before a barrier that the whole workgroup reaches; concurrent
//! atomic steps on one element commute, and their results are unused. Values are mixed into a trace,
//! which each invocation stores, so that a wrong one shows. [`disagreement`] runs a case in several
//! orders of the interpreter and on backends; [`shrink`] reduces a case that shows a disagreement.
//! [`SemanticMutant`] measures how many programs detect a fault. [`filetest_cases`] reads files of
//! programs with hand-written words, and a [`FiletestRunner`] runs them on a backend.

mod case;
mod control;
mod declare;
mod differ;
mod draw;
mod edit;
mod effects;
mod expr;
mod filetest;
mod function;
mod large;
mod literals;
mod memory;
mod mutants;
mod ops;
mod sample;
mod search;
mod shrink;
mod statement;
#[cfg(test)]
mod tests;
mod trace;

/// The version of the generator, which certificates state: another version generates other programs
/// from a seed.
pub const GENERATOR: u64 = 2;

pub use case::{Case, CaseError};
pub use differ::{ComparisonCounts, Disagreement, agreement, disagreement, runs_programs};
pub use filetest::{
    FiletestCase, FiletestError, FiletestRunner, LiteralsError, Mismatch, ParsedText, calling,
    filetest_cases, literals,
};
pub use large::Large;
pub use mutants::{MutantOutcome, Original, SemanticMutant};
pub use ops::{Callable, OmittedOp, OpSignature};
pub use search::{Ops, search};
pub use shrink::{ReducedCase, shrink};
