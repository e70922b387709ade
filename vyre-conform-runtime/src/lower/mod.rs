//! Lowering to WGSL: a validated module in, readable text out.

mod bindings;
mod names;
mod reserved;
mod shader;
#[cfg(test)]
mod testing;
mod wide;

pub use bindings::{
    Bindings, ENTRY_POINT, Grid, MAX_GROUPS_PER_AXIS, OperandSource, UNIFORM_BYTES,
};
pub use names::function_name;
pub use shader::{op_shader, wgsl_type};

use crate::registry::Signature;
use crate::valid::Valid;

/// The WGSL functions of an op. The last one is named `name`, takes one parameter an operand and
/// gives the result, with the WGSL types `u32`, `i32`, `vec2<u32>` (u64 and two lanes),
/// `vec4<u32>` (four lanes) and `u32` for a Bool (0 or 1).
pub fn functions(_op: &Valid, _signature: &Signature, _name: &str) -> String {
    unimplemented!()
}
