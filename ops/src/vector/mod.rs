//! Vectors of `u32`: what each lane does by itself, what is made of all lanes, and lanes that change places.

pub mod vec2;
pub mod vec4;
