//! Comparisons of `u32`: predicates that give 1 or 0.

mod eq;
mod ge;
mod gt;
mod le;
mod lt;
mod ne;

pub use eq::eq;
pub use ge::ge;
pub use gt::gt;
pub use le::le;
pub use lt::lt;
pub use ne::ne;
