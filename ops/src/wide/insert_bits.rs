use crate::arithmetic::sub;
use crate::choice::min;
use vyre_conform_runtime::vyre_op;

/// `base` with the `count` bits from bit `offset` up replaced by the low bits of `bits`.
///
/// A field that extends past bit 63 is cut off there: the offset is clamped to 64 and the count to 64 minus the offset,
/// as in [`insertBits`] of WGSL for 32 bits. A field of no bits leaves `base` unchanged.
///
/// [`insertBits`]: https://www.w3.org/TR/WGSL/#insertBits-builtin
#[vyre_op(
    laws(
        // A field may have all 64 bits, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF_FFFF_FFFF), witness = (0, u64::MAX, 0, 64)),
    ),
    boundaries(
        (0, u64::MAX, 0, 64),
        (0, u64::MAX, 31, 2),
        (0, u64::MAX, 32, 32),
        (0, u64::MAX, 63, 1),
        (0, u64::MAX, 64, 1),
        (0, u64::MAX, 63, 2),
        (u64::MAX, 0, 1, u32::MAX),
        (0, u64::MAX, u32::MAX, u32::MAX),
    ),
    classes(
        no_bits = count == 0,
        beyond = count != 0 && offset >= 64,
        cut_off = count != 0 && offset < 64 && count > 64 - offset,
        inside = count != 0 && offset < 64 && count <= 64 - offset,
    ),
    table(
        (0x0123_4567_89AB_CDEF, 0x55, 8, 8) => 0x0123_4567_89AB_55EF, "the second byte from below is replaced",
        (0x0123_4567_89AB_CDEF, 0xFFFF_FF55, 8, 8) => 0x0123_4567_89AB_55EF, "bits above the count are not inserted",
        (0x0123_4567_89AB_CDEF, 0x5555, 24, 16) => 0x0123_4555_55AB_CDEF, "two bytes, one of each word",
        (0x0123_4567_89AB_CDEF, 0x5555_5555, 32, 32) => 0x5555_5555_89AB_CDEF, "the high word is replaced",
        (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 0, 64) => 0xFEDC_BA98_7654_3210, "all bits are replaced",
        (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 5, 0) => 0x0123_4567_89AB_CDEF, "no bits are replaced, wherever they start",
        (0, 0xFF, 60, 64) => 0xF000_0000_0000_0000, "contract: only 4 bits are left from bit 60 on",
        (0x0123_4567_89AB_CDEF, 0xFF, 64, 5) => 0x0123_4567_89AB_CDEF, "contract: there are no bits from bit 64 on",
        (0x0123_4567_89AB_CDEF, 0, 0xFFFF_FFFF, 0xFFFF_FFFF) => 0x0123_4567_89AB_CDEF, "contract: offset plus count may wrap, the field may not",
        (0, 1, 0x0001_0000, 1) => 0, "an offset whose low half is 0 is beyond the number",
        (0, 1, 0, 0x0001_0000) => 1, "a count whose low half is 0 takes all bits",
        (0, 2, 0, 1) => 0, "one bit is inserted, and it is 0",
        (0, 1, 1, 1) => 2, "an odd offset, and one bit",
        (2, 0, 0, 65) => 0, "a count beyond the width takes all bits",
        (0, 1, 64, 0x8000_0000) => 0, "no place is left, however large the count",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn insert_bits(base: vec2<u32>, bits: vec2<u32>, offset: u32, count: u32) -> vec2<u32> {
    var result = base;
    for (var i = 0u; i < 64u; i++) {
        if i >= offset && i - offset < count {
            let from_bit = i - offset;
            let bit = (bits[from_bit >> 5u] >> (from_bit & 31u)) & 1u;
            let at = i & 31u;
            result[i >> 5u] = (result[i >> 5u] & ~(1u << at)) | (bit << at);
        }
    }
    return result;
}",
    ),
)]
pub const fn insert_bits(base: u64, bits: u64, offset: u32, count: u32) -> u64 {
    let start = min(offset, 64);
    let width = min(count, sub(64, start));
    let mask = if width == 0 {
        0
    } else {
        (u64::MAX >> (sub(64, width) & 63)) << (start & 63)
    };
    (base & !mask) | ((bits << (start & 63)) & mask)
}
