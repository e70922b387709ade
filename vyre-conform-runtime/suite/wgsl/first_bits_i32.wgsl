// https://www.w3.org/TR/WGSL/#firstLeadingBit-signed-builtin
// The highest bit that differs from the sign, and the lowest one.
fn row(i: u32) {
    let x = i32(given[i]);
    found[2 * i] = u32(firstLeadingBit(x));
    found[2 * i + 1] = u32(firstTrailingBit(x));
}

//= 0 -> -1 -1
//= -1 -> -1 0
//= 1 -> 0 0
//= -2 -> 0 1
//= 0x7fffffff -> 30 0
//= 0x80000000 -> 30 31
//= 0x40000000 -> 30 30
//= 0xc0000000 -> 29 30
//= 0xfffffffd -> 1 0
//= 0x00010000 -> 16 16
//= 0xffffff00 -> 7 8
