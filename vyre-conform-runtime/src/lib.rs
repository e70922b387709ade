//! Conformance suites for GPU operations, generated from the laws they are annotated with.
//!
//! An author annotates a CPU reference function with `#[vyre_op(...)]`; one line,
//! `vyre_conform_runtime::harness!(my_ops);`, turns everything registered into a test suite. The
//! architecture and the edges between these modules are described in `ARCHITECTURE.md`.

/// The host types of F16 and BF16.
pub use half;
pub use vyre_conform_macros::{vyre_engine, vyre_fn, vyre_op};
/// The vocabulary: laws, types, categories, evidence, levels.
pub use vyre_conform_spec as spec;

pub mod backend;
pub mod body;
pub mod catalog;
pub mod certify;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
#[doc(hidden)]
pub mod const_check;
pub mod dispatch;
pub mod elaborate;
pub mod engine;
pub mod fuzz;
pub mod generate;
#[cfg(feature = "harness")]
pub mod harness;
pub mod interp;
pub mod invariants;
pub mod ir;
pub mod lower;
#[cfg(feature = "harness")]
mod parallel;
pub mod plan;
pub mod record;
pub mod registry;
#[cfg(feature = "harness")]
pub mod regressions;
pub mod strategy;
pub mod valid;
pub mod value;
mod vector;
pub mod wire;

#[doc(hidden)]
pub mod __private;

/// States the most iterations of a loop whose count is not evident, as the first statement of its
/// body: `while n != 0 { bound!(32); .. }`. It expands to nothing; the interpreter enforces it.
#[macro_export]
macro_rules! bound {
    ($n:expr) => {
        const _: u64 = $n;
    };
}
