enable f16;
@group(0) @binding(0) var<storage, read> x: array<vec2<f16>>;
@group(0) @binding(1) var<storage, read_write> y: array<vec2<f16>>;
override ALPHA: f32 = 2.0;
@compute @workgroup_size(32)
fn axpy(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&y) { y[id.x] += f16(ALPHA) * x[id.x]; }
}
