// https://www.w3.org/TR/WGSL/#integer-types
// Signed arithmetic wraps: no comparison is decided as if it did not.
fn row(i: u32) {
    let x = i32(given[i]);
    found[4 * i] = u32(x + 1 > x);
    found[4 * i + 1] = u32(x * 2 / 2 == x);
    found[4 * i + 2] = u32(-x < 0);
    found[4 * i + 3] = u32(abs(x) >= 0);
}

//= 5 -> 1 1 1 1
//= -1 -> 1 1 0 1
//= 0x7fffffff -> 0 0 1 1
//= 0x80000000 -> 1 0 1 0
//= 0x40000000 -> 1 0 1 1
