struct f_data_values {
    r0: u32,
    r1: bool,
}

@group(0) @binding(0) var<storage, read_write> b_data: array<u32>;

fn f_data(v_n: u32) -> f_data_values {
    var v_power = 1u;
    for (var v_round = 0u; v_round < v_n; v_round += 1u) {
        v_power *= 3u;
    }
    return f_data_values(v_power, v_power > 100u);
}

@compute @workgroup_size(8)
fn vyre_main(
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let b_data_length = arrayLength(&b_data);
    let v_i = local_id.x;
    let f_data_result = f_data(v_i);
    let v_a = select(0u, b_data[min(v_i, b_data_length - 1u)], v_i < b_data_length);
    let v_difference = max(v_a, f_data_result.r0) - min(v_a, f_data_result.r0);
    if v_i < b_data_length {
        b_data[v_i] = select(v_difference + 1000u, v_difference, f_data_result.r1);
    }
}
