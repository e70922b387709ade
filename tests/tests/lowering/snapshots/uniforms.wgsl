@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<uniform> signed: array<vec4<i32>, 1>;
@group(0) @binding(2) var<uniform> pairs: array<vec4<u32>, 2>;
@group(0) @binding(3) var<uniform> lanes: array<vec4<u32>, 2>;
@group(0) @binding(4) var<uniform> flags: array<vec4<u32>, 2>;
@group(0) @binding(5) var<storage, read_write> out: array<u32>;

fn u64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    let carry = u32(low < a.x);
    return vec2<u32>(low, a.y + b.y + carry);
}

@compute @workgroup_size(1)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let out_length = arrayLength(&out);
    let i = invocation_id.x;
    let index = min(i, 2u);
    let wide = u64_add(select(vec2<u32>(0u, 0u), select(pairs[index >> 1u].xy, pairs[index >> 1u].zw, (index & 1u) != 0u), i < 3u), pairs[1u].xy);
    let index_1 = i * 4u;
    let index_2 = min(i, 5u);
    if index_1 < out_length {
        out[index_1] = select(0u, params[index_2 >> 2u][index_2 & 3u], i < 6u) + params[1u].y + u32(signed[0u].y);
    }
    let index_3 = i * 4u + 1u;
    if index_3 < out_length {
        out[index_3] = wide.y;
    }
    let index_4 = i * 4u + 2u;
    if index_4 < out_length {
        out[index_4] = select(vec4<u32>(0u, 0u, 0u, 0u), lanes[min(i, 1u)], i < 2u).z;
    }
    let index_5 = i * 4u + 3u;
    let index_6 = min(i, 4u);
    if index_5 < out_length {
        out[index_5] = select(0u, 1u, select(false, flags[index_6 >> 2u][index_6 & 3u] != 0u, i < 5u));
    }
}
