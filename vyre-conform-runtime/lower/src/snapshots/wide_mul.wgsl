fn mul_wide(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let cross = a0 * b1;
    let middle = a1 * b0 + (cross & 0xffffu) + ((a0 * b0) >> 16u);
    return vec2<u32>(a * b, a1 * b1 + (cross >> 16u) + (middle >> 16u));
}

fn u64_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = mul_wide(a.x, b.x);
    return vec2<u32>(low.x, low.y + a.x * b.y + a.y * b.x);
}

fn f_wide_mul(v_a: vec2<u32>, v_b: vec2<u32>) -> vec2<u32> {
    return u64_mul(v_a, v_b);
}
