use super::threefry2x32_unround;
use vyre_conform_runtime::vyre_op;

/// A round of Threefry2x32 over two words, with its rotation amount, modulo 32: the mix of Threefish.
///
/// [Salmon and others](https://doi.org/10.1145/2063384.2063405) (2011). Threefry2x32-20 is twenty rounds with the
/// rotations 13, 15, 26, 6, 17, 29, 16, 24 in turn, and the key is added after every fourth; the engine `threefry_fill`
/// has its published vectors.
#[vyre_op(
    laws(
        InverseOf(threefry2x32_unround),
        // Only two zeros give two zeros, but ZeroProduct is declared for numbers only.
    ),
    boundaries(([0, 0], 13), ([u32::MAX, 1], 15), ([1, 0x8000_0000], 1), ([1, 1], 32), ([1, 1], 0), ([1, 1], u32::MAX)),
    classes(
        no_rotation = b & 31 == 0,
        rotation = b & 31 != 0,
        carry = a[0].checked_add(a[1]).is_none(),
    ),
    table(
        ([0, 0], 13) => [0, 0], "of nothing comes nothing",
        ([1, 0], 13) => [1, 1], "the sum goes to both words",
        ([0, 1], 13) => [1, 0x2001], "and the second is rotated",
        ([1, 1], 13) => [2, 0x2002], "a sum of two",
        ([u32::MAX, 1], 15) => [0, 0x8000], "the carry is dropped",
        ([0, 0x8000_0000], 1) => [0x8000_0000, 0x8000_0001], "the highest bit goes round",
        ([0, 1], 0) => [1, 0], "without a rotation",
        ([0, 1], 33) => [1, 3], "contract: the amount is taken modulo 32",
        ([0x243F_6A88, 0x85A3_08D3], 13) => [0xA9E2_735B, 0xC8F8_03EF], "digits of pi, by Python's integers",
        ([0, 1], 0x0100_0001) => [1, 3], "the lowest bit of the amount counts beside bit 24",
    ),
)]
pub const fn threefry2x32_round(a: [u32; 2], b: u32) -> [u32; 2] {
    let sum = a[0].wrapping_add(a[1]);
    [sum, a[1].rotate_left(b) ^ sum]
}
