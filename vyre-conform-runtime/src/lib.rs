//! Conformance suites for GPU operations, generated from the laws that the operations are annotated with.
//!
//! A crate of ops depends on this package. Each op is one function: rustc compiles it as the CPU reference, and its
//! body is translated for every device.
//!
//! ```
//! use vyre_conform_runtime::vyre_op;
//!
//! /// The average of two numbers, rounded down, without overflow.
//! #[vyre_op(
//!     laws(Commutative, Idempotent),
//!     boundaries((u32::MAX, u32::MAX), (0, u32::MAX)),
//!     table(
//!         (3, 5) => 4, "halfway between three and five",
//!         (0xFFFF_FFFF, 0xFFFF_FFFF) => 0xFFFF_FFFF, "the sum has 33 bits; its half fits again",
//!     ),
//! )]
//! pub const fn average(a: u32, b: u32) -> u32 {
//!     (a & b).wrapping_add((a ^ b) >> 1)
//! }
//!
//! // The function is called like any other.
//! assert_eq!(average(3, 5), 4);
//!
//! // The attribute registered it, and its body is translated.
//! use vyre_conform_runtime::catalog::Catalog;
//! let catalog = Catalog::linked().expect("a registry without contradictions");
//! let op = catalog.find("u32::average").expect("it is registered");
//! assert!(op.module().is_ok(), "it translates");
//! ```
//!
//! A false law or row does not compile, because this function is `const`:
//!
//! ```compile_fail
//! use vyre_conform_runtime::vyre_op;
//!
//! /// Wrapping subtraction.
//! #[vyre_op(laws(Commutative), boundaries((0, 1)))]
//! pub const fn difference(a: u32, b: u32) -> u32 {
//!     a.wrapping_sub(b)
//! }
//! ```
//!
//! The suite is one line of a test, `vyre_conform_harness::harness!(my_ops);`, of the package `vyre-conform-harness`;
//! `vyre-conform new FOLDER` makes such a crate.
//!
//! # Contents
//!
//! 1. [`#[vyre_op]`](macro@vyre_op) registers an op, with its laws, table, boundaries and classes.
//! 2. [`#[vyre_fn]`](macro@vyre_fn) marks a helper that bodies may call; [`bound!`] states the bound of
//!    a loop.
//! 3. [`spec::law`] lists the laws and their claims.
//! 4. [`#[vyre_engine]`](macro@vyre_engine) and the module [`engine`] register a whole program with its
//!    invariants.
//! 5. [`ir::Kernel`] builds the programs of engines, and [`dispatch`] describes how they are launched.

/// Host types of F16 and BF16.
pub use half;
/// The intermediate representation.
pub use vyre_conform_ir as ir;
pub use vyre_conform_ir::{dispatch, valid, value, wire};
pub use vyre_conform_macros::{vyre_engine, vyre_fn, vyre_op};
/// The vocabulary: laws, types, categories, evidence, levels.
pub use vyre_conform_spec as spec;

#[macro_use]
mod setters;

pub mod baseline;
pub mod engine;
pub mod generate;
pub mod kernel_text;
pub mod registry;

// Public for the other packages of the project, not for authors.
#[doc(hidden)]
pub mod __private;
#[doc(hidden)]
pub mod body;
#[doc(hidden)]
pub mod catalog;
#[doc(hidden)]
pub mod const_check;
#[doc(hidden)]
pub mod elaborate;
#[doc(hidden)]
pub mod sync;
#[doc(hidden)]
pub mod vector;

/// States the maximum number of iterations of a loop without an evident bound, as the first statement
/// of its body: `while n != 0 { bound!(32); .. }`. It expands to nothing; the interpreter enforces the
/// bound.
#[macro_export]
macro_rules! bound {
    ($n:expr) => {
        const _: u64 = $n;
    };
}
