override TILE = 8u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;
var<workgroup> tile: array<u32, TILE * (TILE + 1u)>;

@compute @workgroup_size(TILE, TILE)
fn transpose(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_id) l: vec3u) {
    let p = wg.xy * TILE + l.xy;
    if all(p < size) { tile[l.y * (TILE + 1u) + l.x] = src[p.y * size.x + p.x]; }
    workgroupBarrier();
    let q = wg.yx * TILE + l.xy;
    if all(q < size.yx) { dst[q.y * size.y + q.x] = tile[l.x * (TILE + 1u) + l.y]; }
}
