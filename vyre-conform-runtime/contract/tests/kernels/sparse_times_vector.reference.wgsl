@group(0) @binding(0) var<storage, read> row_lengths: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(1)
fn backwards(@builtin(global_invocation_id) gid: vec3u) {
    let rows = arrayLength(&y);
    var sum = 0.0;
    for (var k = row_lengths[gid.x]; k > 0u; k--) {
        let at = (k - 1u) * rows + gid.x;
        sum = fma(values[at], x[cols[at]], sum);
    }
    y[gid.x] = sum;
}
