// https://www.w3.org/TR/WGSL/#max-float-builtin
// Signed and unsigned orders differ.
fn row(i: u32) {
    let a = given[2 * i];
    let b = given[2 * i + 1];
    found[4 * i] = min(a, b);
    found[4 * i + 1] = max(a, b);
    found[4 * i + 2] = u32(min(i32(a), i32(b)));
    found[4 * i + 3] = u32(max(i32(a), i32(b)));
}

//= 1 0xffffffff -> 1 0xffffffff 0xffffffff 1
//= 0x7fffffff 0x80000000 -> 0x7fffffff 0x80000000 0x80000000 0x7fffffff
//= 0x80000000 0xffffffff -> 0x80000000 0xffffffff 0x80000000 0xffffffff
//= 5 5 -> 5 5 5 5
