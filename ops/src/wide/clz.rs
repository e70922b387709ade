use super::bit_or;
use crate::choice;
use vyre_conform_runtime::vyre_op;

/// Number of leading zeros; 64 for 0.
#[vyre_op(
    laws(
        Bounded(0, 64),
        Antitone,
        // The highest set bit of a | b is the higher of the two highest bits.
        Homomorphism(bit_or, choice::min),
        // True for every number of one word, false for larger numbers.
        Not(Bounded(32, 64), witness = (0x1_0000_0000)),
        // The dual claim fails: 2 & 1 is 0, with 64 leading zeros instead of 63.
        Not(Homomorphism(super::bit_and, choice::max), witness = (2, 1)),
    ),
    boundaries((0), (1), (0xFFFF_FFFF), (0x1_0000_0000), (0x8000_0000_0000_0000)),
    classes(zero = a == 0, low_word = a != 0 && a >> 32 == 0, high_word = a >> 32 != 0),
    table(
        (0) => 64, "contract: of 0 every bit is a leading zero",
        (1) => 63, "all bits above the lowest",
        (0xFFFF_FFFF_FFFF_FFFF) => 0, "the highest bit is set",
        (0xFFFF_FFFF) => 32, "the high word is empty, bit 31 is set",
        (0x1_0000_0000) => 31, "the low word does not matter where the high word is not 0",
        (0x1FFF_FFFF_FFFF_FFFF) => 3, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        smear_and_count: wgsl = "
fn clz(a: vec2<u32>) -> u32 {
    var y = a.y;
    y = y | (y >> 1u);
    y = y | (y >> 2u);
    y = y | (y >> 4u);
    y = y | (y >> 8u);
    y = y | (y >> 16u);
    var x = a.x | y;
    x = x | (x >> 1u);
    x = x | (x >> 2u);
    x = x | (x >> 4u);
    x = x | (x >> 8u);
    x = x | (x >> 16u);
    // A bit in the high word fills the low word as well.
    x = select(x, 0xFFFFFFFFu, y != 0u);
    return countOneBits(~x) + countOneBits(~y);
}",
    ),
)]
pub const fn clz(a: u64) -> u32 {
    a.leading_zeros()
}
