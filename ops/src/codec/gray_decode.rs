use super::gray_encode;
use crate::bitwise::bit_xor;
use crate::compare::{eq, ne};
use crate::logic::{and, logical_not, or};
use vyre_conform_runtime::vyre_op;

/// The number of a reflected binary code: each bit is the parity of the code's bits from that bit up.
///
/// F. Gray, ["Pulse Code Communication"](https://patents.google.com/patent/US2632058A), 1947; Knuth, The Art of
/// Computer Programming 4A, section 7.2.1.1.
#[vyre_op(
    laws(
        InverseOf(gray_encode),
        Homomorphism(bit_xor, bit_xor),
        // 0 and 1 are their own codes, and two numbers are equal exactly if their codes are.
        Homomorphism(and, and),
        Homomorphism(or, or),
        Homomorphism(eq, eq),
        Homomorphism(ne, ne),
        Odd(logical_not),
        Not(Monotone, witness = (2, 3)),
        Not(Antitone, witness = (0, 1)),
        Not(Involution, witness = (4)),
        Not(Homomorphism(crate::bitwise::bit_and, crate::bitwise::bit_and), witness = (1, 2)),
    ),
    boundaries((0), (1), (2), (0x8000_0000), (u32::MAX), (0xFFFF)),
    classes(even_parity = a.count_ones() & 1 == 0, odd_parity = a.count_ones() & 1 == 1),
    table(
        (0) => 0, "0000" from "OEIS A006068",
        (1) => 1, "0001" from "OEIS A006068",
        (3) => 2, "0011" from "OEIS A006068",
        (2) => 3, "0010" from "OEIS A006068",
        (12) => 8, "1100" from "OEIS A006068",
        (8) => 15, "1000" from "OEIS A006068",
        (0x8000_0000) => u32::MAX, "the highest bit reaches down to the lowest",
        (0xFFFF_FFFF) => 0xAAAA_AAAA, "an even number of ones cancels",
        (0x1B2E_7D4C) => 0x1234_5677, "0x12345677 ^ 0x091A2B3B: more digits than a float of 32 bits holds",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn gray_decode(a: u32) -> u32 {
    var rest = a;
    var number = 0u;
    for (var i = 0u; i < 32u; i++) {
        number = number ^ rest;
        rest = rest >> 1u;
    }
    return number;
}",
    ),
)]
pub const fn gray_decode(a: u32) -> u32 {
    let mut bits = a;
    bits ^= bits >> 1;
    bits ^= bits >> 2;
    bits ^= bits >> 4;
    bits ^= bits >> 8;
    bits ^ (bits >> 16)
}
