fn f_gcd(v_a: u32, v_b: u32) -> u32 {
    var v_x = v_a;
    var v_y = v_b;
    for (var trip = 0u; v_y != 0u && trip < 48u; trip += 1u) {
        let v_t = v_x % v_y;
        v_x = v_y;
        v_y = v_t;
    }
    return v_x;
}
