fn f_abs_diff(v_a: u32, v_b: u32) -> u32 {
    return select(v_a - v_b, v_b - v_a, v_a < v_b);
}
