// https://www.w3.org/TR/WGSL/#firstLeadingBit-unsigned-builtin
// Of 0 there is none; numbers of zeros are 32.
fn row(i: u32) {
    let x = given[i];
    found[4 * i] = firstLeadingBit(x);
    found[4 * i + 1] = firstTrailingBit(x);
    found[4 * i + 2] = countLeadingZeros(x);
    found[4 * i + 3] = countTrailingZeros(x);
}

//= 0 -> 0xffffffff 0xffffffff 32 32
//= 1 -> 0 0 31 0
//= 0x80000000 -> 31 31 0 31
//= 0xffffffff -> 31 0 0 0
//= 0x00ff0000 -> 23 16 8 16
