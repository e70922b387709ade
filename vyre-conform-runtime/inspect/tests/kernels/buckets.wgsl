// The bucket of each key, by remainder.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> buckets: array<u32>;
@group(0) @binding(2) var<storage, read_write> found: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    if (i >= arrayLength(&found)) { return; }
    found[i] = (keys[i] * 2654435761u) % buckets[i]; //~ division-by-zero //-
    //+ found[i] = (keys[i] * 2654435761u) % max(buckets[i], 1u);
}
