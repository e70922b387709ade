@group(0) @binding(0) var<storage, read> b_values: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> b_out: array<vec4<u32>>;

fn u64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    let carry = u32(low < a.x);
    return vec2<u32>(low, a.y + b.y + carry);
}

fn u64_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let borrow = u32(a.x < b.x);
    return vec2<u32>(a.x - b.x, a.y - b.y - borrow);
}

fn u64_lt(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

fn u128_add(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let low = u64_add(a.xy, b.xy);
    let carry = u32(u64_lt(low, a.xy));
    return vec4<u32>(low, u64_add(u64_add(a.zw, b.zw), vec2<u32>(carry, 0u)));
}

fn u128_sub(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let borrow = u32(u64_lt(a.xy, b.xy));
    let high = u64_sub(u64_sub(a.zw, b.zw), vec2<u32>(borrow, 0u));
    return vec4<u32>(u64_sub(a.xy, b.xy), high);
}

fn u128_lt(a: vec4<u32>, b: vec4<u32>) -> bool {
    return u64_lt(a.zw, b.zw) || (all(a.zw == b.zw) && u64_lt(a.xy, b.xy));
}

fn u128_min(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    return select(b, a, u128_lt(a, b));
}

fn u128_max(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    return select(a, b, u128_lt(a, b));
}

fn u128_shl(a: vec4<u32>, n: u32) -> vec4<u32> {
    let two = select(a, vec4<u32>(0u, 0u, a.xy), (n & 64u) != 0u);
    let one = select(two, vec4<u32>(0u, two.xyz), (n & 32u) != 0u);
    let k = vec4<u32>(n & 31u);
    return (one << k) | ((vec4<u32>(0u, one.xyz) >> vec4<u32>(1u)) >> (vec4<u32>(31u) - k));
}

fn u128_shr(a: vec4<u32>, n: u32) -> vec4<u32> {
    let two = select(a, vec4<u32>(a.zw, 0u, 0u), (n & 64u) != 0u);
    let one = select(two, vec4<u32>(two.yzw, 0u), (n & 32u) != 0u);
    let k = vec4<u32>(n & 31u);
    return (one >> k) | ((vec4<u32>(one.yzw, 0u) << vec4<u32>(1u)) << (vec4<u32>(31u) - k));
}

@compute @workgroup_size(36)
fn vyre_main(
    @builtin(local_invocation_id) local_id: vec3<u32>,
) {
    let b_values_length = arrayLength(&b_values);
    let b_out_length = arrayLength(&b_out);
    let v_i = local_id.x;
    let index = v_i / 6u;
    let v_a = select(vec4<u32>(0u, 0u, 0u, 0u), b_values[min(index, b_values_length - 1u)], index < b_values_length);
    let index_1 = v_i % 6u;
    let v_b = select(vec4<u32>(0u, 0u, 0u, 0u), b_values[min(index_1, b_values_length - 1u)], index_1 < b_values_length);
    let v_n = v_b.x * 11u;
    let index_2 = v_i * 20u + 0u;
    if index_2 < b_out_length {
        b_out[index_2] = u128_add(v_a, v_b);
    }
    let index_3 = v_i * 20u + 1u;
    if index_3 < b_out_length {
        b_out[index_3] = u128_sub(v_a, v_b);
    }
    let index_4 = v_i * 20u + 2u;
    if index_4 < b_out_length {
        b_out[index_4] = v_a & v_b;
    }
    let index_5 = v_i * 20u + 3u;
    if index_5 < b_out_length {
        b_out[index_5] = v_a | v_b;
    }
    let index_6 = v_i * 20u + 4u;
    if index_6 < b_out_length {
        b_out[index_6] = v_a ^ v_b;
    }
    let index_7 = v_i * 20u + 5u;
    if index_7 < b_out_length {
        b_out[index_7] = u128_shl(v_a, v_n);
    }
    let index_8 = v_i * 20u + 6u;
    if index_8 < b_out_length {
        b_out[index_8] = u128_shr(v_a, v_n);
    }
    let index_9 = v_i * 20u + 7u;
    if index_9 < b_out_length {
        b_out[index_9] = u128_min(v_a, v_b);
    }
    let index_10 = v_i * 20u + 8u;
    if index_10 < b_out_length {
        b_out[index_10] = u128_max(v_a, v_b);
    }
    let index_11 = v_i * 20u + 9u;
    if index_11 < b_out_length {
        b_out[index_11] = ~v_a;
    }
    let index_12 = v_i * 20u + 10u;
    if index_12 < b_out_length {
        b_out[index_12] = vec4<u32>(select(0u, 1u, u128_lt(v_a, v_b)), 0u, 0u, 0u);
    }
    let index_13 = v_i * 20u + 11u;
    if index_13 < b_out_length {
        b_out[index_13] = vec4<u32>(select(0u, 1u, !u128_lt(v_b, v_a)), 0u, 0u, 0u);
    }
    let index_14 = v_i * 20u + 12u;
    if index_14 < b_out_length {
        b_out[index_14] = vec4<u32>(select(0u, 1u, u128_lt(v_b, v_a)), 0u, 0u, 0u);
    }
    let index_15 = v_i * 20u + 13u;
    if index_15 < b_out_length {
        b_out[index_15] = vec4<u32>(select(0u, 1u, !u128_lt(v_a, v_b)), 0u, 0u, 0u);
    }
    let index_16 = v_i * 20u + 14u;
    if index_16 < b_out_length {
        b_out[index_16] = vec4<u32>(select(0u, 1u, all(v_a == v_b)), 0u, 0u, 0u);
    }
    let index_17 = v_i * 20u + 15u;
    if index_17 < b_out_length {
        b_out[index_17] = vec4<u32>(select(0u, 1u, any(v_a != v_b)), 0u, 0u, 0u);
    }
    let index_18 = v_i * 20u + 16u;
    if index_18 < b_out_length {
        b_out[index_18] = vec4<u32>(v_a.xy, 0u, 0u);
    }
    let index_19 = v_i * 20u + 17u;
    let value = i32(v_a.x);
    let signs = u32(value >> 31u);
    if index_19 < b_out_length {
        b_out[index_19] = vec4<u32>(u32(value), signs, signs, signs);
    }
    let index_20 = v_i * 20u + 18u;
    if index_20 < b_out_length {
        b_out[index_20] = vec4<u32>(select(0u, 1u, any(v_a != vec4<u32>(0u, 0u, 0u, 0u))), 0u, 0u, 0u);
    }
    let index_21 = v_i * 20u + 19u;
    if index_21 < b_out_length {
        b_out[index_21] = v_a;
    }
}
