//! Random numbers: the rounds of counter-based generators, the steps of generators with a state, and conversions of
//! their words.
//!
//! Every invertible step has an op for its inverse, which shows that the step loses nothing.
#![allow(
    clippy::manual_range_contains,
    reason = "classes are compared as bodies are, which have no ranges"
)]

mod lemire_accepts;
mod pcg32_back;
mod pcg32_output;
mod pcg32_step;
mod philox4x32_bump;
mod philox4x32_round;
mod philox4x32_unbump;
mod philox4x32_unround;
mod threefry2x32_key;
mod threefry2x32_round;
mod threefry2x32_unround;
mod threefry4x32_key;
mod threefry4x32_round;
mod threefry4x32_unround;
mod uniform_below;
mod unit_f32;
mod xorshift32;
mod xorshift32_back;

pub use lemire_accepts::lemire_accepts;
pub use pcg32_back::pcg32_back;
pub use pcg32_output::pcg32_output;
pub use pcg32_step::pcg32_step;
pub use philox4x32_bump::philox4x32_bump;
pub use philox4x32_round::philox4x32_round;
pub use philox4x32_unbump::philox4x32_unbump;
pub use philox4x32_unround::philox4x32_unround;
pub use threefry2x32_key::threefry2x32_key;
pub use threefry2x32_round::threefry2x32_round;
pub use threefry2x32_unround::threefry2x32_unround;
pub use threefry4x32_key::threefry4x32_key;
pub use threefry4x32_round::threefry4x32_round;
pub use threefry4x32_unround::threefry4x32_unround;
pub use uniform_below::uniform_below;
pub use unit_f32::unit_f32;
pub use xorshift32::xorshift32;
pub use xorshift32_back::xorshift32_back;
