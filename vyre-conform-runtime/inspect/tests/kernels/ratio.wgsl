// Parts per thousand of two columns.
@group(0) @binding(0) var<storage, read> part: array<i32>;
@group(0) @binding(1) var<storage, read> whole: array<i32>;
@group(0) @binding(2) var<storage, read_write> ratio: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    if (i >= arrayLength(&ratio)) { return; }
    //+ if (whole[i] == 0) { ratio[i] = -1; return; }
    ratio[i] = (part[i] * 1000) / whole[i]; //~ division-by-zero
}
