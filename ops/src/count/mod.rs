//! Counting bits of `u32`.

mod clz;
mod count_zeros;
mod ctz;
mod popcount;

pub use clz::clz;
pub use count_zeros::count_zeros;
pub use ctz::ctz;
pub use popcount::popcount;
