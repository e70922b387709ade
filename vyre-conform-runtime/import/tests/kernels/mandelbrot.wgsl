struct View { center: vec2<f32>, scale: f32, width: u32, max_iter: u32 }
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read_write> iterations: array<u32>;

@compute @workgroup_size(4, 4, 1)
fn main(@builtin(global_invocation_id) global_id: vec3<u32>) {
    if (global_id.x >= view.width || global_id.y >= view.width) { return; }
    let half = f32(view.width) * 0.5;
    let c = view.center + (vec2<f32>(global_id.xy) - half) * view.scale;
    var z = vec2<f32>(0.0, 0.0);
    var i = 0u;
    loop {
        if (i == view.max_iter || dot(z, z) > 4.0) { break; }
        z = vec2<f32>(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        i = i + 1u;
    }
    iterations[global_id.y * view.width + global_id.x] = i;
}
