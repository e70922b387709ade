use super::{bit_not, popcount, reverse_bits, swap_bytes};
use vyre_conform_runtime::vyre_op;

/// Number of clear bits: the set bits of the complement.
#[vyre_op(
    laws(
        Bounded(0, 64),
        Complement(popcount, 64),
        Even(reverse_bits),
        Even(swap_bytes),
        // True for every number of one word, false for larger numbers.
        Not(Bounded(32, 64), witness = (u64::MAX)),
        Not(Antitone, witness = (3, 4)),
        Not(Monotone, witness = (0, 1)),
    ),
    boundaries((0), (u64::MAX), (0xFFFF_FFFF), (0x7FFF_FFFF_FFFF_FFFF)),
    classes(all = a == 0, none = a == u64::MAX, some = a != 0 && a != u64::MAX),
    table(
        (0) => 64, "every bit is clear",
        (1) => 63, "every bit but the lowest",
        (0xFFFF_FFFF_FFFF_FFFF) => 0, "no bit is clear",
        (0xFFFF_FFFF) => 32, "the high word is clear",
        (0xFFFF_FFFF_0000_0000) => 32, "the low word is clear",
    ),
    alternates(
        from_width: wgsl = "
fn count_zeros(a: vec2<u32>) -> u32 { return 64u - countOneBits(a.x) - countOneBits(a.y); }",
    ),
)]
pub const fn count_zeros(a: u64) -> u32 {
    popcount(bit_not(a))
}
