// Keeps the odd values of each block in order, blocks in any order.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
struct Counter { value: atomic<u32> }
@group(0) @binding(2) var<storage, read_write> counter: Counter;
var<workgroup> block_count: atomic<u32>;
var<workgroup> block_base: u32;
var<workgroup> flags: array<u32, 32>;

@compute @workgroup_size(32)
fn compact(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) t: u32) {
    let inside = gid.x < arrayLength(&src);
    let value = select(0u, src[gid.x], inside);
    let keep = inside && (value & 1u) == 1u;
    flags[t] = u32(keep);
    if keep { atomicAdd(&block_count, 1u); }
    workgroupBarrier();
    if t == 0u { block_base = atomicAdd(&counter.value, atomicLoad(&block_count)); }
    workgroupBarrier();
    if !keep { return; }
    var rank = 0u;
    for (var i = 0u; i < t; i++) { rank += flags[i]; }
    dst[block_base + rank] = value;
}
