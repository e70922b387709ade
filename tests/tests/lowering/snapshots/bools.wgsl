@group(0) @binding(0) var<storage, read> b_given: array<u32>;
@group(0) @binding(1) var<storage, read_write> b_flipped: array<u32>;

var<workgroup> b_shared: array<u32, 4>;

@compute @workgroup_size(4)
fn vyre_main(
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let b_given_length = arrayLength(&b_given);
    let v_lane = local_id.x;
    b_shared[v_lane] = u32(select(false, b_given[min(v_lane, b_given_length - 1u)] != 0u, v_lane < b_given_length));
    storageBarrier();
    workgroupBarrier();
    let index = 3u - v_lane;
    if v_lane < arrayLength(&b_flipped) {
        b_flipped[v_lane] = u32(!select(false, b_shared[min(index, 3u)] != 0u, index < 4u));
    }
}
