struct norm_values {
    r0: u32,
    r1: u32,
}

fn norm(m_in: u32) -> norm_values {
    var m = m_in;
    var shift = 0u;
    for (var trip = 0u; m != 0u && (m & 0x80000000u) == 0u && trip < 32u; trip += 1u) {
        m <<= 1u;
        shift += 1u;
    }
    return norm_values(m, shift);
}

fn normalise(v: vec2<u32>, up: u32) -> vec2<u32> {
    let norm_result = norm(v.x | v.y);
    if up == 0u {
        return vec2<u32>(v.x, v.y);
    }
    return vec2<u32>(norm_result.r0, norm_result.r1);
}
