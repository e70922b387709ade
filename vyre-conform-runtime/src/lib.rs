//! Conformance suites for GPU operations, generated from the laws they are annotated with.
//!
//! This is what a crate of ops depends on. An author annotates a CPU reference function with
//! `#[vyre_op(...)]`; one line of a test, `vyre_conform_harness::harness!(my_ops);` of the package
//! `vyre-conform-harness`, turns everything registered into a test suite. The packages and the edges between
//! them are described in `ARCHITECTURE.md`.

/// The host types of F16 and BF16.
pub use half;
/// The intermediate representation.
pub use vyre_conform_ir as ir;
pub use vyre_conform_ir::{dispatch, valid, value, wire};
pub use vyre_conform_macros::{vyre_engine, vyre_fn, vyre_op};
/// The vocabulary: laws, types, categories, evidence, levels.
pub use vyre_conform_spec as spec;

pub mod body;
pub mod catalog;
#[doc(hidden)]
pub mod const_check;
pub mod elaborate;
pub mod engine;
pub mod generate;
pub mod registry;
#[doc(hidden)]
pub mod vector;

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
