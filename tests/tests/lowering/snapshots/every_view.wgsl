@group(0) @binding(0) var<storage, read> source: array<u32, 24>;
@group(0) @binding(1) var<storage, read_write> to: array<u32>;

@compute @workgroup_size(4, 4)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let index = invocation_id.y;
    let index_1 = invocation_id.x;
    if select(false, invocation_id.x < 3u, invocation_id.y < 2u) {
        let index_2 = invocation_id.x;
        let index_3 = invocation_id.y;
        let index_4 = select(0xffffffffu, 0u + index_2 * 1u + index_3 * 3u, true && index_2 < 3u && index_3 < 2u);
        let index_5 = select(0xffffffffu, 1u + index * 12u + index_1 * 2u, true && index < 2u && index_1 < 3u);
        if index_4 < arrayLength(&to) {
            to[index_4] = select(0u, source[min(index_5, 23u)], index_5 < 24u);
        }
    }
}
