@group(0) @binding(0) var<storage, read> text: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(32)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let i = invocation_id.x;
    if i >= arrayLength(&text) {
        return;
    }
    let word = text[i];
    for (var lane = 0u; lane < 4u; lane += 1u) {
        let byte = (word >> (lane * 8u)) & 255u;
        if byte < 4u {
            if byte < arrayLength(&counts) {
                atomicAdd(&counts[byte], 1u);
            }
        }
    }
}
