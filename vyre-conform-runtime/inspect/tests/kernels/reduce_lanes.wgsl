// A sum of each block whose last steps rely on 32 invocations in step.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> partial: array<u32, 128>;

@compute @workgroup_size(128)
fn main(
    @builtin(global_invocation_id) gid: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
    @builtin(workgroup_id) wid: vec3<u32>,
) {
    let lane = lid.x;
    partial[lane] = select(0u, values[min(gid.x, arrayLength(&values) - 1u)], gid.x < arrayLength(&values));
    workgroupBarrier();
    var stride = 64u;
    loop {
        if (stride == 0u) { break; }
        if (lane < stride) {
            partial[lane] += partial[lane + stride]; //~ data-race
        }
        if (stride > 32u) { //-
            workgroupBarrier(); //-
        } //-
        //+ workgroupBarrier();
        stride = stride >> 1u;
    }
    if (lane == 0u) {
        sums[wid.x] = partial[0];
    }
}
