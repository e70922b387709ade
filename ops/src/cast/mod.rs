//! Casts between the value types, named `<from>_to_<to>`, with ids such as `u32::cast_u64`.
//!
//! A vector of two or four `u32` is `vec2` or `vec4`. From `u64` and from two lanes to four lanes there
//! is not a cast; `vec2_twice` is an op of its own.

mod bool_to_i32;
mod bool_to_u32;
mod bool_to_u64;
mod bool_to_vec2;
mod bool_to_vec4;
mod i32_to_bool;
mod i32_to_u32;
mod i32_to_u64;
mod i32_to_vec2;
mod i32_to_vec4;
mod u32_to_bool;
mod u32_to_i32;
mod u32_to_u64;
mod u32_to_vec2;
mod u32_to_vec4;
mod u64_to_bool;
mod u64_to_i32;
mod u64_to_u32;
mod u64_to_vec2;
mod vec2_to_bool;
mod vec2_to_i32;
mod vec2_to_u32;
mod vec2_to_u64;
mod vec2_twice;
mod vec4_to_bool;
mod vec4_to_i32;
mod vec4_to_u32;
mod vec4_to_u64;
mod vec4_to_vec2;

pub use bool_to_i32::bool_to_i32;
pub use bool_to_u32::bool_to_u32;
pub use bool_to_u64::bool_to_u64;
pub use bool_to_vec2::bool_to_vec2;
pub use bool_to_vec4::bool_to_vec4;
pub use i32_to_bool::i32_to_bool;
pub use i32_to_u32::i32_to_u32;
pub use i32_to_u64::i32_to_u64;
pub use i32_to_vec2::i32_to_vec2;
pub use i32_to_vec4::i32_to_vec4;
pub use u32_to_bool::u32_to_bool;
pub use u32_to_i32::u32_to_i32;
pub use u32_to_u64::u32_to_u64;
pub use u32_to_vec2::u32_to_vec2;
pub use u32_to_vec4::u32_to_vec4;
pub use u64_to_bool::u64_to_bool;
pub use u64_to_i32::u64_to_i32;
pub use u64_to_u32::u64_to_u32;
pub use u64_to_vec2::u64_to_vec2;
pub use vec2_to_bool::vec2_to_bool;
pub use vec2_to_i32::vec2_to_i32;
pub use vec2_to_u32::vec2_to_u32;
pub use vec2_to_u64::vec2_to_u64;
pub use vec2_twice::vec2_twice;
pub use vec4_to_bool::vec4_to_bool;
pub use vec4_to_i32::vec4_to_i32;
pub use vec4_to_u32::vec4_to_u32;
pub use vec4_to_u64::vec4_to_u64;
pub use vec4_to_vec2::vec4_to_vec2;
