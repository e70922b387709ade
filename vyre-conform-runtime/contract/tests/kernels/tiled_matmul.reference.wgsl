struct Shape { m: u32, n: u32, k: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(1)
fn naive(@builtin(global_invocation_id) gid: vec3u) {
    var sum = 0.0;
    for (var i = 0u; i < shape.k; i++) { sum += a[gid.y * shape.k + i] * b[i * shape.n + gid.x]; }
    c[gid.y * shape.n + gid.x] = sum;
}
