// SHA-256 of messages of one block each (FIPS 180-4, section 6.2), with a schedule of sixteen words.
struct Block { words: array<u32, 16> }
struct Digest { h: array<u32, 8> }

@group(0) @binding(0) var<storage, read> blocks: array<Block>;
@group(0) @binding(1) var<storage, read_write> digests: array<Digest>;

const K = array<u32, 64>(
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u);

fn rotr(x: u32, n: u32) -> u32 { return (x >> n) | (x << (32u - n)); }

@compute @workgroup_size(8)
fn sha256(@builtin(global_invocation_id) gid: vec3u) {
    if (gid.x >= arrayLength(&blocks)) { return; }
    var w = blocks[gid.x].words;
    let start = array<u32, 8>(0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
        0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u);
    var abcd = vec4u(start[0], start[1], start[2], start[3]);
    var efgh = vec4u(start[4], start[5], start[6], start[7]);
    for (var t = 0u; t < 64u; t++) {
        if (t >= 16u) {
            let w15 = w[(t - 15u) % 16u];
            let w2 = w[(t - 2u) % 16u];
            let s0 = rotr(w15, 7u) ^ rotr(w15, 18u) ^ (w15 >> 3u);
            let s1 = rotr(w2, 17u) ^ rotr(w2, 19u) ^ (w2 >> 10u);
            w[t % 16u] += s0 + w[(t - 7u) % 16u] + s1;
        }
        let e = efgh.x;
        let a = abcd.x;
        let big1 = rotr(e, 6u) ^ rotr(e, 11u) ^ rotr(e, 25u);
        let ch = (e & efgh.y) ^ (~e & efgh.z);
        let t1 = efgh.w + big1 + ch + K[t] + w[t % 16u];
        let big0 = rotr(a, 2u) ^ rotr(a, 13u) ^ rotr(a, 22u);
        let maj = (a & abcd.y) ^ (a & abcd.z) ^ (abcd.y & abcd.z);
        efgh = vec4u(abcd.w + t1, efgh.xyz);
        abcd = vec4u(t1 + big0 + maj, abcd.xyz);
    }
    for (var k = 0u; k < 4u; k++) {
        digests[gid.x].h[k] = start[k] + abcd[k];
        digests[gid.x].h[k + 4u] = start[k + 4u] + efgh[k];
    }
}
