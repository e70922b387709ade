use vyre_conform_runtime::vyre_op;

/// The words that Threefry4x32 adds after round `4 b`: four of five key words in turn, plus the number `b` in the last.
///
/// [Salmon and others](https://doi.org/10.1145/2063384.2063405) (2011): the fifth word is the parity of the key with
/// the constant C240 of Threefish truncated to 32 bits.
#[vyre_op(
    laws(
        // Any four of the five words determine the fifth, and with it the key.
        LeftInjective,
        RightIdentity(0),
        // Four words, each one more than the parity: their own parity is the constant.
        Not(RightInjective, witness = ([0x1BD1_1BDB; 4], 0, 1)),
    ),
    boundaries(
        ([0; 4], 0),
        ([0; 4], 1),
        ([0; 4], 2),
        ([0; 4], 3),
        ([0; 4], 4),
        ([u32::MAX; 4], 5),
        ([1, 2, 3, 4], u32::MAX),
        ([1, 2, 3, 4], 0x0001_0000),
    ),
    classes(
        first = b.is_multiple_of(5),
        second = b % 5 == 1,
        third = b % 5 == 2,
        fourth = b % 5 == 3,
        fifth = b % 5 == 4,
    ),
    table(
        ([3, 5, 7, 11], 0) => [3, 5, 7, 11], "before the first round the key itself",
        ([0; 4], 1) => [0, 0, 0, 0x1BD1_1BDB], "then the parity goes last, one more" from "Random123, threefry.h, SKEIN_KS_PARITY32",
        ([0; 4], 2) => [0, 0, 0x1BD1_1BDA, 2], "then it is the third" from "Random123, threefry.h, SKEIN_KS_PARITY32",
        ([3, 5, 7, 11], 1) => [5, 7, 11, 0x1BD1_1BD1], "the parity holds all words: 3 ^ 5 ^ 7 ^ 11 is 10",
        ([3, 5, 7, 11], 2) => [7, 11, 0x1BD1_1BD0, 5], "behind it the first word and 2",
        ([3, 5, 7, 11], 3) => [11, 0x1BD1_1BD0, 3, 8], "the second word and 3",
        ([3, 5, 7, 11], 4) => [0x1BD1_1BD0, 3, 5, 11], "the third word and 4",
        ([3, 5, 7, 11], 5) => [3, 5, 7, 16], "and again from the start: the last of twenty rounds",
        ([0, 0, 0, u32::MAX], 5) => [0, 0, 0, 4], "the sum wraps",
        ([3, 5, 7, 11], u32::MAX) => [3, 5, 7, 10], "2^32 - 1 is a multiple of 5",
        ([0x0001_0000, 0x0002_0000, 0x0004_0000, 0x0008_0000], 0)
            => [0x0001_0000, 0x0002_0000, 0x0004_0000, 0x0008_0000], "the upper halves of the key",
        ([0x0100_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000], 1)
            => [0x0200_0000, 0x0400_0000, 0x0800_0000, 0x14D1_1BDB], "which the parity holds as well",
        ([0; 4], 0x0001_0000) => [0, 0, 0, 0x1BD2_1BDA], "2^16 is 1 modulo 5, and all of it is added",
        ([0; 4], 0x0100) => [0, 0, 0, 0x1BD1_1CDA], "2^8 as well",
        ([0; 4], 0x7FFF_FFFE) => [0, 0, 0, 0x9BD1_1BD8], "a carry into the upper half of the parity",
        ([0, 0, 0, 0xFFFE], 5) => [0, 0, 0, 0x0001_0003], "of the fourth word",
        ([0xFFFE, 0, 0, 0], 2) => [0, 0, 0x1BD1_E424, 0x0001_0000], "of the first",
        ([0, 0xFFFE, 0, 0], 3) => [0, 0x1BD1_E424, 0, 0x0001_0001], "of the second",
        ([0, 0, 0xFFFE, 0], 4) => [0x1BD1_E424, 0, 0, 0x0001_0002], "and of the third",
        ([3, 5, 7, 11], 0x7FFF_FFFF) => [7, 11, 0x1BD1_1BD0, 0x8000_0002], "2^31 - 1 is 2 modulo 5",
        ([3, 5, 7, 11], 0xFFFF_FFFE) => [0x1BD1_1BD0, 3, 5, 5], "2^32 - 2 is 4 modulo 5",
    ),
)]
pub const fn threefry4x32_key(a: [u32; 4], b: u32) -> [u32; 4] {
    let parity = 0x1BD1_1BDA ^ a[0] ^ a[1] ^ a[2] ^ a[3];
    match b % 5 {
        0 => [a[0], a[1], a[2], a[3].wrapping_add(b)],
        1 => [a[1], a[2], a[3], parity.wrapping_add(b)],
        2 => [a[2], a[3], parity, a[0].wrapping_add(b)],
        3 => [a[3], parity, a[0], a[1].wrapping_add(b)],
        _ => [parity, a[0], a[1], a[2].wrapping_add(b)],
    }
}
