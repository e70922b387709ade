// https://www.w3.org/TR/WGSL/#integer-types
// Unsigned arithmetic wraps.
fn row(i: u32) {
    let x = given[i];
    found[4 * i] = u32(x - 1u < x);
    found[4 * i + 1] = u32(x * 3u / 3u == x);
    found[4 * i + 2] = (x + 0x80000000u) >> 31u;
    found[4 * i + 3] = x * x;
}

//= 0 -> 0 1 1 0
//= 5 -> 1 1 1 25
//= 0x80000000 -> 1 0 0 0
//= 0xffffffff -> 1 0 0 1
//= 0x00010001 -> 1 1 1 0x00020001
