use super::threefry4x32_unround;
use vyre_conform_runtime::vyre_op;

/// A round of Threefry4x32 over four words, with its two rotation amounts, modulo 32: the mix of Threefish for either
/// pair, and its permutation, which exchanges the second and the fourth word.
///
/// [Salmon and others](https://doi.org/10.1145/2063384.2063405) (2011). Threefry4x32-20 is twenty rounds with the
/// rotations 10 and 26, 11 and 21, 13 and 27, 23 and 5, 6 and 20, 17 and 11, 25 and 10, 18 and 20 in turn, and the key
/// is added after every fourth; the engine `threefry4_fill` has its published vectors.
#[vyre_op(
    laws(
        InverseOf(threefry4x32_unround),
        // Only four zeros give four zeros, but ZeroProduct is declared for numbers only.
    ),
    boundaries(
        ([0; 4], [10, 26]),
        ([u32::MAX, 1, u32::MAX, 1], [11, 21]),
        ([1, 0x8000_0000, 1, 0x8000_0000], [1, 1]),
        ([1; 4], [32, 32]),
        ([1; 4], [0, 0]),
        ([1; 4], [u32::MAX; 2]),
    ),
    classes(
        no_rotation = b[0] & 31 == 0 && b[1] & 31 == 0,
        rotation = b[0] & 31 != 0 || b[1] & 31 != 0,
        carry_in_the_first_pair = a[0].checked_add(a[1]).is_none(),
        carry_in_the_second_pair = a[2].checked_add(a[3]).is_none(),
    ),
    table(
        ([0, 0, 0, 0], [10, 26]) => [0, 0, 0, 0], "of nothing comes nothing",
        ([1, 0, 0, 0], [10, 26]) => [1, 0, 0, 1], "the first sum goes to the first word and the last",
        ([0, 1, 0, 0], [10, 26]) => [1, 0, 0, 0x401], "the second word is rotated by 10",
        ([0, 0, 1, 0], [10, 26]) => [0, 1, 1, 0], "the second sum goes to the words between",
        ([0, 0, 0, 1], [10, 26]) => [0, 0x0400_0001, 1, 0], "the fourth word is rotated by 26",
        ([u32::MAX, 1, u32::MAX, 1], [15, 3]) => [0, 8, 0, 0x8000], "the carries are dropped",
        ([0, 0x8000_0000, 0, 0x8000_0000], [1, 2]) => [0x8000_0000, 0x8000_0002, 0x8000_0000, 0x8000_0001],
            "the highest bit goes round",
        ([0, 1, 0, 1], [0, 0]) => [1, 0, 1, 0], "without a rotation",
        ([0, 1, 0, 1], [33, 34]) => [1, 5, 1, 3], "contract: the amounts are taken modulo 32",
        ([0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344], [10, 26])
            => [0xA9E2_735B, 0x0684_3CBF, 0x1689_FD72, 0x25C1_3D4D], "digits of pi, by Python's integers",
        ([0, 1, 0, 1], [0x0100_0001, 0x0100_0002]) => [1, 5, 1, 3], "the lowest bits of the amounts count beside bit 24",
    ),
)]
pub const fn threefry4x32_round(a: [u32; 4], b: [u32; 2]) -> [u32; 4] {
    let first = a[0].wrapping_add(a[1]);
    let second = a[2].wrapping_add(a[3]);
    [
        first,
        a[3].rotate_left(b[1]) ^ second,
        second,
        a[1].rotate_left(b[0]) ^ first,
    ]
}
