// The witness stream of vyre-conform: any word of any case from the case's number alone.
// `lo` and `hi` are the halves of the case number, `seed_lo` and `seed_hi` those of the seed.

fn witness_hash(v: u32) -> u32 {
    var x = v;
    x = (x ^ (x >> 17u)) * 0xed5ad4bbu;
    x = (x ^ (x >> 11u)) * 0xac4c1b51u;
    x = (x ^ (x >> 15u)) * 0x31848babu;
    return x ^ (x >> 14u);
}

fn witness_key(hi: u32, seed_lo: u32, seed_hi: u32, stream: u32) -> u32 {
    return witness_hash(hi + witness_hash(seed_hi + witness_hash(seed_lo + stream * 0x9e3779b9u)));
}

fn witness_raw(lo: u32, hi: u32, seed_lo: u32, seed_hi: u32, stream: u32) -> u32 {
    return witness_hash(lo * 0x9e3779b1u + witness_key(hi, seed_lo, seed_hi, stream));
}

fn witness_edge(h: u32) -> u32 {
    let k = h & 31u;
    let power = 1u << k;
    let near = power + ((h >> 8u) & 7u) - 3u;
    let random = witness_hash(h ^ 0x85ebca6bu);
    switch (h >> 5u) & 7u {
        case 0u: { return near; }
        case 1u: { return ~near; }
        case 2u: { return (h >> 8u) & 0xffu; }
        case 3u: {
            let m = h >> 8u;
            return ((m & 1u) | ((m & 2u) << 7u) | ((m & 4u) << 14u) | ((m & 8u) << 21u)) * 0xffu;
        }
        case 4u: { return random >> k; }
        case 5u: { return random << k; }
        case 6u: { return power | (1u << ((h >> 8u) & 31u)); }
        default: { return random; }
    }
}

// Word `lane` of operand number `operand`, whose type has `words` words. Not for a Bool.
fn witness_word(lo: u32, hi: u32, seed_lo: u32, seed_hi: u32, operand: u32, lane: u32, words: u32) -> u32 {
    if (lo & 1023u) < 896u {
        return witness_raw(lo, hi, seed_lo, seed_hi, 4u * operand + lane);
    }
    let s = witness_raw(lo, hi, seed_lo, seed_hi, 16u + operand);
    let slot = select(operand, s & 3u, (s & 4u) != 0u);
    let lanes = select(5u, (s >> 8u) & 7u, words > 1u);
    let from_lane = select(lane, 0u, lanes == 4u);
    var x = witness_edge(witness_raw(lo, hi, seed_lo, seed_hi, 4u * slot + from_lane));
    let step = select(0u, 1u, lane == 0u);
    switch (s >> 4u) & 7u {
        case 4u: { x = x + step; }
        case 5u: { x = x - step; }
        case 6u: { x = ~x; }
        case 7u: { x = 0u - x; }
        default: { }
    }
    if lane == 0u {
        return select(x, 0u, lanes == 3u);
    }
    return select(select(x, 0xffffffffu, lanes == 2u), 0u, lanes <= 1u);
}

// The word (0 or 1) of operand number `operand`, a Bool.
fn witness_bool(lo: u32, hi: u32, seed_lo: u32, seed_hi: u32, operand: u32) -> u32 {
    return witness_raw(lo, hi, seed_lo, seed_hi, 4u * operand) & 1u;
}

// The edge value of a float with `places` bits of fraction, from a hash.
fn witness_float_edge(h: u32, bits: u32, places: u32) -> u32 {
    let top = (1u << (bits - 1u - places)) - 1u;
    let bias = top >> 1u;
    let most = (1u << places) - 1u;
    let random = witness_hash(h ^ 0x85ebca6bu);
    let m = h >> 8u;
    let k = (random >> 23u) & 31u;
    let fraction = random & most;
    var sparse = 0u;
    switch (random >> 28u) & 3u {
        case 1u: { sparse = 1u << k; }
        case 2u: { sparse = 0xffffffffu << k; }
        case 3u: { sparse = ~(0xffffffffu << k); }
        default: { }
    }
    sparse = sparse & most;
    let extreme = (m & 3u) ^ select(0u, top, (m & 4u) != 0u);
    var exponent = m;
    var low = fraction;
    switch h & 7u {
        case 0u: { low = sparse; }
        case 1u: { exponent = extreme; }
        case 2u: { exponent = extreme; low = sparse; }
        case 3u: { exponent = bias + (m & 7u) - 4u; low = sparse; }
        case 4u: { exponent = bias + (m & 31u) - 8u; }
        case 5u: { exponent = bias + places + (m & 15u) - 4u; low = sparse; }
        case 6u: { exponent = (bias >> 1u) + select(0u, bias, (m & 8u) != 0u) + (m & 7u) - 3u; }
        default: { exponent = 0u; low = fraction >> k; }
    }
    return ((random >> 31u) << (bits - 1u)) | ((exponent & top) << places) | low;
}

// The word of operand number `operand`, a float of `bits` bits, `places` of them fraction.
fn witness_float(lo: u32, hi: u32, seed_lo: u32, seed_hi: u32, operand: u32, bits: u32, places: u32) -> u32 {
    let mask = 0xffffffffu >> (32u - bits);
    if (lo & 1023u) < 256u {
        return witness_raw(lo, hi, seed_lo, seed_hi, 4u * operand) & mask;
    }
    let s = witness_raw(lo, hi, seed_lo, seed_hi, 16u + operand);
    let slot = select(operand, s & 3u, (s & 4u) != 0u);
    var x = witness_float_edge(witness_raw(lo, hi, seed_lo, seed_hi, 4u * slot), bits, places);
    switch (s >> 4u) & 7u {
        case 4u: { x = x + 1u; }
        case 5u: { x = x - 1u; }
        case 6u: { x = x ^ (1u << (bits - 1u)); }
        case 7u: { x = x + ((((s >> 8u) & 63u) - 32u) << places); }
        default: { }
    }
    return x & mask;
}
