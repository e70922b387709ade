//! `u64`, which a shader sees as two words, the low one first. Comparisons give 1 or 0 as `u32`.

mod add;
mod eq;
mod lt;
mod mul;
mod shl;
mod shr;
mod sub;

pub use add::add;
pub use eq::eq;
pub use lt::lt;
pub use mul::mul;
pub use shl::shl;
pub use shr::shr;
pub use sub::sub;
