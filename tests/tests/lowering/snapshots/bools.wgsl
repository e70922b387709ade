@group(0) @binding(0) var<storage, read> given: array<u32>;
@group(0) @binding(1) var<storage, read_write> flipped: array<u32>;

var<workgroup> shared_: array<u32, 4>;

@compute @workgroup_size(4)
fn vyre_main(
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let given_length = arrayLength(&given);
    let lane = local_id.x;
    shared_[lane] = u32(select(false, given[min(lane, given_length - 1u)] != 0u, lane < given_length));
    storageBarrier();
    workgroupBarrier();
    let index = 3u - lane;
    if lane < arrayLength(&flipped) {
        flipped[lane] = u32(!select(false, shared_[min(index, 3u)] != 0u, index < 4u));
    }
}
