// Halves times a factor; the last one of an odd length is missing.
enable f16;
@group(0) @binding(0) var<storage, read> x: array<f16>;
@group(0) @binding(1) var<storage, read_write> y: array<f16>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    //+ if (i >= arrayLength(&y)) { return; }
    y[i] = x[i] * 1.5h; //~ out-of-bounds-write //~ out-of-bounds-read //-
    //+ y[i] = x[i] * 1.5h;
}
