@group(0) @binding(0) var<storage, read> b_input: array<u32>;
@group(0) @binding(1) var<storage, read_write> b_total: array<atomic<u32>>;

var<workgroup> b_partial: array<u32, 64>;

@compute @workgroup_size(64)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let b_input_length = arrayLength(&b_input);
    let v_lane = local_id.x;
    b_partial[v_lane] = select(0u, b_input[min(invocation_id.x, b_input_length - 1u)], invocation_id.x < b_input_length);
    var v_stride = 32u;
    for (var trip = 0u; v_stride > 0u && trip < 6u; trip += 1u) {
        workgroupBarrier();
        if v_lane < v_stride {
            b_partial[v_lane] = b_partial[v_lane] + b_partial[v_lane + v_stride];
        }
        v_stride >>= 1u;
    }
    if v_lane == 0u {
        atomicAdd(&b_total[0u], b_partial[0u]);
    }
}
