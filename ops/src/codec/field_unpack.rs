use vyre_conform_runtime::vyre_op;

/// The field of `width` bits from bit `offset` up in two words of a packed column, as a number.
///
/// A field begins in the first word, so the offset counts modulo 32, and may end in the second. It has at most 32 bits;
/// a width above 32 counts as 32. [Lemire and Boytsov, "Decoding billions of integers per second through
/// vectorization"](https://arxiv.org/abs/1209.2137), 2012, section 3: bit packing.
#[vyre_op(
    laws(
        // A field of 32 bits may be any word.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (u64::MAX, 0, 32)),
    ),
    boundaries(
        (u64::MAX, 0, 32), (u64::MAX, 31, 32), (u64::MAX, 31, 2), (u64::MAX, 32, 1), (u64::MAX, 0, 33),
        (u64::MAX, 5, 0), (u64::MAX, u32::MAX, u32::MAX),
    ),
    classes(
        no_bits = width == 0,
        in_one_word = width > 0 && (offset & 31) + (width & 31) <= 32 && width < 32,
        over_both = width > 1 && width < 32 && (offset & 31) + (width & 31) > 32,
        whole_word = width >= 32 && offset & 31 == 0,
        word_over_both = width >= 32 && offset & 31 != 0,
        offset_wraps = offset > 31,
    ),
    table(
        (0x1234_5678_9ABC_DEF0, 0, 32) => 0x9ABC_DEF0, "the first word",
        (0x1234_5678_9ABC_DEF0, 28, 8) => 0x89, "four bits of each word",
        (0x1234_5678_9ABC_DEF0, 4, 12) => 0xDEF, "three digits of the first word",
        (0x1234_5678_9ABC_DEF0, 16, 32) => 0x5678_9ABC, "a word out of both",
        (0x1234_5678_9ABC_DEF0, 31, 32) => 0x2468_ACF1, "the most that may lie in the second word",
        (0x1234_5678_9ABC_DEF0, 4, 0) => 0, "no bits are 0",
        (0x1234_5678_9ABC_DEF0, 36, 12) => 0xDEF, "contract: the offset counts modulo 32",
        (0x1234_5678_9ABC_DEF0, 0, 33) => 0x9ABC_DEF0, "contract: at most 32 bits",
        (u64::MAX, 0, 1) => 1, "one bit",
        (u64::MAX, 0, 31) => 0x7FFF_FFFF, "all but one",
        (u64::MAX, 0, 0x8000_0000) => u32::MAX, "a width whose low half is 0 takes all",
    ),
)]
pub const fn field_unpack(pair: u64, offset: u32, width: u32) -> u32 {
    let all = (pair >> (offset & 31)) as u32;
    if width < 32 {
        all & (1u32 << (width & 31)).wrapping_sub(1)
    } else {
        all
    }
}
