@group(0) @binding(0) var<storage, read> b_text: array<u32>;
@group(0) @binding(1) var<storage, read_write> b_counts: array<atomic<u32>>;

@compute @workgroup_size(32)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let v_i = invocation_id.x;
    if v_i >= arrayLength(&b_text) {
        return;
    }
    let v_word = b_text[v_i];
    for (var v_lane = 0u; v_lane < 4u; v_lane += 1u) {
        let v_byte = (v_word >> (v_lane * 8u)) & 255u;
        if v_byte < 4u {
            if v_byte < arrayLength(&b_counts) {
                atomicAdd(&b_counts[v_byte], 1u);
            }
        }
    }
}
