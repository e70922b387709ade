
// The witness stream: any word of any case from the case's number alone. `lo` and `hi` are the halves of the number.
FUNCTION u32 vyre_hash(u32 x) {
    x = (x ^ (x >> 17)) * 0xed5ad4bbu;
    x = (x ^ (x >> 11)) * 0xac4c1b51u;
    x = (x ^ (x >> 15)) * 0x31848babu;
    return x ^ (x >> 14);
}

FUNCTION u32 vyre_key(u32 hi, u64 seed, u32 stream) {
    return vyre_hash(hi + vyre_hash((u32)(seed >> 32) + vyre_hash((u32)seed + stream * 0x9e3779b9u)));
}

FUNCTION u32 vyre_raw(u32 lo, u32 hi, u64 seed, u32 stream) {
    return vyre_hash(lo * 0x9e3779b1u + vyre_key(hi, seed, stream));
}

FUNCTION u32 vyre_edge(u32 h) {
    const u32 k = h & 31u;
    const u32 m = h >> 8;
    const u32 power = 1u << k;
    const u32 near = power + (m & 7u) - 3u;
    const u32 random = vyre_hash(h ^ 0x85ebca6bu);
    switch ((h >> 5) & 7u) {
    case 0u: return near;
    case 1u: return ~near;
    case 2u: return m & 0xffu;
    case 3u: return ((m & 1u) | ((m & 2u) << 7) | ((m & 4u) << 14) | ((m & 8u) << 21)) * 0xffu;
    case 4u: return random >> k;
    case 5u: return random << k;
    case 6u: return power | (1u << (m & 31u));
    default: return random;
    }
}

// Word `lane` of operand number `operand`, whose type has `words` words. Not for a bool.
FUNCTION u32 vyre_word(u32 lo, u32 hi, u64 seed, u32 operand, u32 lane, u32 words) {
    if ((lo & 1023u) < 896u) return vyre_raw(lo, hi, seed, 4u * operand + lane);
    const u32 s = vyre_raw(lo, hi, seed, 16u + operand);
    const u32 slot = (s & 4u) != 0u ? s & 3u : operand;
    const u32 lanes = words > 1u ? (s >> 8) & 7u : 5u;
    const u32 step = lane == 0u ? 1u : 0u;
    u32 x = vyre_edge(vyre_raw(lo, hi, seed, 4u * slot + (lanes == 4u ? 0u : lane)));
    switch ((s >> 4) & 7u) {
    case 4u: x = x + step; break;
    case 5u: x = x - step; break;
    case 6u: x = ~x; break;
    case 7u: x = 0u - x; break;
    default: break;
    }
    if (lane == 0u) return lanes == 3u ? 0u : x;
    return lanes <= 1u ? 0u : lanes == 2u ? 0xffffffffu : x;
}

// The word of a bool.
FUNCTION u32 vyre_truth(u32 lo, u32 hi, u64 seed, u32 operand) {
    return vyre_raw(lo, hi, seed, 4u * operand) & 1u;
}

// The edge value of a float with `places` bits of fraction, from a hash.
FUNCTION u32 vyre_float_edge(u32 h, u32 bits, u32 places) {
    const u32 top = (1u << (bits - 1u - places)) - 1u;
    const u32 bias = top >> 1;
    const u32 most = (1u << places) - 1u;
    const u32 random = vyre_hash(h ^ 0x85ebca6bu);
    const u32 m = h >> 8;
    const u32 k = (random >> 23) & 31u;
    const u32 fraction = random & most;
    const u32 extreme = (m & 3u) ^ ((m & 4u) != 0u ? top : 0u);
    u32 sparse = 0u;
    switch ((random >> 28) & 3u) {
    case 1u: sparse = 1u << k; break;
    case 2u: sparse = 0xffffffffu << k; break;
    case 3u: sparse = ~(0xffffffffu << k); break;
    default: break;
    }
    sparse = sparse & most;
    u32 exponent = m;
    u32 low = fraction;
    switch (h & 7u) {
    case 0u: low = sparse; break;
    case 1u: exponent = extreme; break;
    case 2u: exponent = extreme; low = sparse; break;
    case 3u: exponent = bias + (m & 7u) - 4u; low = sparse; break;
    case 4u: exponent = bias + (m & 31u) - 8u; break;
    case 5u: exponent = bias + places + (m & 15u) - 4u; low = sparse; break;
    case 6u: exponent = (bias >> 1) + ((m & 8u) != 0u ? bias : 0u) + (m & 7u) - 3u; break;
    default: exponent = 0u; low = fraction >> k; break;
    }
    return ((random >> 31) << (bits - 1u)) | ((exponent & top) << places) | low;
}

// The word of operand number `operand`, a float of `bits` bits, `places` of them fraction.
FUNCTION u32 vyre_float(u32 lo, u32 hi, u64 seed, u32 operand, u32 bits, u32 places) {
    const u32 mask = 0xffffffffu >> (32u - bits);
    if ((lo & 1023u) < 256u) return vyre_raw(lo, hi, seed, 4u * operand) & mask;
    const u32 s = vyre_raw(lo, hi, seed, 16u + operand);
    const u32 slot = (s & 4u) != 0u ? s & 3u : operand;
    u32 x = vyre_float_edge(vyre_raw(lo, hi, seed, 4u * slot), bits, places);
    switch ((s >> 4) & 7u) {
    case 4u: x = x + 1u; break;
    case 5u: x = x - 1u; break;
    case 6u: x = x ^ (1u << (bits - 1u)); break;
    case 7u: x = x + ((((s >> 8) & 63u) - 32u) << places); break;
    default: break;
    }
    return x & mask;
}
