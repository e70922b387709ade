use crate::bitwise;
use vyre_conform_runtime::vyre_op;

/// `base` with the `count` bits from bit `offset` up in each lane replaced by the low bits of the same lane of `bits`.
///
/// The field is the same in all lanes, as in `insertBits` of WGSL. A field that extends past bit 31 is cut off there:
/// the offset is clamped to 32 and the count to 32 minus the offset. A field of no bits leaves `base` unchanged.
#[vyre_op(
    laws(
        custom(whole, |f, a, b| f(a, b, 0, 32) == b),
        custom(nothing, |f, a, b| f(a, b, 0, 0) == a),
        custom(unseen, |f, a, n| f(a, a, 0, n) == a),
    ),
    boundaries(
        ([0; 4], [0xFFFF_FFFF; 4], 0, 32),
        ([0; 4], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], 31, 1),
        ([0; 4], [0xFFFF_FFFF; 4], 32, 1),
        ([0; 4], [0xFFFF_FFFF; 4], 31, 2),
        ([0xFFFF_FFFF; 4], [0; 4], 1, 0xFFFF_FFFF),
        ([0; 4], [0xFFFF_FFFF; 4], 0xFFFF_FFFF, 0xFFFF_FFFF),
    ),
    classes(
        no_bits = count == 0,
        beyond = count != 0 && offset >= 32,
        cut_off = count != 0 && offset < 32 && count > 32 - offset,
        inside = count != 0 && offset < 32 && count <= 32 - offset,
    ),
    table(
        ([0x1234_5678, 0x9ABC_DEF0, 0x123_4567, 0x89AB_CDEF], [171, 205, 239, 18], 8, 8) => [0x1234_AB78, 0x9ABC_CDF0, 0x123_EF67, 0x89AB_12EF], "the second byte from below of each lane is replaced by its own",
        ([0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], [0xFFFF_FFAB, 0xFFFF_FFCD, 0xFFFF_FFFF, 0], 8, 8) => [0x1234_AB78, 0x9ABC_CDF0, 0xFF00, 0xFFFF_00FF], "bits above the count are not inserted",
        ([0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], [0xDEAD_BEEF, 0x1234_5679, 0xFEDC_BA99, 0x1234_5679], 0, 32) => [0xDEAD_BEEF, 0x1234_5679, 0xFEDC_BA99, 0x1234_5679], "all bits are replaced",
        ([0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], 5, 0) => [0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], "no bits are replaced, wherever they start",
        ([0; 4], [255, 10, 1, 21], 28, 32) => [0xF000_0000, 0xA000_0000, 0x1000_0000, 0x5000_0000], "contract: only 4 bits are left from bit 28 on",
        ([0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], [255, 0, 255, 0], 32, 5) => [0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], "contract: there are no bits from bit 32 on",
        ([0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], [0; 4], 0xFFFF_FFFF, 0xFFFF_FFFF) => [0x1234_5678, 0x9ABC_DEF0, 0, 0xFFFF_FFFF], "contract: offset plus count may wrap, the field may not",
        ([0; 4], [1, 3, 5, 7], 0x1_0000, 1) => [0; 4], "an offset whose low half is 0 is beyond the lane",
        ([0; 4], [1, 3, 5, 7], 256, 1) => [0; 4], "and so is one whose low byte is 0",
        ([0; 4], [1, 3, 5, 7], 0x100_0000, 1) => [0; 4], "and one whose low 24 bits are 0",
        ([2, 2, 3, 3], [0; 4], 0, 33) => [0; 4], "a count beyond the width takes all bits",
        ([0; 4], [1, 2, 3, 4], 0, 0x1_0000) => [1, 2, 3, 4], "a count whose low half is 0 takes all bits",
        ([0; 4], [1, 2, 3, 4], 1, 1) => [2, 0, 2, 0], "an odd offset, and one bit",
    ),
    alternates(
        builtin: wgsl = "
fn insert_bits(base: vec4<u32>, bits: vec4<u32>, offset: u32, count: u32) -> vec4<u32> {
    let from_bit = min(offset, 32u);
    return insertBits(base, bits, from_bit, min(count, 32u - from_bit));
}",
    ),
)]
pub const fn insert_bits(base: [u32; 4], bits: [u32; 4], offset: u32, count: u32) -> [u32; 4] {
    [
        bitwise::insert_bits(base[0], bits[0], offset, count),
        bitwise::insert_bits(base[1], bits[1], offset, count),
        bitwise::insert_bits(base[2], bits[2], offset, count),
        bitwise::insert_bits(base[3], bits[3], offset, count),
    ]
}
