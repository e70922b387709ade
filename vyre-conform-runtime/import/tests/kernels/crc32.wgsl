@group(0) @binding(0) var<storage, read> text: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<workgroup> table: array<u32, 256>;
struct Chunk { begin: u32, end: u32 }
@group(0) @binding(2) var<storage, read> chunks: array<Chunk>;

fn entry(n: u32) -> u32 {
    var c = n;
    for (var k = 0; k < 8; k++) { c = select(c >> 1u, (c >> 1u) ^ 0xedb88320u, (c & 1u) != 0u); }
    return c;
}

@compute @workgroup_size(32)
fn crc(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    for (var i = t; i < 256u; i += 32u) { table[i] = entry(i); }
    workgroupBarrier();
    if gid.x >= arrayLength(&chunks) { return; }
    let chunk = chunks[gid.x];
    var c = ~0u;
    for (var i = chunk.begin; i < chunk.end; i++) {
        let byte = (text[i / 4u] >> (8u * (i % 4u))) & 0xffu;
        c = table[(c ^ byte) & 0xffu] ^ (c >> 8u);
    }
    out[gid.x] = ~c;
}
