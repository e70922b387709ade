//! Shifts and rotations of `u32`. The amount counts modulo 32.

mod rotate_left;
mod rotate_right;
mod shl;
mod shr;

pub use rotate_left::rotate_left;
pub use rotate_right::rotate_right;
pub use shl::shl;
pub use shr::shr;
