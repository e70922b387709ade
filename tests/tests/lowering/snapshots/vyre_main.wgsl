@group(0) @binding(0) var<storage, read> array_: array<u32>;
@group(0) @binding(1) var<storage, read_write> vyre_main_: array<u32>;
@group(0) @binding(2) var<storage, read> u64_add_: array<vec2<u32>>;
@group(0) @binding(3) var<uniform> gruf6udfeu201: array<vec4<u32>, 1>;

fn u64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    let carry = u32(low < a.x);
    return vec2<u32>(low, a.y + b.y + carry);
}

@compute @workgroup_size(1)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let array_length = arrayLength(&array_);
    let invocation_id_1 = invocation_id.x;
    let array_1 = select(0u, array_[min(invocation_id_1, array_length - 1u)], invocation_id_1 < array_length) + gruf6udfeu201[0u].x;
    let let_ = u64_add(u64_add_[0u], vec2<u32>(1u, 0u));
    if invocation_id_1 < arrayLength(&vyre_main_) {
        vyre_main_[invocation_id_1] = array_1 + let_.x;
    }
}
