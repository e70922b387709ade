// https://www.w3.org/TR/WGSL/#bit-expr
// The amount counts modulo 32; a shift of a signed number to the right repeats its sign.
fn row(i: u32) {
    let x = given[2 * i];
    let n = given[2 * i + 1];
    found[3 * i] = x << n;
    found[3 * i + 1] = x >> n;
    found[3 * i + 2] = u32(i32(x) >> n);
}

//= 1 0 -> 1 1 1
//= 1 31 -> 0x80000000 0 0
//= 1 32 -> 1 1 1
//= 0x80000000 33 -> 0 0x40000000 0xc0000000
//= 0x80000001 63 -> 0x80000000 1 0xffffffff
//= 0xdeadbeef 0xffffffe4 -> 0xeadbeef0 0x0deadbee 0xfdeadbee
