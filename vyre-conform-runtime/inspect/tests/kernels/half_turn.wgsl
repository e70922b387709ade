// Halves in the opposite order, and the pairs of rows turned.
enable f16;
struct Row { tag: u32, pair: vec2<f16>, one: f16 }
@group(0) @binding(0) var<storage, read> x: array<f16>;
@group(0) @binding(1) var<storage, read_write> y: array<f16>;
@group(0) @binding(2) var<storage, read_write> rows: array<Row>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    let n = arrayLength(&y);
    if (i >= n) { return; }
    y[i] = x[n - i]; //~ out-of-bounds-read //-
    //+ y[i] = x[n - 1u - i];
    if (i < arrayLength(&rows)) {
        rows[i].pair = rows[i].pair.yx;
        rows[i].one = x[i];
        rows[i].tag = i + 5u;
    }
}
