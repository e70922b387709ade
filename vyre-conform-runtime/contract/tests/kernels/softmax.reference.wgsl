struct Dims { rows: u32, cols: u32, scale: f32, _pad: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read_write> probs: array<f32>;

@compute @workgroup_size(1)
fn row_by_row(@builtin(global_invocation_id) gid: vec3u) {
    let first = gid.x * dims.cols;
    var top = logits[first] * dims.scale;
    for (var j = 1u; j < dims.cols; j++) { top = max(top, logits[first + j] * dims.scale); }
    var sum = 0.0;
    for (var j = 0u; j < dims.cols; j++) { sum += exp(logits[first + j] * dims.scale - top); }
    for (var j = 0u; j < dims.cols; j++) { probs[first + j] = exp(logits[first + j] * dims.scale - top) / sum; }
}
