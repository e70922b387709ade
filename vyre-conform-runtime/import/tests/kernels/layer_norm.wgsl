struct Config { width: u32, eps: f32 }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> gamma_beta: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> cfg: Config;
var<workgroup> mean_var: array<vec2<f32>, 8>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) row: vec3<u32>) {
    let start = row.x * cfg.width;
    var acc = vec2<f32>(0.0);
    for (var i = t; i < cfg.width; i += 8u) {
        let v = x[start + i];
        acc += vec2<f32>(v, v * v);
    }
    mean_var[t] = acc;
    workgroupBarrier();
    for (var s = 4u; s != 0u; s = s / 2u) {
        if (t < s) { mean_var[t] = mean_var[t] + mean_var[t + s]; }
        workgroupBarrier();
    }
    let stats = mean_var[0] / f32(cfg.width);
    let inv = inverseSqrt(stats.y - stats.x * stats.x + cfg.eps);
    for (var i = t; i < cfg.width; i += 8u) {
        let gb = gamma_beta[i];
        y[start + i] = fma((x[start + i] - stats.x) * inv, gb.x, gb.y);
    }
}
