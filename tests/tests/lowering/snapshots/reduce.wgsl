@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: array<atomic<u32>>;

var<workgroup> partial_: array<u32, 64>;

@compute @workgroup_size(64)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let input_length = arrayLength(&input);
    let lane = local_id.x;
    partial_[lane] = select(0u, input[min(invocation_id.x, input_length - 1u)], invocation_id.x < input_length);
    var stride = 32u;
    for (var trip = 0u; stride > 0u && trip < 6u; trip += 1u) {
        workgroupBarrier();
        if lane < stride {
            partial_[lane] = partial_[lane] + partial_[lane + stride];
        }
        stride >>= 1u;
    }
    if lane == 0u {
        atomicAdd(&total[0u], partial_[0u]);
    }
}
