fn i32_magnitude(a: i32) -> u32 {
    return select(bitcast<u32>(a), 0u - bitcast<u32>(a), a < 0i);
}

fn i32_div(a: i32, b: i32) -> i32 {
    let safe = select(i32_magnitude(b), 1u, b == 0i);
    let quotient = select(i32_magnitude(a) / safe, 0u, b == 0i);
    return bitcast<i32>(select(quotient, 0u - quotient, (a ^ b) < 0i));
}

fn f_sdiv(v_a: i32, v_b: i32) -> i32 {
    return i32_div(v_a, v_b);
}
