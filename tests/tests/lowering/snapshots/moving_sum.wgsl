@group(0) @binding(0) var<storage, read> b_source: array<u32>;
@group(0) @binding(1) var<storage, read_write> b_to: array<u32>;

fn load_b_source(index: u32) -> u32 {
    return select(0u, b_source[min(index, arrayLength(&b_source) - 1u)], index < arrayLength(&b_source));
}

@compute @workgroup_size(8)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let v_i = invocation_id.x;
    if v_i < arrayLength(&b_to) {
        b_to[v_i] = load_b_source(v_i - 1u) + load_b_source(v_i) + load_b_source(v_i + 1u);
    }
}
