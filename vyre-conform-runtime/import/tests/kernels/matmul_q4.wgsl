// Weights of four bits, eight in a word, with a scale for each block of 32.
struct Block { scale: f32, quants: array<u32, 4> }
@group(0) @binding(0) var<storage, read> weights: array<Block>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> cols: u32;

fn dequant(word: u32, i: u32) -> f32 {
    return f32(i32((word >> (4u * i)) & 0xFu) - 8);
}

@compute @workgroup_size(4)
fn gemv(@builtin(global_invocation_id) gid: vec3<u32>) {
    let row = gid.x;
    if (row >= arrayLength(&y)) { return; }
    let blocks = cols / 32u;
    var sum: f32 = 0.0;
    for (var b = 0u; b < blocks; b++) {
        let block = weights[row * blocks + b];
        var part = 0.0;
        for (var w = 0u; w < 4u; w++) {
            for (var i = 0u; i < 8u; i++) {
                part += dequant(block.quants[w], i) * x[b * 32u + w * 8u + i];
            }
        }
        sum += part * block.scale;
    }
    y[row] = sum;
}
