use crate::arithmetic::negate;
use crate::bitwise::{bit_and, bit_or, reverse_bits};
use crate::choice::min;
use crate::compare::{eq, ne};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// Number of trailing zeros; 32 for 0.
#[vyre_op(
    laws(
        Bounded(0, 32),
        // The lowest set bit of a | b is the lower of the two lowest bits.
        Homomorphism(bit_or, min),
        Even(negate),
        // The number has zeros where the count has bits: its lowest set bit is higher.
        ComplementUnder(bit_and, 0),
        ComplementUnder(eq, 0),
        ComplementUnder(ne, 1),
        ComplementUnder(or, 1),
        Not(Monotone, witness = (0, 1)),
        Not(Antitone, witness = (1, 2)),
        Not(Involution, witness = (1)),
        Not(Idempotent, witness = (0)),
        // Reversing the bits does not undo a count.
        Not(InverseOf(reverse_bits), witness = (0)),
    ),
    boundaries((0), (1), (0x8000_0000), (0x10000), (u32::MAX)),
    classes(zero = a == 0, odd = a & 1 == 1, even = a != 0 && a & 1 == 0),
    table(
        (0) => 32, "contract: of 0 every bit is a trailing zero",
        (1) => 0, "the lowest bit is set",
        (0x8000_0000) => 31, "all bits below the highest",
        (0x0001_0000) => 16, "the lower half is empty",
        (0x1234_5679) => 0, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        count_below_lowest: wgsl = "
fn ctz(a: u32) -> u32 { return countOneBits(~a & (a - 1u)); }",
        reversed_leading: wgsl = "
fn ctz(a: u32) -> u32 { return countLeadingZeros(reverseBits(a)); }",
        first_trailing_bit: wgsl = "
fn ctz(a: u32) -> u32 {
    // firstTrailingBit gives all ones for 0.
    return min(firstTrailingBit(a), 32u);
}",
    ),
)]
pub const fn ctz(a: u32) -> u32 {
    a.trailing_zeros()
}
