@group(0) @binding(0) var<storage, read_write> b_data: array<u32>;

var<workgroup> b_sums: array<u32, 128>;

@compute @workgroup_size(128)
fn vyre_main(
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let b_data_length = arrayLength(&b_data);
    let v_lane = local_id.x;
    var v_sum = select(0u, b_data[min(v_lane, b_data_length - 1u)], v_lane < b_data_length);
    b_sums[v_lane] = v_sum;
    storageBarrier();
    for (var v_step = 0u; v_step < 7u; v_step += 1u) {
        let v_distance = 1u << v_step;
        workgroupBarrier();
        if v_lane >= v_distance {
            v_sum += b_sums[v_lane - v_distance];
        }
        workgroupBarrier();
        b_sums[v_lane] = v_sum;
    }
    if v_lane < b_data_length {
        b_data[v_lane] = v_sum;
    }
}
