// https://www.w3.org/TR/WGSL/#const-expr
// Built-in functions on bits that are called when the shader is made.
const A = countOneBits(0xf0f0f0ffu);
const B = firstLeadingBit(-2i);
const C = firstTrailingBit(0x00ff0000u);
const D = reverseBits(0x12345678u);
const F = countLeadingZeros(1u) + countTrailingZeros(8u);
fn row(i: u32) {
    let at = 5 * i;
    found[at] = A + given[i];
    found[at + 1] = u32(B);
    found[at + 2] = C;
    found[at + 3] = D;
    found[at + 4] = F;
}

//= 0 -> 20 0 16 0x1e6a2c48 34
//= 5 -> 25 0 16 0x1e6a2c48 34
