//! Random words from counters.

use vyre_conform_runtime::engine::Input;

/// Number of random words.
const WORDS: u32 = 16 << 20;

/// A counter of four words and a key of two.
pub(super) fn philox_counter() -> Input {
    Input {
        columns: vec![vec![1, 2, 3, 4, 5, 6], vec![WORDS]],
    }
}

/// A counter of two words and a key of two.
pub(super) fn threefry_counter() -> Input {
    Input {
        columns: vec![vec![1, 2, 3, 4], vec![WORDS]],
    }
}

/// A counter of four words and a key of four.
pub(super) fn threefry4_counter() -> Input {
    Input {
        columns: vec![vec![1, 2, 3, 4, 5, 6, 7, 8], vec![WORDS]],
    }
}

/// Two words per counter. Parameters: counters, invocations, rounds, words, the counter, the key.
pub(super) const THREEFRY: &str = "
struct Params { x: u32, stride: u32, rounds: u32, words: u32, low: u32, high: u32, first: u32, second: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

fn turned(word: u32, by: u32) -> u32 {
    return (word << by) | (word >> (32u - by));
}

fn four_rounds(pair: vec2<u32>, by: vec4<u32>) -> vec2<u32> {
    var a = pair.x;
    var b = pair.y;
    a += b; b = turned(b, by.x) ^ a;
    a += b; b = turned(b, by.y) ^ a;
    a += b; b = turned(b, by.z) ^ a;
    a += b; b = turned(b, by.w) ^ a;
    return vec2<u32>(a, b);
}

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let first = params.first;
    let second = params.second;
    let third = first ^ second ^ 0x1BD11BDAu;
    let odd = vec4<u32>(13u, 15u, 26u, 6u);
    let even = vec4<u32>(17u, 29u, 16u, 24u);
    for (var i = id.x; i < params.x; i += params.stride) {
        let low = params.low + i;
        let high = params.high + select(0u, 1u, low < i);
        var pair = vec2<u32>(low + first, high + second);
        pair = four_rounds(pair, odd) + vec2<u32>(second, third + 1u);
        pair = four_rounds(pair, even) + vec2<u32>(third, first + 2u);
        pair = four_rounds(pair, odd) + vec2<u32>(first, second + 3u);
        pair = four_rounds(pair, even) + vec2<u32>(second, third + 4u);
        pair = four_rounds(pair, odd) + vec2<u32>(third, first + 5u);
        if (2u * i < params.words) { words[2u * i] = pair.x; }
        if (2u * i + 1u < params.words) { words[2u * i + 1u] = pair.y; }
    }
}";
