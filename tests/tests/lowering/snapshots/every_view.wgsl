@group(0) @binding(0) var<storage, read> b_source: array<u32, 24>;
@group(0) @binding(1) var<storage, read_write> b_to: array<u32>;

@compute @workgroup_size(4, 4)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let v_index = invocation_id.y;
    let v_index_1 = invocation_id.x;
    if select(false, invocation_id.x < 3u, invocation_id.y < 2u) {
        let v_index_2 = invocation_id.x;
        let v_index_3 = invocation_id.y;
        let index = select(0xffffffffu, 0u + v_index_2 * 1u + v_index_3 * 3u, true && v_index_2 < 3u && v_index_3 < 2u);
        let index_1 = select(0xffffffffu, 1u + v_index * 12u + v_index_1 * 2u, true && v_index < 2u && v_index_1 < 3u);
        if index < arrayLength(&b_to) {
            b_to[index] = select(0u, b_source[min(index_1, 23u)], index_1 < 24u);
        }
    }
}
