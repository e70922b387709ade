// Absolute values; the branch that negates is gone.
//~~ copied-input
@group(0) @binding(0) var<storage, read> values: array<i32>;
@group(0) @binding(1) var<storage, read_write> magnitude: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= arrayLength(&values)) { return; }
    var v = values[gid.x];
    //+ if (v < 0) { v = -v; }
    magnitude[gid.x] = v;
}
