//! Lowering to WGSL: a validated module in, readable text out.
//!
//! The text resembles hand-written code: calls of straight-line functions are spliced in (`inline`,
//! `forward`, `simplify`), constants are folded by the rules of the IR (`fold`), names are kept
//! (`names`, `scope`), and parentheses occur only where the grammar requires them (`text`). Where WGSL
//! is unspecified or differs, the text is explicit (`contract`); `u64` is a `vec2<u32>` with a small
//! library (`word64`, `wide`). The same module produces the same text.

mod barriers;
mod bindings;
mod collection;
mod condition;
mod constants;
mod contract;
mod entry;
mod expr;
mod facts;
mod fold;
mod forward;
mod function;
mod hand_written;
mod inline;
mod kernel;
mod loops;
mod memory;
mod name_scope;
mod names;
mod native;
mod range;
mod scope;
mod shader;
mod simplify;
mod splice;
mod stmt;
mod table;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;
mod textual;
mod vector;
mod walk;
mod wide;
mod wide128;
mod word64;

pub use bindings::{
    Bindings, ENTRY_POINT, Grid, MAX_GROUPS_PER_AXIS, OperandSource, UNIFORM_BYTES,
};
pub use collection::{CollectionOp, collection};
pub use names::function_name;
pub use native::NativeCallee;
pub use shader::{called, choice_shader, crosses_lanes, one_uniform, op_shader, wgsl_type};

use vyre_conform_ir::Module;
use vyre_conform_ir::Signature;
use vyre_conform_ir::valid::{Valid, ValidProgram};

/// The WGSL functions of an op. The last one has the name of [`function_name`], takes one parameter per
/// operand and returns the result, with the WGSL types `u32`, `i32`, `vec2<u32>` (u64 as low and high
/// word, and two lanes), `vec4<u32>` (four lanes) and `u32` for a Bool (0 or 1).
///
/// `signature` is that of the module's op.
pub fn functions(op: &Valid, signature: &Signature, name: &str) -> String {
    function::module_text(op.module(), signature, name)
}

/// The complete WGSL module of a program, with one entry point, [`ENTRY_POINT`].
///
/// The host-bound buffers are `@group(0)` at their declared bindings, all of them, used or not. A
/// storage array has the element types `u32`, `i32`, `vec2<u32>` (u64 as low and high word, and two
/// lanes), `vec4<u32>` (u128 as four words, low first, and four lanes), and `u32` for four bytes and
/// for a Bool, 0 or 1; it is `array<atomic<u32>>` if the program uses atomics on it. A uniform array
/// has 16-byte steps with the same words in them, so that the host binds the canonical layout, padded
/// to a whole step.
///
/// A hardware op that the program calls is its hand-written text, which occurs in the module once, with
/// its directives before everything else. An op without a WGSL text yields a call without a function,
/// which compilers reject: callers must check [`ValidProgram::hardware`] first.
pub fn program(program: &ValidProgram) -> String {
    program_with(program, &[])
}

/// Like [`program`], with native implementations replacing the bodies of ops that the program calls, at
/// most one per callee, in addition to hand-written texts of hardware ops. The text of an
/// implementation with 16-bit floats begins with `enable f16;`, and so does that of the program then.
///
/// # Panics
/// If the program has no such callee.
pub fn program_with(program: &ValidProgram, natives: &[NativeCallee<'_>]) -> String {
    let module = program.module_to_lower();
    kernel::program_text(program.program(), &module, program.hardware(), natives)
}

/// The module that [`functions`] writes: calls of straight-line functions spliced in, constants folded,
/// redundant variables removed. It is equivalent to `op`.
pub fn prepared(op: &Valid) -> Module {
    function::prepared(op.module())
}
