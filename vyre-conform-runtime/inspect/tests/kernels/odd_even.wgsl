// A step of an odd-even sort that compares a word with itself.
//~~ unchanged
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(32)
fn sort_step(@builtin(global_invocation_id) gid: vec3<u32>) {
    let left = gid.x * 2u;
    let right = left + 1u;
    if (right >= arrayLength(&data)) { return; }
    let a = data[left];
    let b = data[right];
    if (a > a) { //-
    //+ if (a > b) {
        data[left] = b;
        data[right] = a;
    }
}
