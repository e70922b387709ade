// y = W x with weights of four bits, eight a word, in blocks of 32 with a scale each.
struct Config { rows: u32, blocks_per_row: u32 }

@group(0) @binding(0) var<uniform> config: Config;
@group(0) @binding(1) var<storage, read> packed: array<vec4<u32>>; // a block
@group(0) @binding(2) var<storage, read> scales: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

const LANES = 16u;
var<workgroup> partial: array<f32, LANES>;

fn nibble(word: u32, k: u32) -> f32 {
    // Signed: bitcast before the shift to the right keeps the sign.
    let high = bitcast<i32>(word << (28u - 4u * k));
    return f32(high >> 28u);
}

fn half_word(word: u32, k: u32) -> vec4<f32> {
    return vec4<f32>(nibble(word, k), nibble(word, k + 1u), nibble(word, k + 2u), nibble(word, k + 3u));
}

@compute @workgroup_size(LANES)
fn q4_matvec(@builtin(workgroup_id) wid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let row = wid.x;
    var sum = 0.0;
    for (var b = lid.x; b < config.blocks_per_row; b += LANES) {
        let words = packed[row * config.blocks_per_row + b];
        var inner = 0.0;
        for (var w = 0u; w < 4u; w++) {
            let at = b * 8u + w * 2u;
            inner += dot(half_word(words[w], 0u), x[at]);
            inner += dot(half_word(words[w], 4u), x[at + 1u]);
        }
        sum += inner * scales[row * config.blocks_per_row + b];
    }
    partial[lid.x] = sum;
    workgroupBarrier();
    for (var s = LANES >> 1u; s > 0u; s >>= 1u) {
        if (lid.x < s) { partial[lid.x] += partial[lid.x + s]; }
        workgroupBarrier();
    }
    if (lid.x == 0u) { y[row] = partial[0]; }
}
