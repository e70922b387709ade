@group(0) @binding(0) var<storage, read_write> hits: array<u32>;
@group(0) @binding(1) var<uniform> seed: u32;
var<private> rng: u32;

fn pcg() -> u32 {
    let state = rng;
    rng = rng * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}
fn rand() -> f32 { return f32(pcg() >> 8u) / 16777216.0; }

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    rng = seed + gid.x * 1664525u;
    var n = 0u;
    for (var i = 0u; i < 16u; i += 1u) {
        let p = vec2<f32>(rand(), rand());
        if (dot(p, p) <= 1.0) { n += 1u; }
    }
    hits[gid.x] = n;
}
