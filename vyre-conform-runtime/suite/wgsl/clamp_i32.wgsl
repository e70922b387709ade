// https://www.w3.org/TR/WGSL/#clamp
// The result is min(max(e, low), high), also where low is above high.
fn row(i: u32) {
    found[i] = u32(clamp(i32(given[3 * i]), i32(given[3 * i + 1]), i32(given[3 * i + 2])));
}

//= 5 0 10 -> 5
//= -5 0 10 -> 0
//= 15 0 10 -> 10
//= -1 0 0 -> 0
//= 0 0x80000000 0x7fffffff -> 0
//= 5 10 0 -> 0
//= -7 3 -3 -> -3
//= 9 3 -3 -> -3
//= 0x80000000 0x7fffffff 0x80000000 -> 0x80000000
