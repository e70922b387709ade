fn f_add(v_a: u32, v_b: u32) -> u32 {
    return v_a + v_b;
}
