@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn vyre_main(
    @builtin(workgroup_id) workgroup_id: vec3<u32>,
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let data_length = arrayLength(&data);
    let lane = local_id.x;
    let first = workgroup_id.x * 32u;
    let index = first + lane;
    if index < data_length {
        data[index] = lane * 3u;
    }
    storageBarrier();
    let index_1 = first + (lane ^ 31u);
    let other = select(0u, data[min(index_1, data_length - 1u)], index_1 < data_length);
    storageBarrier();
    let index_2 = first + lane;
    if index_2 < data_length {
        data[index_2] = 1u;
    }
    let index_3 = first + lane;
    if index_3 < arrayLength(&out) {
        out[index_3] = other;
    }
}
