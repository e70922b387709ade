// A moving average of two neighbours.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> average: array<f32>;

@compute @workgroup_size(64)
fn smooth_samples(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    let count = arrayLength(&samples);
    if (i >= count) { return; }
    let next = samples[i + 1u]; //~ out-of-bounds-read //-
    //+ let next = samples[min(i + 1u, count - 1u)];
    average[i] = 0.5 * (samples[i] + next);
}
