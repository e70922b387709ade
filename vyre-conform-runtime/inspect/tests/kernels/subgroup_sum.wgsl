// A sum of each block by subgroups, for subgroups of 32 invocations alone.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> partial: array<u32, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) gid: vec3<u32>,
    @builtin(local_invocation_index) i: u32,
    @builtin(workgroup_id) wid: vec3<u32>,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    var value = 0u;
    if (gid.x < arrayLength(&values)) { value = values[gid.x]; }
    let sum = subgroupAdd(value); //~ subgroup-size
    if (lane == 0u) { partial[i / size] = sum; }
    workgroupBarrier();
    let count = 2u; //-
    //+ let count = 64u / size;
    if (i == 0u) {
        var total = 0u;
        for (var k = 0u; k < count; k++) { total += partial[k]; }
        sums[wid.x] = total;
    }
}
