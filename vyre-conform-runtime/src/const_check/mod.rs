//! Building blocks of the compile-time checks of a `const fn`. Not a public interface.
//!
//! The attribute macro emits one `const _: () = { .. };` for each law and row; everything here is
//! `const fn`, generic over the value types by their words, because traits have no `const` methods on
//! stable Rust.

mod cases;
mod native;
mod operand;
mod text;
mod value;

pub use cases::{Pool, Span, limit, pool};
pub use native::{defines_c_function, defines_function, defines_native, foreign_name};
pub use operand::*;
pub use text::Text;
pub use value::{ConstValue, at_most, equal, small, wrapping_sum};
