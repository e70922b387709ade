@group(0) @binding(0) var<storage, read_write> b_data: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let v_i = invocation_id.x;
    if v_i < arrayLength(&b_data) {
        b_data[v_i] = b_data[v_i] + 1u;
    }
}
