//! The products of residues on the tensor cores of a GPU.

use super::{Dot, dot, dot4, residue_products, tile};
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::kernel_text;
use vyre_conform_runtime::kernel_text::HandWrittenKernel;

/// The kernel, with the tiles of the program at this size.
const TEXT: &str = include_str!("tensor_cores.cu");
const SIZE: u32 = 256;

/// Its number of invocations.
const INVOCATIONS: u32 = 128;

/// Bytes of memory of the kernel: three parts of both operands, each with 16 rows along K of 128 lines and 8 padding
/// words, which avoid bank conflicts.
const MEMORY: u32 = 3 * 2 * 16 * (128 + 8) * 4;

kernel_text!(
    "products_of_residues",
    cuda,
    hardware = "integer_matrix_product",
    of = kernel
);

/// The kernel, for either way to multiply bytes, with or without partial tiles.
fn kernel(program: &Program) -> Option<HandWrittenKernel> {
    let ways: [Dot; 2] = [dot, dot4::dot];
    let tiles = [tile(SIZE), tile(SIZE).over(0, 0)];
    let known = |dot| {
        tiles
            .iter()
            .any(|tile| *program == residue_products(*tile, dot))
    };
    let is_known = program.workgroup_size == [SIZE, 1, 1] && ways.into_iter().any(known);
    let kernel = || HandWrittenKernel::new(TEXT.into()).with_memory(MEMORY);
    is_known.then(|| kernel().of_invocations(INVOCATIONS))
}
