//! Conversions: between floats and integers, between formats, and the bits themselves.

mod bf16_to_f32;
mod f16_to_f32;
mod from_bits;
mod i32_to_f32;
mod to_bf16;
mod to_bits;
mod to_f16;
mod to_i32_ceil;
mod to_i32_floor;
mod to_i32_nearest;
mod to_i32_truncate;
mod to_u32_ceil;
mod to_u32_floor;
mod to_u32_nearest;
mod to_u32_truncate;
mod u32_to_f32;

pub use bf16_to_f32::to_f32 as bf16_to_f32;
pub use f16_to_f32::to_f32 as f16_to_f32;
pub use from_bits::from_bits;
pub use i32_to_f32::to_f32 as i32_to_f32;
pub use to_bf16::to_bf16;
pub use to_bits::to_bits;
pub use to_f16::to_f16;
pub use to_i32_ceil::to_i32_ceil;
pub use to_i32_floor::to_i32_floor;
pub use to_i32_nearest::to_i32_nearest;
pub use to_i32_truncate::to_i32_truncate;
pub use to_u32_ceil::to_u32_ceil;
pub use to_u32_floor::to_u32_floor;
pub use to_u32_nearest::to_u32_nearest;
pub use to_u32_truncate::to_u32_truncate;
pub use u32_to_f32::to_f32 as u32_to_f32;
