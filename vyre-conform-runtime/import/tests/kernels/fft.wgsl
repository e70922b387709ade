// Stockham radix 2 in workgroup memory, 64 points.
const N = 64u;
const LOG_N = 6u;
const TAU = 6.283185307179586;
@group(0) @binding(0) var<storage, read_write> signal: array<vec2<f32>>;
var<workgroup> ping: array<vec2<f32>, N>;
var<workgroup> pong: array<vec2<f32>, N>;

fn cmul(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

@compute @workgroup_size(32)
fn fft(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) wg: vec3<u32>) {
    let base = wg.x * N;
    ping[t] = signal[base + t];
    ping[t + N / 2u] = signal[base + t + N / 2u];
    workgroupBarrier();
    for (var s = 0u; s < LOG_N; s++) {
        let half = 1u << s;
        let k = t & (half - 1u);
        let angle = -TAU * f32(k) / f32(half * 2u);
        let w = vec2<f32>(cos(angle), sin(angle));
        var a: vec2<f32>;
        var b: vec2<f32>;
        if (s & 1u) == 0u {
            a = ping[t]; b = cmul(w, ping[t + N / 2u]);
        } else {
            a = pong[t]; b = cmul(w, pong[t + N / 2u]);
        }
        let o = ((t - k) << 1u) + k;
        if (s & 1u) == 0u {
            pong[o] = a + b; pong[o + half] = a - b;
        } else {
            ping[o] = a + b; ping[o + half] = a - b;
        }
        workgroupBarrier();
    }
    signal[base + t] = ping[t];
    signal[base + t + N / 2u] = ping[t + N / 2u];
}
