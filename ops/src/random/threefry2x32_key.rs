use vyre_conform_runtime::vyre_op;

/// The words that Threefry2x32 adds after round `4 b`: two of three key words in turn, plus the number `b` in the
/// second.
///
/// [Salmon and others](https://doi.org/10.1145/2063384.2063405) (2011): the third word is the parity of the key with
/// the constant C240 of Threefish truncated to 32 bits.
#[vyre_op(
    laws(
        // Any two of the three words determine the third, and with it the key.
        LeftInjective,
        RightIdentity(0),
    ),
    boundaries(([0, 0], 0), ([0, 0], 1), ([0, 0], 2), ([u32::MAX; 2], 5), ([1, 2], u32::MAX), ([1, 2], 0x0001_0000)),
    classes(
        first = b.is_multiple_of(3),
        second = b % 3 == 1,
        third = b % 3 == 2,
    ),
    table(
        ([3, 5], 0) => [3, 5], "before the first round the key itself",
        ([0, 0], 1) => [0, 0x1BD1_1BDB], "then the second word and the parity, one more" from "Random123, threefry.h, SKEIN_KS_PARITY32",
        ([0, 0], 2) => [0x1BD1_1BDA, 2], "then the parity and the first word, two more" from "Random123, threefry.h, SKEIN_KS_PARITY32",
        ([3, 5], 1) => [5, 0x1BD1_1BDD], "the parity holds both words: 3 ^ 5 is 6",
        ([3, 5], 2) => [0x1BD1_1BDC, 5], "the first word and 2",
        ([3, 5], 3) => [3, 8], "and again from the start",
        ([3, 5], 5) => [0x1BD1_1BDC, 8], "the last of twenty rounds",
        ([0, u32::MAX], 3) => [0, 2], "the sum wraps",
        ([3, 5], u32::MAX) => [3, 4], "2^32 - 1 is a multiple of 3",
        ([0x0001_0000, 0], 0) => [0x0001_0000, 0], "the upper half of the key",
        ([0, 0], 0x0001_0000) => [0, 0x1BD2_1BDA], "2^16 is 1 modulo 3, and all of it is added",
        ([0, 0], 0x0100) => [0, 0x1BD1_1CDA], "2^8 as well",
        ([0, 0], 0x7FFF_FFFF) => [0, 0x9BD1_1BD9], "a carry into the upper half of the parity",
        ([0x0000_FFFE, 0], 2) => [0x1BD1_E424, 0x0001_0000], "and of the key",
        ([0, 0], 0xFFFF_FFFE) => [0x1BD1_1BDA, 0xFFFF_FFFE], "2^32 - 2 is 2 modulo 3",
    ),
)]
pub const fn threefry2x32_key(a: [u32; 2], b: u32) -> [u32; 2] {
    let parity = 0x1BD1_1BDA ^ a[0] ^ a[1];
    match b % 3 {
        0 => [a[0], a[1].wrapping_add(b)],
        1 => [a[1], parity.wrapping_add(b)],
        _ => [parity, a[0].wrapping_add(b)],
    }
}
