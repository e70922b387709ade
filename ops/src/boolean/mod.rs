//! Connectives of `bool`, which a shader sees as 1 or 0. Every law of theirs is checked on all operands.

mod and;
mod eq;
mod implies;
mod nand;
mod nor;
mod not;
mod or;
mod xor;

pub use and::and;
pub use eq::eq;
pub use implies::implies;
pub use nand::nand;
pub use nor::nor;
pub use not::not;
pub use or::or;
pub use xor::xor;
