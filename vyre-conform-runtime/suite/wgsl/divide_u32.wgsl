// https://www.w3.org/TR/WGSL/#arithmetic-expr
// A quotient by zero is the dividend, the remainder is 0.
fn row(i: u32) {
    let a = given[2 * i];
    let b = given[2 * i + 1];
    found[2 * i] = a / b;
    found[2 * i + 1] = a % b;
}

//= 7 2 -> 3 1
//= 7 0 -> 7 0
//= 0 0 -> 0 0
//= 0xffffffff 0xffffffff -> 1 0
//= 0xfffffffe 0xffffffff -> 0 0xfffffffe
//= 0xffffffff 1 -> 0xffffffff 0
//= 0x80000000 3 -> 0x2aaaaaaa 2
