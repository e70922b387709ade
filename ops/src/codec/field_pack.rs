use super::field_unpack;
use crate::cast::u32_to_u64;
use vyre_conform_runtime::vyre_op;

/// Two words of a packed column, with the low `width` bits of a value stored in the field from bit `offset` up; the
/// other bits stay.
///
/// A field begins in the first word, so the offset counts modulo 32, and may end in the second. It has at most 32 bits;
/// a width above 32 counts as 32. [Lemire and Boytsov, "Decoding billions of integers per second through
/// vectorization"](https://arxiv.org/abs/1209.2137), 2012, section 3: bit packing.
#[vyre_op(
    laws(
        // Unpacking gives back the low bits of the packed value.
        custom(unpacks, |f, a, b, c, d| field_unpack(f(a, b, c, d), c, d) == field_unpack(u32_to_u64(b), 0, d)),
        // A second value in the same field replaces the first.
        custom(overwrites, |f, a, b, c, d| f(f(a, 0, c, d), b, c, d) == f(a, b, c, d)),
        // Packing the field's own value changes nothing.
        custom(keeps, |f, a, b, c| f(a, field_unpack(a, b, c), b, c) == a),
        Not(Bounded(0, 0xFFFF_FFFF), witness = (u64::MAX, 0, 0, 0)),
    ),
    boundaries(
        (u64::MAX, 0, 0, 32), (0, u32::MAX, 31, 32), (0, u32::MAX, 31, 2), (0, u32::MAX, 32, 1), (0, u32::MAX, 0, 33),
        (u64::MAX, 0, 5, 0), (u64::MAX, 0, u32::MAX, u32::MAX),
    ),
    classes(
        no_bits = width == 0,
        in_one_word = width > 0 && (offset & 31) + (width & 31) <= 32 && width < 32,
        over_both = width > 1 && width < 32 && (offset & 31) + (width & 31) > 32,
        whole_word = width >= 32 && offset & 31 == 0,
        word_over_both = width >= 32 && offset & 31 != 0,
        offset_wraps = offset > 31,
        value_cut_off = width < 32 && value >> (width & 31) != 0,
    ),
    table(
        (0, 0x9ABC_DEF0, 0, 32) => 0x9ABC_DEF0, "the first word",
        (u64::MAX, 0x89, 28, 8) => 0xFFFF_FFF8_9FFF_FFFF, "four bits of each word",
        (u64::MAX, 0x1DEF, 4, 12) => 0xFFFF_FFFF_FFFF_DEFF, "three digits, and what is above them does not count",
        (0, u32::MAX, 31, 32) => 0x7FFF_FFFF_8000_0000, "the most that may lie in the second word",
        (0x1234_5678_9ABC_DEF0, u32::MAX, 4, 0) => 0x1234_5678_9ABC_DEF0, "no bits: everything stays",
        (u64::MAX, 0, 36, 12) => 0xFFFF_FFFF_FFFF_000F, "contract: the offset counts modulo 32",
        (u64::MAX, 0, 0, 33) => 0xFFFF_FFFF_0000_0000, "contract: at most 32 bits",
        (0, u32::MAX, 0, 1) => 1, "one bit",
        (0, u32::MAX, 0, 31) => 0x7FFF_FFFF, "all but one",
        (0, u32::MAX, 0, 0x8000_0000) => 0xFFFF_FFFF, "a width whose low half is 0 takes all",
    ),
)]
pub const fn field_pack(pair: u64, value: u32, offset: u32, width: u32) -> u64 {
    let mask = if width < 32 {
        (1u32 << (width & 31)).wrapping_sub(1)
    } else {
        u32::MAX
    };
    (pair & !((mask as u64) << (offset & 31))) | (((value & mask) as u64) << (offset & 31))
}
