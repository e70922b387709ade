// https://www.w3.org/TR/WGSL/#reverseBits-builtin
fn row(i: u32) {
    let v = vec2<u32>(given[2 * i], given[2 * i + 1]);
    let ones = countOneBits(v);
    let back = reverseBits(v);
    let zeros = countLeadingZeros(v);
    found[6 * i] = ones.x;
    found[6 * i + 1] = ones.y;
    found[6 * i + 2] = back.x;
    found[6 * i + 3] = back.y;
    found[6 * i + 4] = zeros.x;
    found[6 * i + 5] = zeros.y;
}

//= 0 0xffffffff -> 0 32 0 0xffffffff 32 0
//= 0x12345678 2 -> 13 1 0x1e6a2c48 0x40000000 3 30
