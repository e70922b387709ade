use super::threefry2x32_round;
use vyre_conform_runtime::vyre_op;

/// The two words before a round of Threefry2x32 that gave these, with the same rotation, modulo 32.
///
/// A round is a bijection ([Salmon and others](https://doi.org/10.1145/2063384.2063405), 2011).
#[vyre_op(
    laws(
        InverseOf(threefry2x32_round),
        // Only two zeros give two zeros, but ZeroProduct is declared for numbers only.
    ),
    boundaries(([0, 0], 13), ([0, 0x8000], 15), ([u32::MAX, 1], 1), ([1, 1], 32), ([1, 1], 0), ([1, 1], u32::MAX)),
    classes(
        no_rotation = b & 31 == 0,
        rotation = b & 31 != 0,
        borrow = a[0] < (a[1] ^ a[0]).rotate_right(b),
    ),
    table(
        ([0, 0], 13) => [0, 0], "nothing was made of nothing",
        ([1, 1], 13) => [1, 0], "the sum was the first word alone",
        ([1, 0x2001], 13) => [0, 1], "it was the second alone",
        ([2, 0x2002], 13) => [1, 1], "a sum of two",
        ([0, 0x8000], 15) => [u32::MAX, 1], "the carry that was dropped",
        ([0x8000_0000, 0x8000_0001], 1) => [0, 0x8000_0000], "the lowest bit goes round",
        ([1, 0], 0) => [0, 1], "without a rotation",
        ([1, 3], 33) => [0, 1], "contract: the amount is taken modulo 32",
        ([0xA9E2_735B, 0xC8F8_03EF], 13) => [0x243F_6A88, 0x85A3_08D3], "digits of pi, by Python's integers",
        ([1, 3], 0x0100_0001) => [0, 1], "the lowest bit of the amount counts beside bit 24",
    ),
)]
pub const fn threefry2x32_unround(a: [u32; 2], b: u32) -> [u32; 2] {
    let second = (a[1] ^ a[0]).rotate_right(b);
    [a[0].wrapping_sub(second), second]
}
