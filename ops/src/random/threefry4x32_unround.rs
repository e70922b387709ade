use super::threefry4x32_round;
use vyre_conform_runtime::vyre_op;

/// The four words before a round of Threefry4x32 that gave these, with the same rotations, modulo 32.
///
/// A round is a bijection ([Salmon and others](https://doi.org/10.1145/2063384.2063405), 2011).
#[vyre_op(
    laws(
        InverseOf(threefry4x32_round),
        // Only four zeros give four zeros, but ZeroProduct is declared for numbers only.
    ),
    boundaries(
        ([0; 4], [10, 26]),
        ([0, 8, 0, 0x8000], [11, 21]),
        ([u32::MAX, 1, u32::MAX, 1], [1, 1]),
        ([1; 4], [32, 32]),
        ([1; 4], [0, 0]),
        ([1; 4], [u32::MAX; 2]),
    ),
    classes(
        no_rotation = b[0] & 31 == 0 && b[1] & 31 == 0,
        rotation = b[0] & 31 != 0 || b[1] & 31 != 0,
        borrow_in_the_first_pair = a[0] < (a[3] ^ a[0]).rotate_right(b[0]),
        borrow_in_the_second_pair = a[2] < (a[1] ^ a[2]).rotate_right(b[1]),
    ),
    table(
        ([0, 0, 0, 0], [10, 26]) => [0, 0, 0, 0], "nothing was made of nothing",
        ([1, 0, 0, 1], [10, 26]) => [1, 0, 0, 0], "the first sum was the first word alone",
        ([1, 0, 0, 0x401], [10, 26]) => [0, 1, 0, 0], "it was the second alone",
        ([0, 1, 1, 0], [10, 26]) => [0, 0, 1, 0], "the second sum was the third word alone",
        ([0, 0x0400_0001, 1, 0], [10, 26]) => [0, 0, 0, 1], "it was the fourth alone",
        ([0, 8, 0, 0x8000], [15, 3]) => [u32::MAX, 1, u32::MAX, 1], "the carries that were dropped",
        ([0x8000_0000, 0x8000_0002, 0x8000_0000, 0x8000_0001], [1, 2]) => [0, 0x8000_0000, 0, 0x8000_0000],
            "the lowest bits go round",
        ([1, 0, 1, 0], [0, 0]) => [0, 1, 0, 1], "without a rotation",
        ([1, 5, 1, 3], [33, 34]) => [0, 1, 0, 1], "contract: the amounts are taken modulo 32",
        ([0xA9E2_735B, 0x0684_3CBF, 0x1689_FD72, 0x25C1_3D4D], [10, 26])
            => [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344], "digits of pi, by Python's integers",
        ([1, 5, 1, 3], [0x0100_0001, 0x0100_0002]) => [0, 1, 0, 1], "the lowest bits of the amounts count beside bit 24",
    ),
)]
pub const fn threefry4x32_unround(a: [u32; 4], b: [u32; 2]) -> [u32; 4] {
    let second = (a[3] ^ a[0]).rotate_right(b[0]);
    let fourth = (a[1] ^ a[2]).rotate_right(b[1]);
    [
        a[0].wrapping_sub(second),
        second,
        a[2].wrapping_sub(fourth),
        fourth,
    ]
}
