@group(0) @binding(0) var<storage, read> values: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4<u32>>;

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
    let values_length = arrayLength(&values);
    let out_length = arrayLength(&out);
    let i = local_id.x;
    let index = i / 6u;
    let a = select(vec4<u32>(0u, 0u, 0u, 0u), values[min(index, values_length - 1u)], index < values_length);
    let index_1 = i % 6u;
    let b = select(vec4<u32>(0u, 0u, 0u, 0u), values[min(index_1, values_length - 1u)], index_1 < values_length);
    let n = b.x * 11u;
    let index_2 = i * 20u + 0u;
    if index_2 < out_length {
        out[index_2] = u128_add(a, b);
    }
    let index_3 = i * 20u + 1u;
    if index_3 < out_length {
        out[index_3] = u128_sub(a, b);
    }
    let index_4 = i * 20u + 2u;
    if index_4 < out_length {
        out[index_4] = a & b;
    }
    let index_5 = i * 20u + 3u;
    if index_5 < out_length {
        out[index_5] = a | b;
    }
    let index_6 = i * 20u + 4u;
    if index_6 < out_length {
        out[index_6] = a ^ b;
    }
    let index_7 = i * 20u + 5u;
    if index_7 < out_length {
        out[index_7] = u128_shl(a, n);
    }
    let index_8 = i * 20u + 6u;
    if index_8 < out_length {
        out[index_8] = u128_shr(a, n);
    }
    let index_9 = i * 20u + 7u;
    if index_9 < out_length {
        out[index_9] = u128_min(a, b);
    }
    let index_10 = i * 20u + 8u;
    if index_10 < out_length {
        out[index_10] = u128_max(a, b);
    }
    let index_11 = i * 20u + 9u;
    if index_11 < out_length {
        out[index_11] = ~a;
    }
    let index_12 = i * 20u + 10u;
    if index_12 < out_length {
        out[index_12] = vec4<u32>(select(0u, 1u, u128_lt(a, b)), 0u, 0u, 0u);
    }
    let index_13 = i * 20u + 11u;
    if index_13 < out_length {
        out[index_13] = vec4<u32>(select(0u, 1u, !u128_lt(b, a)), 0u, 0u, 0u);
    }
    let index_14 = i * 20u + 12u;
    if index_14 < out_length {
        out[index_14] = vec4<u32>(select(0u, 1u, u128_lt(b, a)), 0u, 0u, 0u);
    }
    let index_15 = i * 20u + 13u;
    if index_15 < out_length {
        out[index_15] = vec4<u32>(select(0u, 1u, !u128_lt(a, b)), 0u, 0u, 0u);
    }
    let index_16 = i * 20u + 14u;
    if index_16 < out_length {
        out[index_16] = vec4<u32>(select(0u, 1u, all(a == b)), 0u, 0u, 0u);
    }
    let index_17 = i * 20u + 15u;
    if index_17 < out_length {
        out[index_17] = vec4<u32>(select(0u, 1u, any(a != b)), 0u, 0u, 0u);
    }
    let index_18 = i * 20u + 16u;
    if index_18 < out_length {
        out[index_18] = vec4<u32>(a.xy, 0u, 0u);
    }
    let index_19 = i * 20u + 17u;
    let value = i32(a.x);
    let sign_ = u32(value >> 31u);
    if index_19 < out_length {
        out[index_19] = vec4<u32>(u32(value), sign_, sign_, sign_);
    }
    let index_20 = i * 20u + 18u;
    if index_20 < out_length {
        out[index_20] = vec4<u32>(select(0u, 1u, any(a != vec4<u32>(0u, 0u, 0u, 0u))), 0u, 0u, 0u);
    }
    let index_21 = i * 20u + 19u;
    if index_21 < out_length {
        out[index_21] = a;
    }
}
