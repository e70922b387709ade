@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
    let sum = subgroupAdd(src[gid.x]);
    if lane == 0u {
        atomicAdd(&dst[0], sum);
    }
}
