// https://www.w3.org/TR/WGSL/#insertBits-builtin
// Offset and count are cut to the width.
fn row(i: u32) {
    let at = 4 * i;
    found[i] = insertBits(given[at], given[at + 1], given[at + 2], given[at + 3]);
}

//= 0xdeadbeef 0x12 8 8 -> 0xdead12ef
//= 0xdeadbeef 0xfff12 8 8 -> 0xdead12ef
//= 0xffffffff 0 28 8 -> 0x0fffffff
//= 0 0xff 4 4 -> 0xf0
//= 5 0xffffffff 32 4 -> 5
//= 5 0xffffffff 0 32 -> 0xffffffff
//= 5 0xffffffff 0 0 -> 5
//= 0 0xffffffff 31 0xffffffff -> 0x80000000
//= 0xaaaaaaaa 0x5555 16 100 -> 0x5555aaaa
//= 7 9 0xffffffff 1 -> 7
//= 1 2 0 33 -> 2
