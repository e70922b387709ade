@group(0) @binding(0) var<storage, read> from_: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> to: array<vec2<u32>>;

var<workgroup> tile: array<vec2<u32>, 16>;

@compute @workgroup_size(4, 4)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let from_length = arrayLength(&from_);
    let x = local_id.x;
    let y = local_id.y;
    let index = invocation_id.y;
    let index_1 = invocation_id.x;
    let index_2 = select(0xffffffffu, 0u + index * 5u + index_1 * 1u, true && index < 3u && index_1 < 5u);
    tile[y * 4u + x] = select(vec2<u32>(0u, 0u), from_[min(index_2, from_length - 1u)], index_2 < from_length);
    storageBarrier();
    workgroupBarrier();
    let index_3 = workgroup_id.x * 4u + y;
    let index_4 = workgroup_id.y * 4u + x;
    let index_5 = select(0xffffffffu, 0u + index_3 * 3u + index_4 * 1u, true && index_3 < 5u && index_4 < 3u);
    if index_5 < arrayLength(&to) {
        to[index_5] = tile[x * 4u + y];
    }
}
