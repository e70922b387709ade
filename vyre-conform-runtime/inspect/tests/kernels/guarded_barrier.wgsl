// A difference of neighbours whose barrier is inside the guard.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@group(0) @binding(2) var<uniform> n: u32;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    if (gid.x < n) {
        tile[lane] = a[gid.x];
        workgroupBarrier(); //~ non-uniform-barrier //-
    //+ }
    //+ workgroupBarrier();
    //+ if (gid.x < n) {
        var left = 0u;
        if (lane > 0u) { left = tile[lane - 1u]; }
        b[gid.x] = tile[lane] - left;
    }
}
