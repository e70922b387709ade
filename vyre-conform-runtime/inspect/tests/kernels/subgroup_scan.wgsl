// Prefix sums of a block of 64 by subgroups: the sums of the subgroups before are in workgroup memory.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> prefix: array<u32>;

var<workgroup> sums: array<u32, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) gid: vec3<u32>,
    @builtin(local_invocation_index) i: u32,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let n = arrayLength(&values);
    var value = 0u;
    if (gid.x < n) { value = values[gid.x]; }
    let own = subgroupInclusiveAdd(value);
    // The last invocation of each subgroup has its sum.
    if (lane == size - 1u || i == 63u) { sums[i / size] = own; }
    //+ workgroupBarrier();
    var before = 0u;
    for (var k = 0u; k < i / size; k++) { before += sums[k]; } //~ data-race
    if (gid.x < n) { prefix[gid.x] = before + own; }
}
