// A softmax of each row of 64, whose maximum is read while others still write it.
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read_write> weights: array<f32>;

var<workgroup> scratch: array<f32, 64>;

@compute @workgroup_size(64)
fn softmax(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let n = arrayLength(&logits);
    let inside = gid.x < n;
    var x = -1e30;
    if (inside) { x = clamp(logits[gid.x], -1e4, 1e4); }
    scratch[lane] = x;
    workgroupBarrier();
    for (var s = 32u; s > 0u; s /= 2u) {
        if (lane < s) { scratch[lane] = max(scratch[lane], scratch[lane + s]); }
        workgroupBarrier();
    }
    let largest = scratch[0]; //~ data-race
    //+ workgroupBarrier();
    let e = exp(x - largest);
    scratch[lane] = select(0.0, e, inside);
    workgroupBarrier();
    for (var s = 32u; s > 0u; s /= 2u) {
        if (lane < s) { scratch[lane] += scratch[lane + s]; }
        workgroupBarrier();
    }
    if (inside) { weights[gid.x] = e / scratch[0]; }
}
