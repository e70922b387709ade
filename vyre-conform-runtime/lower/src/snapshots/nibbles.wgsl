var<private> DIGITS = array<u32, 16>(
    0u, 1u, 4u, 9u, 16u, 25u, 36u, 49u,
    64u, 81u, 100u, 121u, 144u, 169u, 196u, 225u,
);

fn nibbles(x: u32, k: u32) -> u32 {
    var parts: array<u32, 4>;
    for (var i = 0u; i < 4u; i += 1u) {
        parts[i] = DIGITS[(x >> (i * 4u)) & 15u];
    }
    let index = k + 1u;
    if index < 4u {
        parts[index] = x;
    }
    return select(0u, parts[min(k, 3u)], k < 4u) + select(0u, DIGITS[min(k, 15u)], k < 16u);
}
