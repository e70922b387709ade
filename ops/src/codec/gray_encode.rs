use super::gray_decode;
use crate::bitwise::bit_xor;
use crate::compare::{eq, ne};
use crate::logic::{and, logical_not, or};
use vyre_conform_runtime::vyre_op;

/// The reflected binary code of a number: the codes of two neighbours differ in one bit.
///
/// F. Gray, ["Pulse Code Communication"](https://patents.google.com/patent/US2632058A), 1947; Knuth, The Art of
/// Computer Programming 4A, section 7.2.1.1.
#[vyre_op(
    laws(
        InverseOf(gray_decode),
        Homomorphism(bit_xor, bit_xor),
        // 0 and 1 are their own codes, and two numbers are equal exactly if their codes are.
        Homomorphism(and, and),
        Homomorphism(or, or),
        Homomorphism(eq, eq),
        Homomorphism(ne, ne),
        Odd(logical_not),
        // Neighbouring numbers differ in one bit of the code, and that bit may be cleared.
        Not(Monotone, witness = (2, 3)),
        Not(Antitone, witness = (0, 1)),
        Not(Involution, witness = (4)),
        Not(Homomorphism(crate::bitwise::bit_and, crate::bitwise::bit_and), witness = (1, 2)),
    ),
    boundaries((0), (1), (2), (0x8000_0000), (u32::MAX), (0x5555_5555)),
    classes(keeps = a ^ (a >> 1) == a, above = a ^ (a >> 1) > a, below = a ^ (a >> 1) < a),
    table(
        (0) => 0, "0000" from "OEIS A003188",
        (1) => 1, "0001" from "OEIS A003188",
        (2) => 3, "0011" from "OEIS A003188",
        (3) => 2, "0010" from "OEIS A003188",
        (8) => 12, "1100" from "OEIS A003188",
        (15) => 8, "1000, one bit from 0000: the code is a cycle" from "OEIS A003188",
        (u32::MAX) => 0x8000_0000, "the last of the cycle of 2^32",
        (0x5555_5555) => 0x7FFF_FFFF, "each bit is another one than its neighbour",
    ),
    alternates(
        by_addition: wgsl = "fn gray_encode(a: u32) -> u32 { return (a | (a >> 1u)) - (a & (a >> 1u)); }",
    ),
)]
pub const fn gray_encode(a: u32) -> u32 {
    a ^ (a >> 1)
}
