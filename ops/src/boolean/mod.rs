//! Connectives of `bool`, which a shader stores as 1 or 0. Every law is checked on all operands.

mod and;
mod eq;
mod ge;
mod gt;
mod implies;
mod lt;
mod nand;
mod nor;
mod not;
mod or;
mod select;
mod xor;

pub use and::and;
pub use eq::eq;
pub use ge::ge;
pub use gt::gt;
pub use implies::implies;
pub use lt::lt;
pub use nand::nand;
pub use nor::nor;
pub use not::not;
pub use or::or;
pub use select::select;
pub use xor::xor;
