@group(0) @binding(0) var<storage, read_write> data: array<vec2<u32>, 5>;

@compute @workgroup_size(8)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let i = invocation_id.x;
    let next = (i + 1u) % 5u;
    let value = data[next];
    storageBarrier();
    if i < 5u {
        data[i] = vec2<u32>(value.x + value.y + 5u, i);
    }
}
