// A count of set words in a workgroup that is read before all have counted.
@group(0) @binding(0) var<storage, read> flags: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let n = arrayLength(&flags);
    if (gid.x < n && (flags[min(gid.x, n - 1u)] & 1u) != 0u) {
        atomicAdd(&total, 1u);
    }
    //+ workgroupBarrier();
    if (gid.x < n) {
        counts[gid.x] = atomicLoad(&total); //~ order-dependent
    }
}
