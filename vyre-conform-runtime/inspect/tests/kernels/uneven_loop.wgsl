// Rounds with a barrier each, of which each invocation has a number of its own.
@group(0) @binding(0) var<storage, read_write> totals: array<u32>;

var<workgroup> shared_words: array<atomic<u32>, 16>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    for (var round = 0u; round <= lane; round++) { //-
    //+ for (var round = 0u; round < 16u; round++) {
        atomicAdd(&shared_words[round], lane);
        workgroupBarrier(); //~ non-uniform-barrier
    }
    if (gid.x < arrayLength(&totals)) {
        totals[gid.x] = atomicLoad(&shared_words[lane]) + 1u;
    }
}
