//! Steps of checksums: a step takes the state and one byte and gives the next state. Only the low eight bits of the
//! operand `byte` count.
//!
//! The caller provides the initial state and processes the last one (CRC-32 complements both).

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
