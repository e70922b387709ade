//! Selecting one of several values: minimum, maximum, clamping, selection by a condition.

mod clamp;
mod max;
mod min;
mod select;
mod select_nonzero;

pub use clamp::clamp;
pub use max::max;
pub use min::min;
pub use select::select;
pub use select_nonzero::select_nonzero;
