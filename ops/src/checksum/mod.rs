//! Steps of checksums: the state and one byte give the next state. Of the operand `byte` the low eight bits count.
//!
//! The initial state and what is done with the last one (of CRC-32 the complement of both) are the caller's.

mod adler32_step;
mod crc32_step;
mod crc32_step_inverse;
mod crc32c_step;
mod crc32c_step_inverse;
mod crc64_step;
mod crc64_step_inverse;

pub use adler32_step::adler32_step;
pub use crc32_step::crc32_step;
pub use crc32_step_inverse::crc32_step_inverse;
pub use crc32c_step::crc32c_step;
pub use crc32c_step_inverse::crc32c_step_inverse;
pub use crc64_step::crc64_step;
pub use crc64_step_inverse::crc64_step_inverse;
