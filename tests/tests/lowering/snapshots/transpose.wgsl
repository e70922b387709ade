@group(0) @binding(0) var<storage, read> b_from: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> b_to: array<vec2<u32>>;

var<workgroup> b_tile: array<vec2<u32>, 16>;

@compute @workgroup_size(4, 4)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let b_from_length = arrayLength(&b_from);
    let v_x = local_id.x;
    let v_y = local_id.y;
    let v_index = invocation_id.y;
    let v_index_1 = invocation_id.x;
    let index = select(0xffffffffu, 0u + v_index * 5u + v_index_1 * 1u, true && v_index < 3u && v_index_1 < 5u);
    b_tile[v_y * 4u + v_x] = select(vec2<u32>(0u, 0u), b_from[min(index, b_from_length - 1u)], index < b_from_length);
    storageBarrier();
    workgroupBarrier();
    let v_index_2 = workgroup_id.x * 4u + v_y;
    let v_index_3 = workgroup_id.y * 4u + v_x;
    let index_1 = select(0xffffffffu, 0u + v_index_2 * 3u + v_index_3 * 1u, true && v_index_2 < 5u && v_index_3 < 3u);
    if index_1 < arrayLength(&b_to) {
        b_to[index_1] = b_tile[v_x * 4u + v_y];
    }
}
