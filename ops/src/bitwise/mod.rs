//! Bit patterns of `u32`: connectives, reversals, bit fields.

mod bit_and;
mod bit_not;
mod bit_or;
mod bit_xor;
mod extract_bits;
mod insert_bits;
mod reverse_bits;
mod swap_bytes;

pub use bit_and::bit_and;
pub use bit_not::bit_not;
pub use bit_or::bit_or;
pub use bit_xor::bit_xor;
pub use extract_bits::extract_bits;
pub use insert_bits::insert_bits;
pub use reverse_bits::reverse_bits;
pub use swap_bytes::swap_bytes;
