// Neighbours exchange words through a buffer behind a barrier for workgroup memory.
@group(0) @binding(0) var<storage, read_write> scratch: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
    let n = min(arrayLength(&scratch), 64u);
    if (lane < n) {
        scratch[lane] = lane * 7u + 1u;
    }
    workgroupBarrier(); //-
    //+ storageBarrier();
    if (lane < n) {
        result[lane] = scratch[n - 1u - lane]; //~ wrong-barrier
    }
}
