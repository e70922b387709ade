//! Whole kernels: their result does not depend on the size of subgroups.

use super::sized;
use crate::common::{imported, run_kernel};
use crate::kernels::text;
use crate::runs::words;

const SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];

/// Oracle: sums in Rust.
#[test]
fn reductions_on_two_levels() {
    let input = words(600, 21);
    let sums: Vec<u32> = input
        .chunks(256)
        .map(|tile| tile.iter().fold(0, |a: u32, b| a.wrapping_add(*b)))
        .collect();
    for size in SIZES {
        let kernel = imported(&text("reduce_two_levels.wgsl"), &sized(size));
        let out = run_kernel(&kernel, [3, 1, 1], vec![input.clone(), vec![0; 3]]);
        assert_eq!(out[0], sums, "{size}");
    }
}

/// Oracle: prefix sums in Rust. A tile of 96 leaves the last subgroup of 64 and of 128 with 32 and 96 lanes.
#[test]
fn decoupled_scans() {
    let input: Vec<u32> = words(250, 22).iter().map(|word| word % 1000).collect();
    let scan = input.iter().scan(0, |sum, value| {
        *sum += value;
        Some(*sum - value)
    });
    let expected: Vec<u32> = scan.collect();
    for size in SIZES {
        let kernel = imported(&text("scan_decoupled_subgroups.wgsl"), &sized(size));
        let contents = vec![input.clone(), vec![0; 250], vec![0; 3], vec![0]];
        let out = run_kernel(&kernel, [3, 1, 1], contents);
        assert_eq!(out[0], expected, "{size}");
    }
}

/// Oracle: the sum of all words, by atomic additions of subgroups.
#[test]
fn reductions_with_an_atomic_for_each_subgroup() {
    let input = words(128, 23);
    let sum = input.iter().fold(0, |a: u32, b| a.wrapping_add(*b));
    for size in SIZES {
        let kernel = imported(&text("reduce_subgroup.wgsl"), &sized(size));
        let out = run_kernel(&kernel, [2, 1, 1], vec![input.clone(), vec![0]]);
        assert_eq!(out[0], [sum], "{size}");
    }
}
