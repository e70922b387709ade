//! Encoders and decoders in which an invocation computes a word independently.

/// Two words of text for four bytes. Parameters: words of bytes, invocations, rounds, bytes.
pub(super) const BASE16_ENCODE: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> bytes: array<u32>;
@group(0) @binding(2) var<storage, read_write> digits: array<u32>;

fn digit(value: u32) -> u32 {
    return value + select(48u, 55u, value > 9u);
}

fn two(word: u32, at: u32) -> u32 {
    let byte = (word >> (8u * at)) & 0xFFu;
    return digit(byte >> 4u) | (digit(byte & 15u) << 8u);
}

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let words = (2u * params.w + 3u) / 4u;
    for (var i = id.x; i < params.x; i += params.y) {
        let word = bytes[i];
        if (2u * i < words) { digits[2u * i] = two(word, 0u) | (two(word, 1u) << 16u); }
        if (2u * i + 1u < words) { digits[2u * i + 1u] = two(word, 2u) | (two(word, 3u) << 16u); }
    }
}";

/// Four words of text for twelve bytes. Parameters: groups of twelve bytes, invocations, rounds, bytes.
pub(super) const BASE64_ENCODE: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> bytes: array<u32>;
@group(0) @binding(2) var<storage, read_write> characters: array<u32>;

fn byte(at: u32) -> u32 {
    if (at >= params.w) { return 0u; }
    return (bytes[at / 4u] >> (8u * (at % 4u))) & 0xFFu;
}

fn character(value: u32) -> u32 {
    if (value < 26u) { return value + 65u; }
    if (value < 52u) { return value + 71u; }
    if (value < 62u) { return value - 4u; }
    return select(47u, 43u, value == 62u);
}

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = id.x; i < params.x; i += params.y) {
        for (var j = 4u * i; j < 4u * i + 4u; j++) {
            let at = 3u * j;
            if (at >= params.w) { break; }
            let bits = (byte(at) << 16u) | (byte(at + 1u) << 8u) | byte(at + 2u);
            let third = select(61u, character((bits >> 6u) & 63u), at + 1u < params.w);
            let fourth = select(61u, character(bits & 63u), at + 2u < params.w);
            characters[j] = character(bits >> 18u) | (character((bits >> 12u) & 63u) << 8u)
                | (third << 16u) | (fourth << 24u);
        }
    }
}";

/// A word of bytes for eight characters, and the least offset of a wrong one. Parameters: words of bytes, invocations,
/// rounds, characters.
pub(super) const HEX_DECODE: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> characters: array<u32>;
@group(0) @binding(2) var<storage, read_write> bytes: array<u32>;
@group(0) @binding(3) var<storage, read_write> wrong: array<atomic<u32>>;

fn value(character: u32) -> u32 {
    if (character - 48u < 10u) { return character - 48u; }
    let letter = (character | 32u) - 97u;
    return select(255u, letter + 10u, letter < 6u);
}

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = id.x; i < params.x; i += params.y) {
        var word = 0u;
        for (var j = 0u; j < 8u; j++) {
            let at = 8u * i + j;
            var digit = 15u;
            if (at < params.w) {
                digit = value((characters[at / 4u] >> (8u * (at % 4u))) & 0xFFu);
                if (digit > 15u) { atomicMin(&wrong[0], at); }
            }
            word |= (digit & 15u) << (8u * (j / 2u) + 4u - 4u * (j % 2u));
        }
        bytes[i] = word;
    }
    if (id.x == 0u && params.w % 2u == 1u) { atomicMin(&wrong[0], params.w); }
}";

/// The difference from the word before. Parameters: words, invocations, rounds.
pub(super) const DELTA_ENCODE: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> deltas: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = id.x; i < params.x; i += params.y) {
        var before = 0u;
        if (i > 0u) { before = words[i - 1u]; }
        let delta = bitcast<i32>(words[i] - before);
        deltas[i] = bitcast<u32>((delta << 1u) ^ (delta >> 31u));
    }
}";

/// A packed word from the numbers that have bits in it. Parameters: words, invocations, rounds, width, numbers.
pub(super) const BIT_PACK: &str = "
struct Params { x: u32, stride: u32, rounds: u32, width: u32, numbers: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<storage, read_write> packed: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let width = params.width;
    let mask = 0xFFFFFFFFu >> (32u - width);
    for (var i = id.x; i < params.x; i += params.stride) {
        var word = 0u;
        var number = 32u * i / width;
        var begins = number * width;
        while (begins < 32u * i + 32u && number < params.numbers) {
            let bits = numbers[number] & mask;
            if (begins < 32u * i) { word |= bits >> (32u * i - begins); } else { word |= bits << (begins - 32u * i); }
            number++;
            begins += width;
        }
        packed[i] = word;
    }
}";

/// A number from one packed word or two. Parameters: numbers, invocations, rounds, width.
pub(super) const BIT_UNPACK: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> packed: array<u32>;
@group(0) @binding(2) var<storage, read_write> numbers: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let width = params.w;
    let mask = select(0xFFFFFFFFu >> (32u - width), 0u, width == 0u);
    for (var i = id.x; i < params.x; i += params.y) {
        let place = i * width / 32u;
        let at = i * width % 32u;
        var bits = packed[place] >> at;
        if (at + width > 32u) { bits |= packed[place + 1u] << (32u - at); }
        numbers[i] = bits & mask;
    }
}";
