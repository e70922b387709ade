// Reverses each block; invocations beyond the end return before the barrier.
@group(0) @binding(0) var<storage, read> from_words: array<u32>;
@group(0) @binding(1) var<storage, read_write> to_words: array<u32>;

var<workgroup> block: array<u32, 32>;

@compute @workgroup_size(32)
fn reverse(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let n = arrayLength(&from_words);
    if (gid.x >= n) { return; } //-
    block[lane] = from_words[min(gid.x, n - 1u)];
    workgroupBarrier(); //~ non-uniform-barrier
    //+ if (gid.x >= n) { return; }
    let last = min(31u, n - 1u - (gid.x - lane));
    to_words[gid.x] = block[last - lane] + lane;
}
