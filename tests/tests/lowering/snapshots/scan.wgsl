@group(0) @binding(0) var<storage, read_write> data: array<u32>;

var<workgroup> sums: array<u32, 128>;

@compute @workgroup_size(128)
fn vyre_main(
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let data_length = arrayLength(&data);
    let lane = local_id.x;
    var sum = select(0u, data[min(lane, data_length - 1u)], lane < data_length);
    sums[lane] = sum;
    storageBarrier();
    for (var step_ = 0u; step_ < 7u; step_ += 1u) {
        let distance_ = 1u << step_;
        workgroupBarrier();
        if lane >= distance_ {
            sum += sums[lane - distance_];
        }
        workgroupBarrier();
        sums[lane] = sum;
    }
    if lane < data_length {
        data[lane] = sum;
    }
}
