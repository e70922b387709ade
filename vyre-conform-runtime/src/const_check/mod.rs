//! What the compile-time checks of a `const fn` are made of. Not an interface for people.
//!
//! The attribute macro emits one `const _: () = { .. };` for each law and row; everything here is
//! `const fn`, generic over the value types, because traits have no `const` methods on stable Rust.

mod operand;

pub use operand::*;
