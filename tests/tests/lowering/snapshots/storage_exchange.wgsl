@group(0) @binding(0) var<storage, read_write> b_data: array<u32>;
@group(0) @binding(1) var<storage, read_write> b_out: array<u32>;

@compute @workgroup_size(32)
fn vyre_main(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let b_data_length = arrayLength(&b_data);
    let v_lane = local_id.x;
    let v_first = workgroup_id.x * 32u;
    let index = v_first + v_lane;
    if index < b_data_length {
        b_data[index] = v_lane * 3u;
    }
    storageBarrier();
    let index_1 = v_first + (v_lane ^ 31u);
    let v_other = select(0u, b_data[min(index_1, b_data_length - 1u)], index_1 < b_data_length);
    storageBarrier();
    let index_2 = v_first + v_lane;
    if index_2 < b_data_length {
        b_data[index_2] = 1u;
    }
    let index_3 = v_first + v_lane;
    if index_3 < arrayLength(&b_out) {
        b_out[index_3] = v_other;
    }
}
