//! Vectors of `u32`: lane-wise ops, reductions over all lanes, and permutations of lanes.

pub mod vec2;
pub mod vec4;
