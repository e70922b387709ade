// https://www.w3.org/TR/WGSL/#unpack4x8unorm-builtin
// Quotients may be off by 3 ULP: they are scaled back and rounded.
fn row(i: u32) {
    let u = round(unpack4x8unorm(given[i]) * 255.0);
    let s = round(unpack4x8snorm(given[i]) * 127.0);
    for (var k = 0u; k < 4u; k++) {
        found[8 * i + k] = u32(u[k]);
        found[8 * i + 4 + k] = u32(i32(s[k]));
    }
}

//= 0x80ff017f -> 127 1 255 128 127 1 -1 -127
//= 0x00817e40 -> 64 126 129 0 64 126 -127 0
