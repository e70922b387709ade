@group(0) @binding(0) var<storage, read> b_array: array<u32>;
@group(0) @binding(1) var<storage, read_write> b_vyre_main: array<u32>;
@group(0) @binding(2) var<storage, read> b_u64_add: array<vec2<u32>>;
@group(0) @binding(3) var<uniform> b_gruf6udfeu201: array<vec4<u32>, 1>;

fn u64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    let carry = u32(low < a.x);
    return vec2<u32>(low, a.y + b.y + carry);
}

@compute @workgroup_size(1)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let b_array_length = arrayLength(&b_array);
    let v_invocation_id = invocation_id.x;
    let v_array = select(0u, b_array[min(v_invocation_id, b_array_length - 1u)], v_invocation_id < b_array_length) + b_gruf6udfeu201[0u].x;
    let v_let = u64_add(b_u64_add[0u], vec2<u32>(1u, 0u));
    if v_invocation_id < arrayLength(&b_vyre_main) {
        b_vyre_main[v_invocation_id] = v_array + v_let.x;
    }
}
