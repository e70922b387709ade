//! Lowering to WGSL: a validated module in, readable text out.
//!
//! The text is what a person would write by hand: calls of straight-line functions are spliced in
//! (`inline`, `forward`, `simplify`), constants are folded by the rules of the IR (`fold`), names are kept
//! (`names`, `scope`), parentheses stand only where the grammar wants them (`text`). What WGSL
//! leaves open or decides otherwise is written out (`contract`), `u64` is a `vec2<u32>` with a small
//! library (`word64`, `wide`). The same module gives the same text.

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

/// The WGSL functions of an op. The last one has the name of [`function_name`], takes one
/// parameter an operand and gives the result, with the WGSL types `u32`, `i32`, `vec2<u32>` (u64 as
/// low and high word, and two lanes), `vec4<u32>` (four lanes) and `u32` for a Bool (0 or 1).
///
/// `signature` is that of the op the module was made from.
pub fn functions(op: &Valid, signature: &Signature, name: &str) -> String {
    function::module_text(op.module(), signature, name)
}

/// The complete WGSL module of a program, with one entry point, [`ENTRY_POINT`].
///
/// The buffers that the host binds are `@group(0)` at the bindings they declare, all of them, used or
/// not. An array in storage has the element types `u32`, `i32`, `vec2<u32>` (u64 as low and high word,
/// and two lanes), `vec4<u32>` (u128 as four words, low first, and four lanes), and `u32` for four
/// bytes and for a Bool, 0 or 1; it is `array<atomic<u32>>` where the program steps atomically on it. A
/// uniform array has steps of 16 bytes with the same words in them, so that the host binds the
/// canonical layout, padded to a whole step.
///
/// An op of one hardware feature that the program calls is its text by hand, which stands in the module once, with its
/// directives before everything else. Of one without a text in WGSL there is a call and no function, which no compiler
/// takes: who compiles asks [`ValidProgram::hardware`] first.
pub fn program(program: &ValidProgram) -> String {
    program_with(program, &[])
}

/// As [`program`], with native implementations in place of the bodies of ops that the program calls, at most one of a
/// callee, beside the texts by hand of those of one hardware feature. The text of one that computes with 16-bit floats
/// begins with `enable f16;`, and so does then that of the program.
///
/// # Panics
/// Where the program has no such callee.
pub fn program_with(program: &ValidProgram, natives: &[NativeCallee<'_>]) -> String {
    let module = program.module_to_lower();
    kernel::program_text(program.program(), &module, program.hardware(), natives)
}

/// The module that [`functions`] writes down: calls of straight-line functions spliced in, constants
/// folded, variables that carry a value from one line to the next left out. It means what `op` means.
pub fn prepared(op: &Valid) -> Module {
    function::prepared(op.module())
}
