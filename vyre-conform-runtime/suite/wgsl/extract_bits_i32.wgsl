// https://www.w3.org/TR/WGSL/#extractBits-signed-builtin
// Offset and count are cut to the width; the highest of the bits is the sign.
fn row(i: u32) {
    found[i] = u32(extractBits(i32(given[3 * i]), given[3 * i + 1], given[3 * i + 2]));
}

//= 0xdeadbeef 0 32 -> 0xdeadbeef
//= 0xdeadbeef 4 8 -> 0xffffffee
//= 0xdeadbeef 28 8 -> 0xfffffffd
//= 0xdeadbeef 31 1 -> 0xffffffff
//= 0xdeadbeef 16 100 -> 0xffffdead
//= 0xdeadbeef 0 0 -> 0
//= 0xdeadbeef 32 1 -> 0
//= 0xdeadbeef 0xffffffff 5 -> 0
//= 0x7fffffff 0 31 -> -1
//= 0x7fffffff 0 32 -> 0x7fffffff
//= 0x7fffffff 30 2 -> 1
//= 0xf0 4 3 -> -1
//= 0x70 4 4 -> 7
