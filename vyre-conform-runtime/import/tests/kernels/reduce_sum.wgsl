@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> partial: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) li: u32, @builtin(workgroup_id) wg: vec3u, @builtin(num_workgroups) nwg: vec3u) {
    // Grid-stride loop.
    var acc = 0f;
    let stride = nwg.x * 64u;
    for (var i = wg.x * 64u + li; i < arrayLength(&src); i += stride) {
        acc += src[i];
    }
    partial[li] = acc;
    workgroupBarrier();
    var s = 32u;
    while s > 0u {
        if li < s {
            partial[li] += partial[li + s];
        }
        workgroupBarrier();
        s /= 2u;
    }
    if li == 0u {
        dst[wg.x] = partial[0];
    }
}
