// Softmax of each row, one workgroup a row.
struct Dims { rows: u32, cols: u32, scale: f32, _pad: u32 }

@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read_write> probs: array<f32>;

const LANES = 32u;
const LOWEST = -3.4028234e38;
var<workgroup> shared_max: array<f32, LANES>;
var<workgroup> shared_sum: array<f32, LANES>;

@compute @workgroup_size(LANES)
fn softmax_rows(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
    let row = group.x;
    if (row >= dims.rows) { return; }
    let lane = local.x;
    let first = row * dims.cols;
    var best = LOWEST;
    for (var j = lane; j < dims.cols; j += LANES) { best = max(best, logits[first + j] * dims.scale); }
    shared_max[lane] = best;
    workgroupBarrier();
    for (var s = LANES / 2u; s > 0u; s >>= 1u) {
        if (lane < s) { shared_max[lane] = max(shared_max[lane], shared_max[lane + s]); }
        workgroupBarrier();
    }
    let top = shared_max[0];
    var sum = 0.0;
    for (var j = lane; j < dims.cols; j += LANES) { sum += exp(logits[first + j] * dims.scale - top); }
    shared_sum[lane] = sum;
    workgroupBarrier();
    for (var s = LANES / 2u; s > 0u; s >>= 1u) {
        if (lane < s) { shared_sum[lane] += shared_sum[lane + s]; }
        workgroupBarrier();
    }
    let inv = 1.0 / shared_sum[0];
    for (var j = lane; j < dims.cols; j += LANES) {
        probs[first + j] = exp(logits[first + j] * dims.scale - top) * inv;
    }
}
