//! Operations in loops, functions and workgroups of several dimensions.

use super::{sized, words_of};
use crate::common::{imported, run_kernel};

/// Oracle: by hand; the index of an invocation counts x first.
#[test]
fn lanes_follow_the_local_index() {
    let text = "@group(0) @binding(0) var<storage, read_write> output: array<u32>;
        @compute @workgroup_size(3, 2, 2) fn main(@builtin(local_invocation_id) id: vec3<u32>) {
            let i = id.x + 3u * (id.y + 2u * id.z);
            output[i] = 100u * subgroupExclusiveAdd(1u) + subgroupBroadcastFirst(i); }";
    let kernel = imported(text, &sized(8));
    let found = run_kernel(&kernel, [1, 1, 1], vec![vec![0; 12]]).remove(0);
    let expected = [0, 100, 200, 300, 400, 500, 600, 700, 8, 108, 208, 308];
    assert_eq!(found, expected);
}

/// Oracle: sums by hand; the operations of one turn do not disturb those of the next.
#[test]
fn operations_in_loops_and_functions() {
    let input = [1, 2, 3, 4, 5, 6];
    let loops =
        "var sum = 0u; for (var k = 0u; k < 3u; k++) { sum += subgroupExclusiveAdd(x + k); }";
    assert_eq!(words_of(4, loops, "sum", &input), [0, 6, 15, 27, 0, 18]);
    let turns = "var sum = 0u; var k = 0u; loop { let y = subgroupAdd(x * k); sum += y; if k == 2u { break; }
        continuing { k += 1u; sum += subgroupShuffleXor(y, 1u); } }";
    // 0 + 0, 10 + 10 and 20; 0 + 0, 11 + 11 and 22.
    assert_eq!(words_of(4, turns, "sum", &input), [40, 40, 40, 40, 44, 44]);
    let text = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        fn twice(x: u32) -> u32 { return 2u * subgroupMax(x); }
        fn sums(x: u32) -> u32 { if arrayLength(&data) == 0u { return 0u; } return twice(x) + twice(x + 1u); }
        @compute @workgroup_size(6) fn main(@builtin(local_invocation_index) i: u32) { data[i] = sums(data[i]); }";
    let kernel = imported(text, &sized(4));
    let found = run_kernel(&kernel, [1, 1, 1], vec![input.to_vec()]);
    assert_eq!(found[0], [18, 18, 18, 18, 26, 26]);
    assert_eq!(
        kernel.subgroup_operations.len(),
        1,
        "one place, inlined twice"
    );
}

/// Oracle: the number of the only subgroup is uniform, so that a branch on it may hold an operation.
#[test]
fn one_subgroup_is_uniform() {
    let branch = "var y = 0u; if subgroup == 0u { y = subgroupAdd(x); }";
    assert_eq!(words_of(8, branch, "y", &[1, 2, 3, 4, 5, 6]), [21; 6]);
}

/// Oracle: memory written before a barrier of the subgroup is read after it.
#[test]
fn subgroup_barriers_order_memory() {
    let text = "var<workgroup> shared_words: array<u32, 8>;
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            shared_words[i] = data[i]; subgroupBarrier(); data[i] = shared_words[i ^ 1u]; }";
    let kernel = imported(text, &sized(4));
    let found = run_kernel(&kernel, [1, 1, 1], vec![vec![0, 1, 2, 3, 4, 5, 6, 7]]);
    assert_eq!(found[0], [1, 0, 3, 2, 5, 4, 7, 6]);
}
