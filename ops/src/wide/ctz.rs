use super::{bit_or, negate};
use crate::choice;
use vyre_conform_runtime::vyre_op;

/// Number of trailing zeros; 64 for 0.
#[vyre_op(
    laws(
        Bounded(0, 64),
        // The lowest set bit of a | b is the lower of the two lowest bits.
        Homomorphism(bit_or, choice::min),
        Even(negate),
        // True for every odd number and every other number below 2^32, except for 0.
        Not(Bounded(0, 32), witness = (0x2_0000_0000)),
        Not(Monotone, witness = (0, 1)),
        Not(Antitone, witness = (1, 2)),
    ),
    boundaries((0), (1), (0x8000_0000), (0x1_0000_0000), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(zero = a == 0, low_word = a as u32 != 0, high_word_only = a != 0 && a as u32 == 0),
    table(
        (0) => 64, "contract: of 0 every bit is a trailing zero",
        (1) => 0, "the lowest bit is set",
        (0x8000_0000_0000_0000) => 63, "all bits below the highest",
        (0x1_0000_0000) => 32, "the low word is empty",
        (0xFFFF_FFFF_8000_0000) => 31, "the high word does not matter where the low word is not 0",
        (0x1234_5678_9ABC_DEF1) => 0, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        count_below_lowest: wgsl = "
fn ctz(a: vec2<u32>) -> u32 {
    let borrow = select(0u, 1u, a.x == 0u);
    return countOneBits(~a.x & (a.x - 1u)) + countOneBits(~a.y & (a.y - borrow)) * borrow;
}",
    ),
)]
pub const fn ctz(a: u64) -> u32 {
    a.trailing_zeros()
}
