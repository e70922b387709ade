//! Native float arithmetic held to the strict rules.
//!
//! WGSL cannot promise anything about floats; SPIR-V can, with the execution modes of float controls and
//! without contraction. So a shader with floats is compiled here ([`mod@compile`]), made strict ([`mod@strict`]) and
//! handed to the driver as it is. The promise is not believed: an op is native on an adapter only after its
//! results there were compared with the reference ([`measure`](vyre_conform_suite::backend::measure)).

mod compile;
mod controls;
mod strict;
#[cfg(test)]
mod tests;

pub(super) use compile::{SpirvShader, compile};
pub(super) use controls::{Controls, offered};
