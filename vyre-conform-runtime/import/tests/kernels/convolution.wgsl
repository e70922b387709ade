const W = 5;
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<uniform> weights: array<vec4<f32>, 7>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;
struct Size { w: i32, h: i32 }
@group(0) @binding(3) var<uniform> size: Size;

fn weight(i: i32) -> f32 { return weights[i / 4][i % 4]; }
fn sample_clamped(x: i32, y: i32) -> f32 {
    let cx = clamp(x, 0, size.w - 1);
    let cy = clamp(y, 0, size.h - 1);
    return image[cy * size.w + cx];
}

@compute @workgroup_size(8, 2)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let x = i32(gid.x);
    let y = i32(gid.y);
    if x >= size.w || y >= size.h { return; }
    var sum = 0.0;
    for (var ky = 0; ky < W; ky += 1) {
        for (var kx = 0; kx < W; kx += 1) {
            sum += weight(ky * W + kx) * sample_clamped(x + kx - W / 2, y + ky - W / 2);
        }
    }
    result[y * size.w + x] = max(sum, 0.0);
}
