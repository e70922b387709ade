@group(0) @binding(0) var<uniform> b_params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<uniform> b_signed: array<vec4<i32>, 1>;
@group(0) @binding(2) var<uniform> b_pairs: array<vec4<u32>, 2>;
@group(0) @binding(3) var<uniform> b_lanes: array<vec4<u32>, 2>;
@group(0) @binding(4) var<uniform> b_flags: array<vec4<u32>, 2>;
@group(0) @binding(5) var<storage, read_write> b_out: array<u32>;

fn u64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    let carry = u32(low < a.x);
    return vec2<u32>(low, a.y + b.y + carry);
}

@compute @workgroup_size(1)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let b_out_length = arrayLength(&b_out);
    let v_i = invocation_id.x;
    let index = min(v_i, 2u);
    let v_wide = u64_add(select(vec2<u32>(0u, 0u), select(b_pairs[index >> 1u].xy, b_pairs[index >> 1u].zw, (index & 1u) != 0u), v_i < 3u), b_pairs[1u].xy);
    let index_1 = v_i * 4u;
    let index_2 = min(v_i, 5u);
    if index_1 < b_out_length {
        b_out[index_1] = select(0u, b_params[index_2 >> 2u][index_2 & 3u], v_i < 6u) + b_params[1u].y + u32(b_signed[0u].y);
    }
    let index_3 = v_i * 4u + 1u;
    if index_3 < b_out_length {
        b_out[index_3] = v_wide.y;
    }
    let index_4 = v_i * 4u + 2u;
    if index_4 < b_out_length {
        b_out[index_4] = select(vec4<u32>(0u, 0u, 0u, 0u), b_lanes[min(v_i, 1u)], v_i < 2u).z;
    }
    let index_5 = v_i * 4u + 3u;
    let index_6 = min(v_i, 4u);
    if index_5 < b_out_length {
        b_out[index_5] = select(0u, 1u, select(false, b_flags[index_6 >> 2u][index_6 & 3u] != 0u, v_i < 5u));
    }
}
