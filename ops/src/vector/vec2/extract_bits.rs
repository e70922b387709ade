use crate::bitwise;
use vyre_conform_runtime::vyre_op;

/// The `count` bits from bit `offset` up in each lane, as numbers.
///
/// The field is the same in all lanes, as in `extractBits` of WGSL. A field that extends past bit 31 is cut off there:
/// the offset is clamped to 32 and the count to 32 minus the offset. A field of no bits is 0.
#[vyre_op(
    laws(
        custom(whole, |f, a| f(a, 0, 32) == a),
        custom(nothing, |f, a, n| f(a, n, 0) == [0, 0]),
    ),
    boundaries(
        ([0xFFFF_FFFF, 0], 0, 32),
        ([0xFFFF_FFFF; 2], 31, 1),
        ([0xFFFF_FFFF; 2], 32, 1),
        ([0xFFFF_FFFF, 1], 31, 2),
        ([0xFFFF_FFFF; 2], 1, 0xFFFF_FFFF),
        ([0xFFFF_FFFF; 2], 0xFFFF_FFFF, 0xFFFF_FFFF),
    ),
    classes(
        no_bits = count == 0,
        beyond = count != 0 && offset >= 32,
        cut_off = count != 0 && offset < 32 && count > 32 - offset,
        inside = count != 0 && offset < 32 && count <= 32 - offset,
    ),
    table(
        ([0x1234_5678, 0x9ABC_DEF0], 8, 8) => [86, 222], "the second byte from below of each lane",
        ([0x1234_5678, 0x9ABC_DEF0], 0, 32) => [0x1234_5678, 0x9ABC_DEF0], "all bits are the numbers themselves",
        ([0xFFFF_FFFF; 2], 5, 0) => [0; 2], "no bits are 0, wherever they start",
        ([0xF000_0000, 0xA000_0000], 28, 32) => [15, 10], "contract: only 4 bits are left from bit 28 on",
        ([0xFFFF_FFFF; 2], 32, 5) => [0; 2], "contract: there are no bits from bit 32 on",
        ([0xFFFF_FFFF; 2], 0xFFFF_FFFF, 0xFFFF_FFFF) => [0; 2], "contract: offset plus count may wrap, the field may not",
        ([1, 3], 0, 1) => [1; 2], "the lowest bit alone",
        ([1, 2], 0, 0x1_0000) => [1, 2], "a count whose low half is 0 takes all bits",
        ([1, 3], 0x1_0000, 1) => [0; 2], "an offset whose low half is 0 is beyond the lane",
        ([1, 3], 256, 1) => [0; 2], "and so is one whose low byte is 0",
        ([1, 3], 0x100_0000, 1) => [0; 2], "and one whose low 24 bits are 0",
        ([1, 2], 1, 0x1_0000) => [0, 1], "all bits from the second on",
    ),
    alternates(
        builtin: wgsl = "
fn extract_bits(value: vec2<u32>, offset: u32, count: u32) -> vec2<u32> {
    let from_bit = min(offset, 32u);
    return extractBits(value, from_bit, min(count, 32u - from_bit));
}",
    ),
)]
pub const fn extract_bits(value: [u32; 2], offset: u32, count: u32) -> [u32; 2] {
    [
        bitwise::extract_bits(value[0], offset, count),
        bitwise::extract_bits(value[1], offset, count),
    ]
}
