@group(0) @binding(0) var input: texture_2d<f32>;
@group(0) @binding(1) var output: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8)
fn blur(@builtin(global_invocation_id) id: vec3<u32>) {
    var sum = vec4<f32>(0.0);
    for (var i = -2; i <= 2; i++) { sum += textureLoad(input, vec2<i32>(id.xy) + vec2<i32>(i, 0), 0); }
    textureStore(output, id.xy, sum / 5.0);
}
