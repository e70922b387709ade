struct data_1_values {
    r0: u32,
    r1: bool,
}

@group(0) @binding(0) var<storage, read_write> data: array<u32>;

fn data_1(n: u32) -> data_1_values {
    var power = 1u;
    for (var round_ = 0u; round_ < n; round_ += 1u) {
        power *= 3u;
    }
    return data_1_values(power, power > 100u);
}

@compute @workgroup_size(8)
fn vyre_main(
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let data_length = arrayLength(&data);
    let i = local_id.x;
    let data_1_result = data_1(i);
    let a = select(0u, data[min(i, data_length - 1u)], i < data_length);
    let difference = max(a, data_1_result.r0) - min(a, data_1_result.r0);
    if i < data_length {
        data[i] = select(difference + 1000u, difference, data_1_result.r1);
    }
}
