//! Buffers, workgroup memory and barriers.

use crate::common::{body, imported, run, validated};
use vyre_conform_import::{ImportOptions, KernelSource};
use vyre_conform_ir::Access;

/// Oracle: by hand; lengths come from the binding, after a fixed part and in multi-word elements.
#[test]
fn arrays_have_the_length_of_their_binding() {
    let text = "struct Head { count: u32, pad: u32, items: array<vec2<u32>> }
        @group(0) @binding(0) var<storage, read> head: Head;
        @group(0) @binding(1) var<storage, read> wide: array<vec3<u32>>;
        @group(1) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main() {
            out[0] = arrayLength(&head.items); out[1] = arrayLength(&wide); out[2] = arrayLength(&out);
            out[3] = head.items[head.count].y; out[4] = wide[1].z; out[5] = head.items[4].x;
            out[6] = wide[0x3fffffffu + head.count].x; }";
    let head = vec![2, 0, 10, 11, 12, 13, 14, 15];
    let wide = vec![1, 2, 3, 4, 5, 6, 7, 8];
    let out = run(text, [1, 1, 1], vec![head, wide, vec![9; 7]]);
    assert_eq!(out[0], [3, 2, 7, 15, 7, 0, 0]);
}

/// Oracle: by hand; an index beyond an inner array reads zero in a buffer and the last element in a
/// variable.
#[test]
fn indices_out_of_bounds_stay_in_their_array() {
    let text = "var a = array<array<u32, 2>, 2>(array<u32, 2>(1u, 2u), array<u32, 2>(3u, 4u));
            let k = input[0]; output[0] = a[0][k]; output[1] = a[k][0];
        a[0][k] = 9u; output[2] = a[0][1]; output[3] = a[1][0]; w[0][k] = 5u; output[4] = w[0][1];
            output[5] = w[1][0]; var v = vec2<u32>(1u, 2u); output[6] = v[k]; }
        var<workgroup> w: array<array<u32, 2>, 2>; fn unused() {";
    assert_eq!(body(text, &[5], 7), [2, 3, 9, 3, 5, 0, 2]);
    let negative = "var a = array<u32, 3>(5u, 6u, 7u); output[0] = a[bitcast<i32>(input[0])];";
    assert_eq!(body(negative, &[u32::MAX], 1), [7]);
    let buffer = "@group(0) @binding(0) var<storage, read_write> rows: array<array<u32, 2>, 3>;
        @group(0) @binding(1) var<storage, read> k: u32;
        @compute @workgroup_size(1) fn main() { rows[0][k] = 9u; rows[2][0] = rows[1][k] + 1u; }";
    let out = run(buffer, [1, 1, 1], vec![vec![1; 6], vec![2]]);
    assert_eq!(out[0], [1, 1, 1, 1, 1, 1]);
}

/// Oracle: sums by hand.
#[test]
fn a_workgroup_shares_memory() {
    let text = "var<workgroup> shared_sums: array<i32, 8>; var<workgroup> total: f32;
        @group(0) @binding(3) var<storage, read_write> data: array<i32>;
        @compute @workgroup_size(8) fn main(@builtin(global_invocation_id) g: vec3<u32>,
            @builtin(local_invocation_id) l: vec3<u32>) {
            shared_sums[l.x] = data[g.x]; workgroupBarrier();
            for (var stride = 4u; stride > 0u; stride >>= 1u) { if l.x < stride {
            shared_sums[l.x] += shared_sums[l.x + stride]; } workgroupBarrier(); }
            if l.x == 7u { total = 0.5; } let t = workgroupUniformLoad(&total);
            data[g.x] = shared_sums[0] * 2 + i32(t * 2.0); }";
    let out = run(text, [2, 1, 1], vec![(1..=16).collect()]);
    assert_eq!(out[0], [vec![73; 8], vec![201; 8]].concat());
}

/// Oracle: the declarations in the text.
#[test]
fn interfaces_list_what_a_kernel_uses() {
    let text = "struct P { n: u32, scale: vec3<f32> }
        @group(0) @binding(2) var<uniform> params: P; @group(1) @binding(0) var<storage, read> src: array<vec4<f32>>;
        @group(1) @binding(1) var<storage, read_write> dst: array<u32>;
            @group(1) @binding(5) var<storage, read_write> unused: array<u32>;
        var<workgroup> tile: array<f32, 64>;
        @compute @workgroup_size(8, 4) fn main() { tile[0] = src[params.n].x; dst[0] = u32(tile[0]); }";
    let source = KernelSource::parse_wgsl(text).expect("it is valid");
    let points = source.entry_points();
    let [point] = &points[..] else {
        panic!("one entry point")
    };
    assert_eq!((&*point.name, point.workgroup_size), ("main", [8, 4, 1]));
    let bindings: Vec<_> = point
        .bindings
        .iter()
        .map(|b| (b.group, b.binding, &*b.name, b.bytes, b.stride))
        .collect();
    let expected = [
        (0, 2, "params", 32, None),
        (1, 0, "src", 0, Some(16)),
        (1, 1, "dst", 0, Some(4)),
    ];
    assert_eq!(bindings, expected);
    assert_eq!(point.workgroup_variables[0].bytes, 256);
    let written: Vec<bool> = point.bindings.iter().map(|b| b.is_written).collect();
    assert_eq!(written, [false, false, true]);
    let kernel = imported(text, &ImportOptions::default());
    let numbers: Vec<u32> = kernel.bindings.iter().map(|b| b.program_binding).collect();
    assert_eq!(numbers, [0, 1, 2]);
    let accesses: Vec<Access> = kernel.program.buffers.iter().map(|b| b.access).collect();
    assert_eq!(
        accesses,
        [
            Access::Uniform,
            Access::ReadOnly,
            Access::ReadWrite,
            Access::Workgroup
        ]
    );
    validated(&kernel);
}
