// https://www.w3.org/TR/WGSL/#unpack2x16snorm-builtin
// Quotients may be off by 3 ULP: they are scaled back and rounded.
fn row(i: u32) {
    let u = round(unpack2x16unorm(given[i]) * 65535.0);
    let s = round(unpack2x16snorm(given[i]) * 32767.0);
    found[4 * i] = u32(u.x);
    found[4 * i + 1] = u32(u.y);
    found[4 * i + 2] = u32(i32(s.x));
    found[4 * i + 3] = u32(i32(s.y));
}

//= 0x80007fff -> 32767 32768 32767 -32767
//= 0xffff0001 -> 1 65535 1 -1
