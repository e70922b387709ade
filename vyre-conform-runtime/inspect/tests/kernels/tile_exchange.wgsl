// Neighbours exchange words through workgroup memory behind a barrier for storage.
@group(0) @binding(0) var<storage, read> from_words: array<u32>;
@group(0) @binding(1) var<storage, read_write> to_words: array<u32>;

var<workgroup> tile: array<u32, 32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let n = arrayLength(&from_words);
    tile[lane] = from_words[min(gid.x, n - 1u)] + lane;
    storageBarrier(); //-
    //+ workgroupBarrier();
    let other = tile[lane ^ 1u]; //~ wrong-barrier
    if (gid.x < n) {
        to_words[gid.x] = other;
    }
}
