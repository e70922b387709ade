// https://www.w3.org/TR/WGSL/#extractBits-signed-builtin
// One offset and one count for every component; both known to the compiler, too.
fn row(i: u32) {
    let at = 4 * i;
    let v = vec2<u32>(given[at], given[at + 1]);
    let u = extractBits(v, given[at + 2], given[at + 3]);
    let s = extractBits(vec2<i32>(v), given[at + 2], given[at + 3]);
    let known = extractBits(vec2<i32>(v), 7u, 9u);
    found[6 * i] = u.x;
    found[6 * i + 1] = u.y;
    found[6 * i + 2] = u32(s.x);
    found[6 * i + 3] = u32(s.y);
    found[6 * i + 4] = u32(known.x);
    found[6 * i + 5] = u32(known.y);
}

//= 0x00008000 0x00007f80 12 4 -> 8 7 -8 7 -256 255
//= 0x80000000 0x70000000 28 99 -> 8 7 -8 7 0 0
//= 0xffffffff 0x12345678 32 32 -> 0 0 0 0 -1 172
