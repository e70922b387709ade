// Each workgroup waits for the flag of the one before it.
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> flags: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> next_part: atomic<u32>;

var<workgroup> part: u32;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) wid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    //+ if (lane == 0u) { part = atomicAdd(&next_part, 1u); }
    //+ workgroupBarrier();
    let own = wid.x + 0u * part + 0u * atomicLoad(&next_part); //~ unwritten-read //-
    //+ let own = workgroupUniformLoad(&part);
    if (lane == 0u) {
        var before = 0u;
        if (own > 0u) {
            loop { //~ forward-progress
                before = atomicLoad(&flags[own - 1u]);
                if (before != 0u) { break; }
            }
        }
        atomicStore(&flags[own], before + 1u);
    }
    let i = own * 16u + lane;
    if (i < arrayLength(&input)) {
        output[i] = input[i] * 3u;
    }
}
