@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let i = invocation_id.x;
    if i < arrayLength(&data) {
        data[i] = data[i] + 1u;
    }
}
