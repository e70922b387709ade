// A histogram of 16 bins.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32, 16>; //-
//+ @group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 16>;

@compute @workgroup_size(32)
fn count(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= arrayLength(&keys)) {
        return;
    }
    let bin = (keys[gid.x] >> 2u) & 15u;
    //+ atomicAdd(&bins[bin], 1u);
    bins[bin] = bins[bin] + 1u; //~ data-race //-
}
