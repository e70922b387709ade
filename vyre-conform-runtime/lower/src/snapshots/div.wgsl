fn f_div(v_a: u32, v_b: u32) -> u32 {
    return select(v_a / select(v_b, 1u, v_b == 0u), 0u, v_b == 0u);
}
