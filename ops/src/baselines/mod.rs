//! Baselines of ops on hardware: hand-written functions in WGSL for ops that compute longer than their operands and
//! results take to move. The other ops are measured beside an alternate or a copy.

mod floats;
mod geometry;
mod images;
mod steps;

use vyre_conform_runtime::baseline;

baseline!("u32::srgb8_to_linear16", wgsl = images::SRGB8_TO_LINEAR16);
baseline!("u32::linear16_to_srgb8", wgsl = images::LINEAR16_TO_SRGB8);
baseline!("u32::incircle_i16", wgsl = geometry::INCIRCLE_I16);
baseline!(
    "u32::distance_squared_i16",
    wgsl = geometry::DISTANCE_SQUARED_I16
);
baseline!("u32::in_triangle_i16", wgsl = geometry::IN_TRIANGLE_I16);
baseline!("u64::crc64_step", wgsl = steps::CRC64_STEP);
baseline!("u64::crc64_step_inverse", wgsl = steps::CRC64_STEP_INVERSE);
baseline!("u32::leb128_encode", wgsl = steps::LEB128_ENCODE);
