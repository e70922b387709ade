// One query a workgroup, online softmax over the keys.
const HEAD: u32 = 8u;
@group(0) @binding(0) var<storage, read> q: array<f32>;
@group(0) @binding(1) var<storage, read> k: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read_write> o: array<f32>;
override SCALE: f32 = 0.35355339;
override CAUSAL: bool = true;

@compute @workgroup_size(1)
fn attend(@builtin(workgroup_id) wg: vec3u) {
    let row = wg.x;
    let n = arrayLength(&k) / HEAD;
    var query: array<f32, HEAD>;
    for (var d = 0u; d < HEAD; d++) { query[d] = q[row * HEAD + d] * SCALE; }
    var out: array<f32, HEAD>;
    var m = -1e30;
    var l = 0.0;
    for (var j = 0u; j < n; j++) {
        if CAUSAL && j > row { break; }
        var s = 0.0;
        for (var d = 0u; d < HEAD; d++) { s += query[d] * k[j * HEAD + d]; }
        let m_new = max(m, s);
        let scale = exp(m - m_new);
        let p = exp(s - m_new);
        l = l * scale + p;
        for (var d = 0u; d < HEAD; d++) { out[d] = out[d] * scale + p * v[j * HEAD + d]; }
        m = m_new;
    }
    for (var d = 0u; d < HEAD; d++) { o[row * HEAD + d] = out[d] / l; }
}
