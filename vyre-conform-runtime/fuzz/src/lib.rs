//! Random valid programs, and the comparison of all runners on them.
//!
//! [`Case::random`] makes a program from a seed: every node, expression, type and access of the IR, valid by
//! construction, and free of races by construction. What the ops that it calls take of the limits is counted. Each
//! invocation stores only to elements of its own; what others read was written before a barrier, which the whole
//! workgroup reaches; atomic steps that several invocations make on one element commute, and what they return is not
//! used. Values go into a trace, which each invocation stores, so that a wrong one shows. [`disagreement`] runs a case
//! in several orders of the interpreter and on backends; [`shrink`] makes a case that shows a disagreement smaller.
//! [`SemanticMutant`] measures how many programs notice a fault. [`filetest_cases`] reads files of programs with
//! hand-written words, and a [`FiletestRunner`] holds a backend to them.

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

/// The version of the generator, which certificates state: another version makes other programs of a seed.
pub const GENERATOR: u64 = 2;

pub use case::{Case, CaseError};
pub use differ::{ComparisonCounts, Disagreement, agreement, disagreement, runs_programs};
pub use filetest::{
    FiletestCase, FiletestError, FiletestRunner, LiteralsError, Mismatch, ParsedText, calling,
    filetest_cases, literals,
};
pub use large::Large;
pub use mutants::{MutantOutcome, Original, SemanticMutant};
pub use ops::{Callable, LeftOut, OpSignature};
pub use search::{Ops, search};
pub use shrink::{Shrunk, shrink};
