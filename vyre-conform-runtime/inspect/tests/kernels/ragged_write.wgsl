// Squares, for lengths that are not multiples of the workgroup.
@group(0) @binding(0) var<storage, read_write> squares: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    //+ if (i >= arrayLength(&squares)) { return; }
    squares[i] = i * i + 1u; //~ out-of-bounds-write
}
