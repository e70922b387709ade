// https://www.w3.org/TR/WGSL/#unpack4xI8-builtin
fn row(i: u32) {
    let u = unpack4xU8(given[i]);
    let s = unpack4xI8(given[i]);
    for (var k = 0u; k < 4u; k++) {
        found[8 * i + k] = u[k];
        found[8 * i + 4 + k] = u32(s[k]);
    }
}

//= 0x80ff017f -> 127 1 255 128 127 1 -1 -128
//= 0x7f8000fe -> 254 0 128 127 -2 0 -128 127
