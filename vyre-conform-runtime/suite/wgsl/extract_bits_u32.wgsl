// https://www.w3.org/TR/WGSL/#extractBits-unsigned-builtin
// Offset and count are cut to the width.
fn row(i: u32) {
    found[i] = extractBits(given[3 * i], given[3 * i + 1], given[3 * i + 2]);
}

//= 0xdeadbeef 0 32 -> 0xdeadbeef
//= 0xdeadbeef 4 8 -> 0xee
//= 0xdeadbeef 28 8 -> 0xd
//= 0xdeadbeef 31 1 -> 1
//= 0xdeadbeef 31 0xffffffff -> 1
//= 0xdeadbeef 16 100 -> 0xdead
//= 0xdeadbeef 0 33 -> 0xdeadbeef
//= 0xdeadbeef 0 0 -> 0
//= 0xdeadbeef 32 1 -> 0
//= 0xdeadbeef 40 8 -> 0
//= 0xdeadbeef 0xffffffff 0xffffffff -> 0
//= 0x80000000 1 31 -> 0x40000000
