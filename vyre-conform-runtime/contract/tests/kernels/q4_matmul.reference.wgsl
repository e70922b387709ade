struct Config { rows: u32, blocks_per_row: u32 }
@group(0) @binding(0) var<uniform> config: Config;
@group(0) @binding(1) var<storage, read> packed: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> scales: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(1)
fn weight_by_weight(@builtin(global_invocation_id) gid: vec3u) {
    var sum = 0.0;
    for (var i = 0u; i < 32u * config.blocks_per_row; i++) {
        let b = gid.x * config.blocks_per_row + i / 32u;
        let word = packed[b][(i % 32u) / 8u];
        var q = i32((word >> (4u * (i % 8u))) & 15u);
        if (q >= 8) { q -= 16; }
        sum += f32(q) * scales[b] * x[i / 4u][i % 4u];
    }
    y[gid.x] = sum;
}
