// https://www.w3.org/TR/WGSL/#firstLeadingBit-signed-builtin
fn row(i: u32) {
    let x = i32(given[i]);
    let leading = firstLeadingBit(vec3<i32>(x, ~x, 0));
    let trailing = firstTrailingBit(vec2<u32>(given[i], 0u));
    found[5 * i] = u32(leading.x);
    found[5 * i + 1] = u32(leading.y);
    found[5 * i + 2] = u32(leading.z);
    found[5 * i + 3] = trailing.x;
    found[5 * i + 4] = trailing.y;
}

//= 0 -> -1 -1 -1 0xffffffff 0xffffffff
//= 0x100 -> 8 8 -1 8 0xffffffff
//= 0x80000000 -> 30 30 -1 31 0xffffffff
