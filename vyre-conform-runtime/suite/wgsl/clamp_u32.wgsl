// https://www.w3.org/TR/WGSL/#clamp
// The result is min(max(e, low), high), also where low is above high.
fn row(i: u32) {
    found[i] = clamp(given[3 * i], given[3 * i + 1], given[3 * i + 2]);
}

//= 5 0 10 -> 5
//= 0xffffffff 0 10 -> 10
//= 0x80000000 1 0xfffffffe -> 0x80000000
//= 3 7 5 -> 5
//= 9 7 5 -> 5
//= 0 0xffffffff 0x80000000 -> 0x80000000
