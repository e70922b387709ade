// Powers of two whose guard is upside down.
//~~ never-written
@group(0) @binding(0) var<storage, read_write> powers: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x < arrayLength(&powers)) { return; } //-
    //+ if (gid.x >= arrayLength(&powers)) { return; }
    powers[gid.x] = exp2(f32(gid.x % 20u)); //~ out-of-bounds-write
}
