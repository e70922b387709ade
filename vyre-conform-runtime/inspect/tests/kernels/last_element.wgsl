// Doubles, without the last element.
//~~ partly-written
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> length: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x < length - 1u) { //-
    //+ if (gid.x < length) {
        y[gid.x] = 2u * x[gid.x] + 1u;
    }
}
