// https://www.w3.org/TR/WGSL/#arithmetic-expr
// The least number is its own negation and absolute value.
fn row(i: u32) {
    let x = i32(given[i]);
    found[4 * i] = u32(-x);
    found[4 * i + 1] = u32(abs(x));
    found[4 * i + 2] = u32(sign(x));
    found[4 * i + 3] = u32(~x);
}

//= 5 -> -5 5 1 -6
//= -5 -> 5 5 -1 4
//= 0 -> 0 0 0 -1
//= 0x7fffffff -> 0x80000001 0x7fffffff 1 0x80000000
//= 0x80000000 -> 0x80000000 0x80000000 -1 0x7fffffff
