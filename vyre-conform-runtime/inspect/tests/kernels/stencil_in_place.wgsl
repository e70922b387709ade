// A prefix of differences in place, which reads words that others already changed.
@group(0) @binding(0) var<storage, read_write> line: array<i32>;
//+ @group(0) @binding(1) var<storage, read> before: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    if (i >= arrayLength(&line)) { return; }
    //+ if (i == 0u) { line[0] = before[0]; return; }
    if (i == 0u) { return; } //-
    line[i] = line[i] - line[i - 1u]; //~ data-race //-
    //+ line[i] = before[i] - before[i - 1u];
}
