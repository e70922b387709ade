struct Args { dim: u32, pos: u32, base: f32 }
@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@group(0) @binding(1) var<uniform> args: Args;

fn gelu(v: f32) -> f32 { return 0.5 * v * (1.0 + tanh(0.79788456 * (v + 0.044715 * v * v * v))); }

@compute @workgroup_size(4)
fn rope(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if i * 2u + 1u >= args.dim { return; }
    let theta = f32(args.pos) * pow(args.base, -2.0 * f32(i) / f32(args.dim));
    let c = cos(theta);
    let s = sin(theta);
    let re = x[2u * i];
    let im = x[2u * i + 1u];
    x[2u * i] = gelu(re * c - im * s);
    x[2u * i + 1u] = gelu(re * s + im * c);
}
