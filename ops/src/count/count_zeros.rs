use super::popcount;
use crate::bitwise::{bit_not, reverse_bits, swap_bytes};
use crate::compare::{eq, ne};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// Number of clear bits: the set bits of the complement.
#[vyre_op(
    laws(
        Bounded(0, 32),
        Complement(popcount, 32),
        Even(reverse_bits),
        Even(swap_bytes),
        // No number equals its own count of zeros.
        ComplementUnder(eq, 0),
        ComplementUnder(ne, 1),
        ComplementUnder(or, 1),
        // True for every byte, false for larger numbers.
        Not(Bounded(24, 32), witness = (u32::MAX)),
        Not(Antitone, witness = (3, 4)),
        Not(Monotone, witness = (0, 1)),
        Not(Involution, witness = (3)),
        Not(Idempotent, witness = (0)),
    ),
    boundaries((0), (u32::MAX), (0x8000_0000), (0x7FFF_FFFF)),
    classes(all = a == 0, none = a == u32::MAX, some = a != 0 && a != u32::MAX),
    table(
        (0) => 32, "every bit is clear",
        (1) => 31, "every bit but the lowest",
        (0xFFFF_FFFF) => 0, "no bit is clear",
        (0xA5A5_A5A5) => 16, "half of the bits of each digit: 2 times 8",
    ),
    alternates(
        from_width: wgsl = "fn count_zeros(a: u32) -> u32 { return 32u - countOneBits(a); }",
    ),
)]
pub const fn count_zeros(a: u32) -> u32 {
    popcount(bit_not(a))
}
