//! Subgroup operations with a stated size.

mod devices;
mod operations;
mod placement;
mod refusals;
mod types;
mod whole;

use crate::common::{imported, run_kernel};
use vyre_conform_import::ImportOptions;

/// Options with a subgroup size.
fn sized(size: u32) -> ImportOptions {
    ImportOptions {
        subgroup_size: Some(size),
        ..ImportOptions::default()
    }
}

/// A kernel of one workgroup whose invocations store the word of an expression in `x`, a word of the input.
fn text(invocations: u32, statements: &str, word: &str) -> String {
    format!(
        "enable f16; enable subgroups;
        @group(0) @binding(0) var<storage, read> input: array<u32>;
        @group(0) @binding(1) var<storage, read_write> output: array<u32>;
        @compute @workgroup_size({invocations}) fn main(@builtin(local_invocation_index) i: u32,
            @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) subgroup: u32,
            @builtin(subgroup_size) size: u32, @builtin(num_subgroups) count: u32) {{
            let x = input[i]; {statements} output[i] = {word}; }}"
    )
}

/// The words that the invocations of a workgroup store, one for each word of the input.
fn words_of(size: u32, statements: &str, word: &str, input: &[u32]) -> Vec<u32> {
    let count = input.len();
    let kernel = imported(&text(count as u32, statements, word), &sized(size));
    run_kernel(&kernel, [1, 1, 1], vec![input.to_vec(), vec![9; count]]).remove(0)
}
