//! Streams: their results, and their refusals.

use super::{ADD, devices, op};
use crate::StreamWidth;
use vyre_conform_runtime::registry::op_ref;
use vyre_conform_suite::backend::BackendError;

/// A sum in plain WGSL, wrong if both operands are 7.
const HAND_WRITTEN: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(2) var<storage, read> b: array<u32>;
@group(0) @binding(3) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(64)
fn vyre_main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let i = (group.y * params.y + group.x) * 64u + lane;
    if i < params.x { sum[i] = a[i] + b[i] + u32(a[i] == 7u && b[i] == 7u); }
}";

fn words(cases: usize, salt: u32) -> Vec<u32> {
    let words = (0..cases as u32).map(|i| (i ^ salt).wrapping_mul(0x9e37_79b1));
    words.collect()
}

/// Oracle: Rust's arithmetic, of numbers of cases that are not multiples of anything and that need workgroups in
/// two dimensions.
#[test]
fn a_stream_computes_its_op() {
    let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
    let twice = op_ref(|a: u64| a << 1);
    let half = op_ref(|a: i32| a >> 1);
    let wide = "fn twice(a: vec2<u32>) -> vec2<u32> {
        return vec2<u32>(a.x << 1u, (a.y << 1u) | (a.x >> 31u));
    }";
    let halves = op_ref(|a: [u32; 4]| [a[3], a[1]]);
    let parts = "fn halves(a: vec4<u32>) -> vec2<u32> { return a.wy; }";
    let signed = "fn half(a: i32) -> i32 { return a >> 1u; }";
    for device in devices() {
        for cases in [1, 1000, (1 << 18) + 77, 65_536 * 64 + 3] {
            let (a, b) = (words(cases, 1), words(cases, 2));
            let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
            let halves: Vec<u32> = a.iter().map(|a| (*a as i32 >> 1) as u32).collect();
            for width in [StreamWidth::One, StreamWidth::Four] {
                let stream = device.stream(&op(&add, "add", ADD), width, &[&a, &b]);
                let stream = stream.expect("a stream");
                assert!(!stream.time(3).expect("a time").is_zero());
                assert!(
                    stream.results().expect("results") == expected,
                    "{cases}, {width:?}"
                );
                let stream = device.stream(&op(&half, "half", signed), width, &[&a]);
                let stream = stream.expect("a stream");
                stream.time(1).expect("a time");
                assert!(
                    stream.results().expect("results") == halves,
                    "{cases}, {width:?}"
                );
            }
            let stream = device.stream_text(HAND_WRITTEN, [64, 1], &[&a, &b]);
            let stream = stream.expect("a stream");
            stream.time(1).expect("a time");
            assert!(
                stream.results().expect("results") == expected,
                "{cases} by hand"
            );
        }
        let pairs = words(2 * 777, 3);
        let shifted = pairs.as_chunks::<2>().0.iter();
        let shifted = shifted.flat_map(|[low, high]| [low << 1, high << 1 | low >> 31]);
        let shifted: Vec<u32> = shifted.collect();
        let quads = words(4 * 777, 4);
        let lower: Vec<u32> = quads
            .chunks(4)
            .flat_map(|four| [four[3], four[1]])
            .collect();
        for width in [StreamWidth::One, StreamWidth::Four] {
            let stream = device.stream(&op(&twice, "twice", wide), width, &[&pairs]);
            let stream = stream.expect("a stream");
            stream.time(1).expect("a time");
            assert_eq!(stream.results().expect("results"), shifted);
            let stream = device.stream(&op(&halves, "halves", parts), width, &[&quads]);
            let stream = stream.expect("a stream");
            stream.time(1).expect("a time");
            assert_eq!(stream.results().expect("results"), lower);
        }
        let stream = device.stream_text(HAND_WRITTEN, [64, 1], &[&[7, 7], &[7, 6]]);
        let stream = stream.expect("a stream");
        stream.time(1).expect("a time");
        let actual = stream.results().expect("results");
        assert_eq!(actual, [15, 13], "the planted fault");
    }
}

/// Oracle: the rules in the documentation of `stream`.
#[test]
fn unsupported_streams_are_refused() {
    let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
    let wide = op_ref(|a: u64| a);
    let text = "fn wide(a: vec2<u32>) -> vec2<u32> { return a; }";
    for device in devices() {
        let wrong: [&[&[u32]]; 4] = [&[&[1, 2], &[3]], &[&[], &[]], &[&[1]], &[&[1], &[2], &[3]]];
        for operands in wrong {
            let refused = device.stream(&op(&add, "add", ADD), StreamWidth::Four, operands);
            assert!(
                matches!(refused, Err(BackendError::Validation(_))),
                "{operands:?}"
            );
        }
        let torn = device.stream(&op(&wide, "wide", text), StreamWidth::One, &[&[1, 2, 3]]);
        assert!(matches!(torn, Err(BackendError::Validation(_))));
    }
}
