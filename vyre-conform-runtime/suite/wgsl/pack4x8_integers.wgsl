// https://www.w3.org/TR/WGSL/#pack4xU8-builtin
// The low bytes of components, and components cut to a byte.
fn row(i: u32) {
    let at = 4 * i;
    let v = vec4<u32>(given[at], given[at + 1], given[at + 2], given[at + 3]);
    found[at] = pack4xU8(v);
    found[at + 1] = pack4xI8(vec4<i32>(v));
    found[at + 2] = pack4xU8Clamp(v);
    found[at + 3] = pack4xI8Clamp(vec4<i32>(v));
}

//= 0x1ff 2 0xffffffff 0x80 -> 0x80ff02ff 0x80ff02ff 0x80ff02ff 0x7fff027f
//= -200 300 -128 127 -> 0x7f802c38 0x7f802c38 0x7fffffff 0x7f807f80
