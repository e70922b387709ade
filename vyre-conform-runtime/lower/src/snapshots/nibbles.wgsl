var<private> t_DIGITS = array<u32, 16>(
    0u, 1u, 4u, 9u, 16u, 25u, 36u, 49u,
    64u, 81u, 100u, 121u, 144u, 169u, 196u, 225u,
);

fn f_nibbles(v_x: u32, v_k: u32) -> u32 {
    var v_parts = array<u32, 4>(0u, 0u, 0u, 0u);
    for (var v_i = 0u; v_i < 4u; v_i += 1u) {
        v_parts[v_i] = t_DIGITS[(v_x >> (v_i * 4u)) & 15u];
    }
    let index = v_k + 1u;
    if index < 4u {
        v_parts[index] = v_x;
    }
    return select(0u, v_parts[min(v_k, 3u)], v_k < 4u) + select(0u, t_DIGITS[min(v_k, 15u)], v_k < 16u);
}
