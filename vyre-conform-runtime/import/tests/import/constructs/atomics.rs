//! Atomic operations.

use crate::common::run;

/// Oracle: by hand, for one invocation: each operation returns the previous value.
#[test]
fn operations_change_one_word() {
    let text = "struct Cells { pad: vec2<u32>, words: array<atomic<u32>, 4>, numbers: array<atomic<i32>, 4> }
        @group(0) @binding(0) var<storage, read_write> cells: Cells;
            @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main() {
            out[0] = atomicAdd(&cells.words[0], 5u); out[1] = atomicSub(&cells.words[0], 2u);
            out[2] = atomicMax(&cells.words[1], 7u);
            out[3] = atomicMin(&cells.words[1], 3u); out[4] = atomicAnd(&cells.words[2], 6u);
            out[5] = atomicOr(&cells.words[2], 9u);
            out[6] = atomicXor(&cells.words[2], 1u); out[7] = atomicExchange(&cells.words[3], 8u);
            out[8] = atomicLoad(&cells.words[3]);
            atomicStore(&cells.words[3], 4u); let r = atomicCompareExchangeWeak(&cells.words[3], 4u, 40u);
            out[9] = r.old_value + u32(r.exchanged);
            let s = atomicCompareExchangeWeak(&cells.words[3], 4u, 50u); out[10] = s.old_value + u32(s.exchanged);
            out[11] = bitcast<u32>(atomicMin(&cells.numbers[0], -3));
            out[12] = bitcast<u32>(atomicMax(&cells.numbers[0], -9));
            out[13] = bitcast<u32>(atomicMax(&cells.numbers[0], 4)); atomicAdd(&cells.numbers[1], -1); }";
    let cells = vec![0, 0, 10, 2, 7, 1, 2, 0, 0, 0];
    let out = run(text, [1, 1, 1], vec![cells, vec![0; 14]]);
    let minus_three = -3_i32 as u32;
    assert_eq!(
        out[1],
        [
            10,
            15,
            2,
            7,
            7,
            6,
            15,
            1,
            8,
            5,
            40,
            2,
            minus_three,
            minus_three
        ]
    );
    assert_eq!(out[0], [0, 0, 13, 3, 14, 40, 4, u32::MAX, 0, 0]);
}

/// Oracle: counts by hand; each workgroup has its own counters, which are zero when it begins.
#[test]
fn a_workgroup_counts_in_its_own_memory() {
    let text = "var<workgroup> counts: array<atomic<u32>, 4>; var<workgroup> lowest: atomic<i32>;
        @group(0) @binding(0) var<storage, read> keys: array<u32>;
            @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(global_invocation_id) g: vec3<u32>,
            @builtin(local_invocation_index) l: u32, @builtin(workgroup_id) w: vec3<u32>) {
            atomicAdd(&counts[keys[g.x] % 4u], 1u); atomicMin(&lowest, -i32(keys[g.x])); workgroupBarrier();
            if l < 4u { out[w.x * 5u + l] = atomicLoad(&counts[l]); } if l == 4u {
            out[w.x * 5u + 4u] = bitcast<u32>(atomicLoad(&lowest)); } }";
    let keys = vec![0, 1, 2, 3, 0, 1, 2, 5, 7, 7, 7, 7, 6, 6, 6, 4];
    let out = run(text, [2, 1, 1], vec![keys, vec![0; 10]]);
    assert_eq!(
        out[0],
        [2, 3, 2, 1, -5_i32 as u32, 1, 0, 3, 4, -7_i32 as u32]
    );
}
