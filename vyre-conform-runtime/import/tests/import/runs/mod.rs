//! Whole kernels on the interpreter, compared with references in Rust.

mod floats;
mod integers;
mod machines;
mod numerics;

use crate::common::{imported, run_kernel};
use crate::kernels::text;
use vyre_conform_import::ImportOptions;

/// The buffers that an entry point of a kernel file writes.
fn dispatch(file: &str, entry: &str, groups: [u32; 3], contents: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let options = ImportOptions {
        entry: entry.to_owned(),
        ..ImportOptions::default()
    };
    let kernel = imported(&text(file), &options);
    run_kernel(&kernel, groups, contents)
}

/// Pseudorandom numbers, from a linear congruential generator.
pub(crate) fn words(count: usize, seed: u32) -> Vec<u32> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state ^ state >> 15
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Small pseudorandom floats.
fn floats(count: usize, seed: u32) -> Vec<f32> {
    words(count, seed)
        .iter()
        .map(|w| (w % 2001) as f32 / 250.0 - 4.0)
        .collect()
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|n| n.to_bits()).collect()
}

fn numbers(words: &[u32]) -> Vec<f32> {
    words.iter().map(|w| f32::from_bits(*w)).collect()
}

/// Compares floats approximately: Rust's elementary functions may be off by a few units in the last
/// place.
fn assert_close(found: &[u32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (k, (a, b)) in numbers(found).iter().zip(expected).enumerate() {
        assert!(
            (a - b).abs() <= 1e-5 * b.abs().max(1.0),
            "{k}: {a} is not {b}"
        );
    }
}
