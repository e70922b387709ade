//! Vectors of four lanes, `[u32; 4]`.

mod add;
mod all_equal;
mod bit_and;
mod bit_not;
mod bit_or;
mod bit_xor;
mod dot;
mod max;
mod min;
mod mul;
mod rotate_lanes_left;
mod rotate_lanes_right;
mod shl;
mod shr;
mod sub;
mod sum;

pub use add::add;
pub use all_equal::all_equal;
pub use bit_and::bit_and;
pub use bit_not::bit_not;
pub use bit_or::bit_or;
pub use bit_xor::bit_xor;
pub use dot::dot;
pub use max::max;
pub use min::min;
pub use mul::mul;
pub use rotate_lanes_left::rotate_lanes_left;
pub use rotate_lanes_right::rotate_lanes_right;
pub use shl::shl;
pub use shr::shr;
pub use sub::sub;
pub use sum::sum;
