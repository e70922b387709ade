// https://www.w3.org/TR/WGSL/#insertBits-builtin
// Signed numbers, alone and as components; both places known to the compiler, too.
fn row(i: u32) {
    let at = 4 * i;
    let e = i32(given[at]);
    let bits = i32(given[at + 1]);
    let v = insertBits(vec2<i32>(e, ~e), vec2<i32>(bits), given[at + 2], given[at + 3]);
    found[4 * i] = u32(insertBits(e, bits, given[at + 2], given[at + 3]));
    found[4 * i + 1] = u32(v.x);
    found[4 * i + 2] = u32(v.y);
    found[4 * i + 3] = u32(insertBits(e, bits, 3u, 5u));
}

//= 0 -1 28 4 -> 0xf0000000 0xf0000000 0xffffffff 0xf8
//= -1 0 28 99 -> 0x0fffffff 0x0fffffff 0 0xffffff07
//= -1 0 32 1 -> -1 -1 0 0xffffff07
