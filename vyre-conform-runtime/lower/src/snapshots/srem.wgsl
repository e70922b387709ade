fn i32_magnitude(a: i32) -> u32 {
    return select(bitcast<u32>(a), 0u - bitcast<u32>(a), a < 0i);
}

fn i32_rem(a: i32, b: i32) -> i32 {
    let safe = select(i32_magnitude(b), 1u, b == 0i);
    let rest = i32_magnitude(a) % safe;
    return bitcast<i32>(select(rest, 0u - rest, a < 0i));
}

fn f_srem(v_a: i32, v_b: i32) -> i32 {
    return i32_rem(v_a, v_b);
}
