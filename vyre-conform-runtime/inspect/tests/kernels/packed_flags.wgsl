// A bitmap: each word of it is written by 32 invocations.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> bitmap: array<u32>; //-
//+ @group(0) @binding(1) var<storage, read_write> bitmap: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= arrayLength(&values)) { return; }
    if ((values[gid.x] & 2u) != 0u) {
        bitmap[gid.x / 32u] |= 1u << (gid.x % 32u); //~ data-race //-
        //+ atomicOr(&bitmap[gid.x / 32u], 1u << (gid.x % 32u));
    }
}
