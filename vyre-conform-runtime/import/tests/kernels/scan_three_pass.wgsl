// Exclusive scan: reduce blocks, scan the sums, add them back.
override BLOCK: u32 = 32u;

@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> temp: array<u32, BLOCK>;

fn scan_block(t: u32) -> u32 {
    // Up-sweep and down-sweep.
    var offset = 1u;
    for (var d = BLOCK >> 1u; d > 0u; d >>= 1u) {
        workgroupBarrier();
        if t < d {
            let ai = offset * (2u * t + 1u) - 1u;
            let bi = offset * (2u * t + 2u) - 1u;
            temp[bi] += temp[ai];
        }
        offset *= 2u;
    }
    workgroupBarrier();
    let total = temp[BLOCK - 1u];
    workgroupBarrier();
    if t == 0u { temp[BLOCK - 1u] = 0u; }
    for (var d = 1u; d < BLOCK; d *= 2u) {
        offset >>= 1u;
        workgroupBarrier();
        if t < d {
            let ai = offset * (2u * t + 1u) - 1u;
            let bi = offset * (2u * t + 2u) - 1u;
            let tmp = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += tmp;
        }
    }
    workgroupBarrier();
    return total;
}

@compute @workgroup_size(BLOCK)
fn scan_blocks(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) t: u32, @builtin(workgroup_id) wg: vec3<u32>) {
    let n = arrayLength(&values);
    temp[t] = select(0u, values[gid.x], gid.x < n);
    let total = scan_block(t);
    if gid.x < n { values[gid.x] = temp[t]; }
    if t == 0u { sums[wg.x] = total; }
}

@compute @workgroup_size(BLOCK)
fn scan_sums(@builtin(local_invocation_index) t: u32) {
    temp[t] = select(0u, sums[t], t < arrayLength(&sums));
    _ = scan_block(t);
    if t < arrayLength(&sums) { sums[t] = temp[t]; }
}

@compute @workgroup_size(BLOCK)
fn add_sums(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(workgroup_id) wg: vec3<u32>) {
    if gid.x >= arrayLength(&values) { return; }
    values[gid.x] += sums[wg.x];
}
