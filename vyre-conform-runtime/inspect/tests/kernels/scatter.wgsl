// Moves words to the places that the input names, beside a table of 16 counts.
@group(0) @binding(0) var<storage, read> places: array<u32>;
@group(0) @binding(1) var<storage, read_write> moved: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    if (i < 32u) { counts[i % 16u] = i + 1u; } //~ data-race //-
    //+ if (i < 16u) { counts[i] = i + 1u; }
    if (i >= arrayLength(&places)) { return; }
    let to = places[i];
    if (to < arrayLength(&moved)) { moved[to] = i + 7u; }
}
