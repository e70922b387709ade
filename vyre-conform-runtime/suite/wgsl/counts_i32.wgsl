// https://www.w3.org/TR/WGSL/#countOneBits-builtin
// Bits of signed numbers are counted and reversed as those of unsigned ones.
fn row(i: u32) {
    let x = i32(given[i]);
    found[4 * i] = u32(countOneBits(x));
    found[4 * i + 1] = u32(countLeadingZeros(x));
    found[4 * i + 2] = u32(countTrailingZeros(x));
    found[4 * i + 3] = u32(reverseBits(x));
}

//= 0 -> 0 32 32 0
//= -1 -> 32 0 0 -1
//= 1 -> 1 31 0 0x80000000
//= 0x80000000 -> 1 0 31 1
//= 0x12345678 -> 13 3 3 0x1e6a2c48
