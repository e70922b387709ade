//! Vectors, arrays, structs, constants and overrides.

use crate::common::{body, imported, run, run_kernel};
use vyre_conform_import::ImportOptions;

/// Oracle: by hand.
#[test]
fn vectors_are_composed_and_decomposed() {
    let text = "let v = vec4<u32>(input[0], 2u, 3u, 4u); let w = v.wzyx;
            output[0] = w.x * 1000u + w.y * 100u + w.z * 10u + w.w;
        var m = v.xxy; m.y = 9u; m[input[1]] += 5u; output[1] = m.x * 100u + m.y * 10u + m.z; output[2] = v[input[1]];
        let b = v > vec4<u32>(2u); output[3] = u32(any(b)) + 2u * u32(all(b)); let s = select(v, w, b);
        output[4] = s.x * 1000u + s.y * 100u + s.z * 10u + s.w; output[5] = dot(v, w);
        let k = vec4<u32>(v.xy, vec2<u32>(7u)); output[6] = k.z + k.y; output[7] = (v * 2u).w + (10u - v).x;
        let n = -vec2<i32>(1, 2); output[8] = bitcast<u32>(n.x + n.y); let q = vec2<u32>(n); output[9] = q.x;";
    let expected = [4321, 197, 3, 1, 1221, 20, 9, 17, -3_i32 as u32, u32::MAX];
    assert_eq!(body(text, &[1, 2], 10), expected);
}

/// Oracle: by hand; tables and arrays by value with a dynamic index.
#[test]
fn constant_arrays_are_tables() {
    let text = "output[0] = TABLE[input[0]]; output[1] = NESTED[input[0]][1].y; let a = array<u32, 3>(input[0], 5u, 6u);
        output[2] = a[input[0]]; output[3] = TABLE[2]; output[4] = SUM; output[5] = bitcast<u32>(FLOATS[input[0]]); }
        const TABLE = array<u32, 4>(3u, 1u, 4u, 1u); const SUM = TABLE[0] + TABLE[2] * 2u;
            const FLOATS = array<f32, 2>(0.5, 1.5);
        const NESTED = array<array<vec2<u32>, 2>, 2>(array<vec2<u32>, 2>(vec2<u32>(1u, 2u), vec2<u32>(3u, 4u)),
            array<vec2<u32>, 2>(vec2<u32>(5u, 6u), vec2<u32>(7u, 8u))); fn unused() {";
    assert_eq!(body(text, &[1], 6), [1, 8, 5, 4, 11, 1.5_f32.to_bits()]);
}

/// Oracle: <https://www.w3.org/TR/WGSL/#memory-layouts>, by hand: a three-component vector has an
/// alignment of four words and a size of three.
#[test]
fn structs_lie_as_the_specification_says() {
    let text = "struct Inner { v: vec3<f32>, s: f32, m: mat3x3<f32> }
        struct Outer { a: u32, i: array<Inner, 2>, tail: vec2<u32> }
        @group(0) @binding(0) var<uniform> u: Outer;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main() {
            out[0] = u.a; out[1] = bitcast<u32>(u.i[1].v.z); out[2] = bitcast<u32>(u.i[1].s);
            out[3] = bitcast<u32>(u.i[1].m[2].y);
            out[4] = u.tail.y; let i = u.i[0]; out[5] = bitcast<u32>(i.m[1][1]); }";
    // `a` and padding are words 0 to 3, an element has 16 words from word 4 on, and `tail` is words 36
    // and 37.
    let words: Vec<u32> = (100..140).collect();
    let out = run(text, [1, 1, 1], vec![words, vec![0; 6]]);
    assert_eq!(out[0], [100, 122, 123, 133, 137, 113]);
}

/// Oracle: by hand.
#[test]
fn overrides_have_the_values_that_are_given() {
    let text = "override SIZE: u32 = 4u; override FACTOR: u32; @id(7) override FLAG: bool = false;
            var<workgroup> w: array<u32, SIZE * 2u>;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(SIZE) fn main(@builtin(local_invocation_index) i: u32) {
            w[i * 2u + 1u] = i * FACTOR; workgroupBarrier();
            out[i] = w[(SIZE - 1u - i) * 2u + 1u] + select(0u, 50u, FLAG); }";
    let mut options = ImportOptions::default();
    options.overrides.insert("FACTOR".to_owned(), 3.0);
    let kernel = imported(text, &options);
    assert_eq!(
        run_kernel(&kernel, [1, 1, 1], vec![vec![0; 4]])[0],
        [9, 6, 3, 0]
    );
    options.overrides.insert("SIZE".to_owned(), 2.0);
    options.overrides.insert("7".to_owned(), 1.0);
    let kernel = imported(text, &options);
    assert_eq!(
        run_kernel(&kernel, [1, 1, 1], vec![vec![0; 2]])[0],
        [53, 50]
    );
}

/// Oracle: the definitions of the builtin values, by hand.
#[test]
fn builtin_values_number_invocations() {
    let text = "struct In {
            @builtin(workgroup_id) w: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>,
            @builtin(local_invocation_id) l: vec3<u32> }
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(2, 2, 2) fn main(in: In, @builtin(global_invocation_id) g: vec3<u32>,
            @builtin(local_invocation_index) i: u32) {
            let number = (in.w.x + in.n.x * (in.w.y + in.n.y * in.w.z)) * 8u + i;
            out[number] = g.x * 10000u + g.y * 1000u + g.z * 100u + in.l.z * 10u + in.n.y; }";
    let out = run(text, [2, 3, 1], vec![vec![0; 48]]);
    // Workgroup (1, 2, 0), invocation (1, 0, 1).
    assert_eq!(
        out[0][(1 + 2 * 2) * 8 + 5],
        3 * 10_000 + 4_000 + 100 + 10 + 3
    );
    assert_eq!(out[0][0], 3);
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(2, 3, 4) fn main(@builtin(local_invocation_index) i: u32,
            @builtin(local_invocation_id) l: vec3<u32>) {
            out[i] = l.x + 10u * l.y + 100u * l.z; }";
    let out = run(text, [1, 1, 1], vec![vec![0; 24]]);
    let expected: Vec<u32> = (0..24)
        .map(|i| i % 2 + 10 * (i / 2 % 3) + 100 * (i / 6))
        .collect();
    assert_eq!(out[0], expected);
}
