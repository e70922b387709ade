@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> b: array<mat4x4<f32>>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4<f32>>;

// Each invocation multiplies one row of four by one block of sixteen.
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let n = arrayLength(&b);
    let i = gid.x;
    if (i >= arrayLength(&c)) { return; }
    var acc = vec4<f32>();
    for (var k = 0u; k < n; k = k + 1u) {
        acc = acc + b[k] * a[i * n + k];
    }
    c[i] = acc;
}
