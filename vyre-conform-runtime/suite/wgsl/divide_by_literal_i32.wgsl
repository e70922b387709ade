// https://www.w3.org/TR/WGSL/#arithmetic-expr
// Divisors that a compiler knows, and negations around them.
fn row(i: u32) {
    let x = i32(given[i]);
    found[4 * i] = u32(-(-x / 3));
    found[4 * i + 1] = u32(x / -1);
    found[4 * i + 2] = u32(-x % 7);
    found[4 * i + 3] = u32(x / -2147483648);
}

//= 0 -> 0 0 0 0
//= 7 -> 2 -7 0 0
//= 10 -> 3 -10 -3 0
//= -8 -> -2 8 1 0
//= 0x7fffffff -> 715827882 0x80000001 -1 0
//= 0x80000000 -> 715827882 0x80000000 -2 1
