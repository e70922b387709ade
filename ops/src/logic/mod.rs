//! Logic on `u32`, where 0 is false and everything else is true; results are 1 or 0.

mod and;
mod logical_not;
mod or;

pub use and::and;
pub use logical_not::logical_not;
pub use or::or;
