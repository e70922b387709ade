@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read_write> probs: array<f32>;
@group(0) @binding(2) var<uniform> cols: u32;

var<workgroup> red: array<f32, 16>;

fn block_max(t: u32, v: f32) -> f32 {
    red[t] = v;
    workgroupBarrier();
    for (var s = 8u; s > 0u; s >>= 1u) {
        if t < s { red[t] = max(red[t], red[t + s]); }
        workgroupBarrier();
    }
    let r = red[0];
    workgroupBarrier();
    return r;
}

fn block_sum(t: u32, v: f32) -> f32 {
    red[t] = v;
    workgroupBarrier();
    for (var s = 8u; s > 0u; s >>= 1u) {
        if t < s { red[t] = red[t] + red[t + s]; }
        workgroupBarrier();
    }
    let r = red[0];
    workgroupBarrier();
    return r;
}

@compute @workgroup_size(16)
fn softmax(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
    let base = w.x * cols;
    var m = -3.402823e38;
    for (var c = l.x; c < cols; c += 16u) { m = max(m, logits[base + c]); }
    m = block_max(l.x, m);
    var s = 0.0;
    for (var c = l.x; c < cols; c += 16u) { s += exp(logits[base + c] - m); }
    s = block_sum(l.x, s);
    for (var c = l.x; c < cols; c += 16u) { probs[base + c] = exp(logits[base + c] - m) / s; }
}
