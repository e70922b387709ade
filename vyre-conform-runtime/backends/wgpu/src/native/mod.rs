//! Strict native float arithmetic.
//!
//! WGSL guarantees nothing about floats; SPIR-V can, with the execution modes of float controls and without
//! contraction. So a shader with floats is compiled here ([`mod@compile`]), made strict ([`mod@strict`]) and passed to
//! the driver unchanged. The guarantee is verified: an op is native on an adapter only after its results there were
//! compared with the reference ([`measure`](vyre_conform_suite::backend::measure)).

mod compile;
mod controls;
mod strict;
#[cfg(test)]
mod tests;

pub(super) use compile::{SpirvShader, compile};
pub(super) use controls::{Controls, offered};
