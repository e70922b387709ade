@group(0) @binding(0) var<storage, read> field: array<f32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<uniform> dims: vec3<u32>;
var<private> corners: array<f32, 8>;
const OFFSETS = array<vec3<u32>, 8>(
    vec3<u32>(0u, 0u, 0u), vec3<u32>(1u, 0u, 0u), vec3<u32>(1u, 1u, 0u), vec3<u32>(0u, 1u, 0u),
    vec3<u32>(0u, 0u, 1u), vec3<u32>(1u, 0u, 1u), vec3<u32>(1u, 1u, 1u), vec3<u32>(0u, 1u, 1u));

fn at(p: vec3<u32>) -> f32 { return field[p.x + dims.x * (p.y + dims.y * p.z)]; }

@compute @workgroup_size(2, 2, 2)
fn classify(@builtin(global_invocation_id) id: vec3<u32>) {
    let cells = dims - vec3<u32>(1u);
    if any(id >= cells) { return; }
    for (var i = 0u; i < 8u; i++) { corners[i] = at(id + OFFSETS[i]); }
    var mask = 0u;
    for (var i = 0u; i < 8u; i++) { if corners[i] < 0.0 { mask |= 1u << i; } }
    counts[id.x + cells.x * (id.y + cells.y * id.z)] = mask | (u32(mask != 0u && mask != 255u) << 8u);
}
