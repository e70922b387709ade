use crate::arithmetic::sub;
use crate::choice::min;
use vyre_conform_runtime::vyre_op;

/// The `count` bits of `value` from bit `offset` up, as a number.
///
/// A field that extends past bit 31 is cut off there: the offset is clamped to 32 and the count to 32 minus the offset,
/// as in `extractBits` of WGSL for unsigned operands. A field of no bits is 0.
#[vyre_op(
    laws(
        // A field may have all 32 bits, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (u32::MAX, 0, 32)),
    ),
    boundaries(
        (u32::MAX, 0, 32),
        (u32::MAX, 31, 1),
        (u32::MAX, 32, 1),
        (u32::MAX, 31, 2),
        (u32::MAX, 1, u32::MAX),
        (u32::MAX, u32::MAX, u32::MAX),
    ),
    classes(
        no_bits = count == 0,
        beyond = count != 0 && offset >= 32,
        cut_off = count != 0 && offset < 32 && count > 32 - offset,
        inside = count != 0 && offset < 32 && count <= 32 - offset,
    ),
    table(
        (0x1234_5678, 8, 8) => 0x56, "the second byte from below",
        (0x1234_5678, 0, 32) => 0x1234_5678, "all bits are the number itself",
        (0x1234_5678, 5, 0) => 0, "no bits are 0, wherever they start",
        (0xF000_0000, 28, 32) => 0xF, "contract: only 4 bits are left from bit 28 on",
        (0xFFFF_FFFF, 32, 5) => 0, "contract: there are no bits from bit 32 on",
        (0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF) => 0, "contract: offset plus count may wrap, the field may not",
        (1, 0, 1) => 1, "the lowest bit alone",
        (1, 0, 0x0001_0000) => 1, "a count whose low half is 0 takes all bits",
        (1, 0x0001_0000, 1) => 0, "an offset whose low half is 0 is beyond the word",
        (1, 1, 0x0001_0000) => 0, "all bits from the second on",
    ),
    alternates(
        builtin: wgsl = "
fn extract_bits(value: u32, offset: u32, count: u32) -> u32 {
    let from_bit = min(offset, 32u);
    return extractBits(value, from_bit, min(count, 32u - from_bit));
}",
        shift_and_mask: wgsl = "
fn extract_bits(value: u32, offset: u32, count: u32) -> u32 {
    let moved = select(value >> (offset & 31u), 0u, offset >= 32u);
    let mask = select((1u << (count & 31u)) - 1u, 0xFFFFFFFFu, count >= 32u);
    return moved & mask;
}",
    ),
)]
pub const fn extract_bits(value: u32, offset: u32, count: u32) -> u32 {
    let start = min(offset, 32);
    let bits = min(count, sub(32, start));
    if bits == 0 {
        0
    } else {
        // Move the field to the top first, so that one shift clears the bits above it.
        let above = sub(32, bits);
        (value << (sub(above, start) & 31)) >> (above & 31)
    }
}
