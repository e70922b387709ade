// Compression of one chunk of 64 bytes that is the whole message.
struct State { v: array<u32, 16>, m: array<u32, 16> }
const IV = array<u32, 8>(0x6A09E667u, 0xBB67AE85u, 0x3C6EF372u, 0xA54FF53Au, 0x510E527Fu, 0x9B05688Cu, 0x1F83D9ABu, 0x5BE0CD19u);
const PERMUTATION = array<u32, 16>(2u, 6u, 3u, 10u, 7u, 0u, 4u, 13u, 1u, 11u, 12u, 5u, 9u, 14u, 15u, 8u);

@group(0) @binding(0) var<storage, read> message: array<u32>;
@group(0) @binding(1) var<storage, read_write> hash: array<u32>;
@group(0) @binding(2) var<uniform> length: u32;

fn rotate_right(x: u32, n: u32) -> u32 { return x >> n | x << (32u - n); }

fn g(s: ptr<function, State>, a: u32, b: u32, c: u32, d: u32, mx: u32, my: u32) {
    (*s).v[a] = (*s).v[a] + (*s).v[b] + mx;
    (*s).v[d] = rotate_right((*s).v[d] ^ (*s).v[a], 16u);
    (*s).v[c] = (*s).v[c] + (*s).v[d];
    (*s).v[b] = rotate_right((*s).v[b] ^ (*s).v[c], 12u);
    (*s).v[a] = (*s).v[a] + (*s).v[b] + my;
    (*s).v[d] = rotate_right((*s).v[d] ^ (*s).v[a], 8u);
    (*s).v[c] = (*s).v[c] + (*s).v[d];
    (*s).v[b] = rotate_right((*s).v[b] ^ (*s).v[c], 7u);
}

fn permute(s: ptr<function, State>) {
    let old = (*s).m;
    for (var i = 0u; i < 16u; i++) { (*s).m[i] = old[PERMUTATION[i]]; }
}

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    var s: State;
    for (var i = 0u; i < 8u; i++) { s.v[i] = IV[i]; }
    for (var i = 0u; i < 4u; i++) { s.v[8u + i] = IV[i]; }
    s.v[14] = length;
    s.v[15] = 1u | 2u | 8u;
    for (var i = 0u; i < 16u; i++) { s.m[i] = message[gid.x * 16u + i]; }
    for (var round = 0; round < 7; round++) {
        g(&s, 0u, 4u, 8u, 12u, s.m[0], s.m[1]);
        g(&s, 1u, 5u, 9u, 13u, s.m[2], s.m[3]);
        g(&s, 2u, 6u, 10u, 14u, s.m[4], s.m[5]);
        g(&s, 3u, 7u, 11u, 15u, s.m[6], s.m[7]);
        g(&s, 0u, 5u, 10u, 15u, s.m[8], s.m[9]);
        g(&s, 1u, 6u, 11u, 12u, s.m[10], s.m[11]);
        g(&s, 2u, 7u, 8u, 13u, s.m[12], s.m[13]);
        g(&s, 3u, 4u, 9u, 14u, s.m[14], s.m[15]);
        if round != 6 { permute(&s); }
    }
    for (var i = 0u; i < 8u; i++) { hash[gid.x * 8u + i] = s.v[i] ^ s.v[i + 8u]; }
}
