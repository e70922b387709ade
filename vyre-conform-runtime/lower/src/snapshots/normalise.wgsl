struct f_norm_values {
    r0: u32,
    r1: u32,
}

fn f_norm(v_m_in: u32) -> f_norm_values {
    var v_m = v_m_in;
    var v_shift = 0u;
    for (var trip = 0u; v_m != 0u && (v_m & 0x80000000u) == 0u && trip < 32u; trip += 1u) {
        v_m <<= 1u;
        v_shift += 1u;
    }
    return f_norm_values(v_m, v_shift);
}

fn f_normalise(v_v: vec2<u32>, v_up: u32) -> vec2<u32> {
    let f_norm_result = f_norm(v_v.x | v_v.y);
    if v_up == 0u {
        return vec2<u32>(v_v.x, v_v.y);
    }
    return vec2<u32>(f_norm_result.r0, f_norm_result.r1);
}
