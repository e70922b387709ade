// https://www.w3.org/TR/WGSL/#arithmetic-expr
// Quotients are truncated; by zero, and the least number by -1, they are the dividend, and the remainder is 0.
fn row(i: u32) {
    let a = i32(given[2 * i]);
    let b = i32(given[2 * i + 1]);
    found[2 * i] = u32(a / b);
    found[2 * i + 1] = u32(a % b);
}

//= 7 -2 -> -3 1
//= -7 2 -> -3 -1
//= -7 -2 -> 3 -1
//= 7 0 -> 7 0
//= -7 0 -> -7 0
//= 0x80000000 -1 -> 0x80000000 0
//= 0x80000000 0 -> 0x80000000 0
//= 0x80000000 0x80000000 -> 1 0
//= 0x80000000 1 -> 0x80000000 0
//= -1 0x80000000 -> 0 -1
//= 0x80000000 0x7fffffff -> -1 -1
//= 0x80000000 -3 -> 715827882 -2
