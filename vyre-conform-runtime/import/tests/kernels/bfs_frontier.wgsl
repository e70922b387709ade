@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> targets: array<u32>;
@group(0) @binding(2) var<storage, read> frontier: array<u32>;
@group(0) @binding(3) var<storage, read_write> next_frontier: array<u32>;
@group(0) @binding(4) var<storage, read_write> depth: array<atomic<i32>>;
struct Level { size: u32, current: i32 }
@group(0) @binding(5) var<uniform> level: Level;
@group(0) @binding(6) var<storage, read_write> next_size: atomic<u32>;

@compute @workgroup_size(8)
fn expand(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= level.size) { return; }
    let v = frontier[gid.x];
    for (var e = offsets[v]; e < offsets[v + 1u]; e++) {
        let w = targets[e];
        if (atomicCompareExchangeWeak(&depth[w], -1, level.current + 1).exchanged) {
            next_frontier[atomicAdd(&next_size, 1u)] = w;
        }
    }
}
