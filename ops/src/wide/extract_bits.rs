use crate::arithmetic::sub;
use crate::choice::min;
use vyre_conform_runtime::vyre_op;

/// The `count` bits of `value` from bit `offset` up, as a number.
///
/// A field that extends past bit 63 is cut off there: the offset is clamped to 64 and the count to 64 minus the offset,
/// as in [`extractBits`] of WGSL for 32 bits. A field of no bits is 0.
///
/// [`extractBits`]: https://www.w3.org/TR/WGSL/#extractBits-unsigned-builtin
#[vyre_op(
    laws(
        // A field may have all 64 bits, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF_FFFF_FFFF), witness = (u64::MAX, 0, 64)),
    ),
    boundaries(
        (u64::MAX, 0, 64),
        (u64::MAX, 31, 2),
        (u64::MAX, 32, 32),
        (u64::MAX, 63, 1),
        (u64::MAX, 64, 1),
        (u64::MAX, 63, 2),
        (u64::MAX, 1, u32::MAX),
        (u64::MAX, u32::MAX, u32::MAX),
    ),
    classes(
        no_bits = count == 0,
        beyond = count != 0 && offset >= 64,
        cut_off = count != 0 && offset < 64 && count > 64 - offset,
        inside = count != 0 && offset < 64 && count <= 64 - offset,
    ),
    table(
        (0x0123_4567_89AB_CDEF, 8, 8) => 0xCD, "the second byte from below",
        (0x0123_4567_89AB_CDEF, 24, 16) => 0x6789, "two bytes of one word each",
        (0x0123_4567_89AB_CDEF, 32, 32) => 0x0123_4567, "the high word",
        (0x0123_4567_89AB_CDEF, 0, 64) => 0x0123_4567_89AB_CDEF, "all bits are the number itself",
        (0x0123_4567_89AB_CDEF, 5, 0) => 0, "no bits are 0, wherever they start",
        (0xF000_0000_0000_0000, 60, 64) => 0xF, "contract: only 4 bits are left from bit 60 on",
        (0xFFFF_FFFF_FFFF_FFFF, 64, 5) => 0, "contract: there are no bits from bit 64 on",
        (0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF) => 0, "contract: offset plus count may wrap, the field may not",
        (1, 0, 1) => 1, "the lowest bit alone",
        (1, 0, 0x0001_0000) => 1, "a count whose low half is 0 takes all bits",
        (1, 0x0001_0000, 1) => 0, "an offset whose low half is 0 is beyond the number",
        (1, 1, 0x0001_0000) => 0, "all bits from the second on",
    ),
    alternates(
        shift_and_mask: wgsl = "
fn extract_bits(value: vec2<u32>, offset: u32, count: u32) -> vec2<u32> {
    var moved = vec2<u32>(0u);
    if offset < 64u {
        let n = offset & 31u;
        let over = select(value.y << ((32u - n) & 31u), 0u, n == 0u);
        let near = vec2<u32>((value.x >> n) | over, value.y >> n);
        moved = select(near, vec2<u32>(near.y, 0u), offset >= 32u);
    }
    let low = select((1u << (count & 31u)) - 1u, 0xFFFFFFFFu, count >= 32u);
    let high = select(select((1u << (count & 31u)) - 1u, 0u, count < 32u), 0xFFFFFFFFu, count >= 64u);
    return moved & vec2<u32>(low, high);
}",
    ),
)]
pub const fn extract_bits(value: u64, offset: u32, count: u32) -> u64 {
    let start = min(offset, 64);
    let bits = min(count, sub(64, start));
    if bits == 0 {
        0
    } else {
        // Move the field to the top first, so that one shift clears the bits above it.
        let above = sub(64, bits);
        (value << (sub(above, start) & 63)) >> (above & 63)
    }
}
