struct Params { j: u32, k: u32 }
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
var<workgroup> local_data: array<i32, 128>;

fn compare_and_swap(a: u32, b: u32, ascending: bool) {
    let left = local_data[a];
    let right = local_data[b];
    if (left > right) == ascending {
        local_data[a] = right;
        local_data[b] = left;
    }
}

@compute @workgroup_size(64, 1, 1)
fn sort_block(@builtin(local_invocation_id) lid: vec3u, @builtin(workgroup_id) wid: vec3u) {
    let base = wid.x * 128u;
    local_data[lid.x] = data[base + lid.x];
    local_data[lid.x + 64u] = data[base + lid.x + 64u];
    workgroupBarrier();
    for (var k = 2u; k <= 128u; k <<= 1u) {
        for (var j = k >> 1u; j > 0u; j >>= 1u) {
            let low = lid.x & (j - 1u);
            let i = ((lid.x & ~(j - 1u)) << 1u) | low;
            compare_and_swap(i, i | j, (i & k) == 0u);
            workgroupBarrier();
        }
    }
    data[base + lid.x] = local_data[lid.x];
    data[base + lid.x + 64u] = local_data[lid.x + 64u];
}
