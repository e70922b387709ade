use crate::arithmetic::sub;
use crate::choice::min;
use vyre_conform_runtime::vyre_op;

/// `base` with the `count` bits from bit `offset` up replaced by the low bits of `bits`.
///
/// A field that extends past bit 31 is cut off there: the offset is clamped to 32 and the count to 32 minus the offset,
/// as in `insertBits` of WGSL. A field of no bits leaves `base` unchanged.
#[vyre_op(
    laws(
        // A field may have all 32 bits, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (0, u32::MAX, 0, 32)),
    ),
    boundaries(
        (0, u32::MAX, 0, 32),
        (0, u32::MAX, 31, 1),
        (0, u32::MAX, 32, 1),
        (0, u32::MAX, 31, 2),
        (u32::MAX, 0, 1, u32::MAX),
        (0, u32::MAX, u32::MAX, u32::MAX),
    ),
    classes(
        no_bits = count == 0,
        beyond = count != 0 && offset >= 32,
        cut_off = count != 0 && offset < 32 && count > 32 - offset,
        inside = count != 0 && offset < 32 && count <= 32 - offset,
    ),
    table(
        (0x1234_5678, 0xAB, 8, 8) => 0x1234_AB78, "the second byte from below is replaced",
        (0x1234_5678, 0xFFFF_FFAB, 8, 8) => 0x1234_AB78, "bits above the count are not inserted",
        (0x1234_5678, 0xDEAD_BEEF, 0, 32) => 0xDEAD_BEEF, "all bits are replaced",
        (0x1234_5678, 0xDEAD_BEEF, 5, 0) => 0x1234_5678, "no bits are replaced, wherever they start",
        (0, 0xFF, 28, 32) => 0xF000_0000, "contract: only 4 bits are left from bit 28 on",
        (0x1234_5678, 0xFF, 32, 5) => 0x1234_5678, "contract: there are no bits from bit 32 on",
        (0x1234_5678, 0, 0xFFFF_FFFF, 0xFFFF_FFFF) => 0x1234_5678, "contract: offset plus count may wrap, the field may not",
        (0, 1, 0x0001_0000, 1) => 0, "an offset whose low half is 0 is beyond the word",
        (0, 1, 0, 0x0001_0000) => 1, "a count whose low half is 0 takes all bits",
        (0, 2, 0, 1) => 0, "one bit is inserted, and it is 0",
        (0, 1, 1, 1) => 2, "an odd offset, and one bit",
        (2, 0, 0, 33) => 0, "a count beyond the width takes all bits",
        (0, 1, 32, 0x8000_0000) => 0, "no place is left, however large the count",
    ),
    alternates(
        builtin: wgsl = "
fn insert_bits(base: u32, bits: u32, offset: u32, count: u32) -> u32 {
    let from_bit = min(offset, 32u);
    return insertBits(base, bits, from_bit, min(count, 32u - from_bit));
}",
        shifted_mask: wgsl = "
fn insert_bits(base: u32, bits: u32, offset: u32, count: u32) -> u32 {
    let low_ones = select((1u << (count & 31u)) - 1u, 0xFFFFFFFFu, count >= 32u);
    let mask = select(low_ones << (offset & 31u), 0u, offset >= 32u);
    return base ^ ((base ^ (bits << (offset & 31u))) & mask);
}",
    ),
)]
pub const fn insert_bits(base: u32, bits: u32, offset: u32, count: u32) -> u32 {
    let start = min(offset, 32);
    let width = min(count, sub(32, start));
    let mask = if width == 0 {
        0
    } else {
        (u32::MAX >> (sub(32, width) & 31)) << (start & 31)
    };
    (base & !mask) | ((bits << (start & 31)) & mask)
}
