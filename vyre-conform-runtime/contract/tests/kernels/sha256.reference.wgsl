@group(0) @binding(0) var<storage, read> blocks: array<Block>;
@group(0) @binding(1) var<storage, read_write> digests: array<Digest>;
struct Block { words: array<u32, 16> }
struct Digest { h: array<u32, 8> }

fn right(x: u32, n: u32) -> u32 { return extractBits(x, n, 32u - n) | insertBits(0u, x, 32u - n, n); }

// The fractional parts of cube roots of primes, by Newton's method on integers of 64 bits in two words, would be slow:
// the constants are those of FIPS 180-4, section 4.2.2, as pairs.
const K = array<vec4u, 16>(
    vec4u(0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u), vec4u(0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u),
    vec4u(0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u), vec4u(0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u),
    vec4u(0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu), vec4u(0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau),
    vec4u(0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u), vec4u(0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u),
    vec4u(0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u), vec4u(0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u),
    vec4u(0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u), vec4u(0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u),
    vec4u(0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u), vec4u(0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u),
    vec4u(0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u), vec4u(0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u));

@compute @workgroup_size(1)
fn whole_schedule(@builtin(global_invocation_id) gid: vec3u) {
    var w: array<u32, 64>;
    for (var t = 0u; t < 16u; t++) { w[t] = blocks[gid.x].words[t]; }
    for (var t = 16u; t < 64u; t++) {
        let a = w[t - 15u];
        let b = w[t - 2u];
        w[t] = w[t - 16u] + w[t - 7u] + (right(a, 7u) ^ right(a, 18u) ^ (a >> 3u))
            + (right(b, 17u) ^ right(b, 19u) ^ (b >> 10u));
    }
    var first = array<u32, 8>(0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu,
        0x5be0cd19u);
    var v = first;
    for (var t = 0u; t < 64u; t++) {
        let e = v[4];
        let a = v[0];
        let x = v[7] + (right(e, 6u) ^ right(e, 11u) ^ right(e, 25u)) + select_bits(e, v[5], v[6]) + K[t / 4u][t % 4u] + w[t];
        let y = (right(a, 2u) ^ right(a, 13u) ^ right(a, 22u)) + ((a & (v[1] | v[2])) | (v[1] & v[2]));
        for (var k = 7u; k > 0u; k--) { v[k] = v[k - 1u]; }
        v[4] += x;
        v[0] = x + y;
    }
    for (var k = 0u; k < 8u; k++) { digests[gid.x].h[k] = first[k] + v[k]; }
}

fn select_bits(mask: u32, x: u32, y: u32) -> u32 { return y ^ (mask & (x ^ y)); }
