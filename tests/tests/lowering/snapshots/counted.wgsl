@group(0) @binding(0) var<storage, read_write> b_data: array<vec2<u32>, 5>;

@compute @workgroup_size(8)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let v_i = invocation_id.x;
    let v_next = (v_i + 1u) % 5u;
    let v_value = b_data[v_next];
    storageBarrier();
    if v_i < 5u {
        b_data[v_i] = vec2<u32>(v_value.x + v_value.y + 5u, v_i);
    }
}
