use super::count_zeros;
use crate::bitwise::{reverse_bits, swap_bytes};
use crate::compare::{ge, lt};
use crate::logic::{and, logical_not, or};
use vyre_conform_runtime::vyre_op;

/// Number of set bits.
#[vyre_op(
    laws(
        Bounded(0, 32),
        Complement(count_zeros, 32),
        // A count is zero exactly if the number is, and `and` and `or` test nothing else.
        Homomorphism(and, and),
        Homomorphism(or, or),
        Even(reverse_bits),
        Even(swap_bytes),
        Odd(logical_not),
        // No number is below its own count of bits.
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        // True for every byte, false for larger numbers.
        Not(Bounded(0, 8), witness = (0x1FF)),
        Not(Monotone, witness = (3, 4)),
        Not(Injective, witness = (1, 2)),
        Not(Involution, witness = (3)),
        Not(Idempotent, witness = (0xF)),
    ),
    boundaries((0), (u32::MAX), (0x8000_0000), (0x0001_FFFF)),
    classes(none = a == 0, one = a.is_power_of_two(), several = a & a.wrapping_sub(1) != 0),
    table(
        (0) => 0, "no bit is set",
        (1) => 1, "the lowest bit",
        (0xFFFF_FFFF) => 32, "every bit is set: the count itself needs six bits",
        (0x8000_0000) => 1, "the highest bit counts like any other",
        (0xA5A5_A5A5) => 16, "half of the bits of each digit: 2 times 8",
    ),
    alternates(
        swar: wgsl = "
fn popcount(a: u32) -> u32 {
    let pairs = a - ((a >> 1u) & 0x55555555u);
    let fours = (pairs & 0x33333333u) + ((pairs >> 2u) & 0x33333333u);
    let bytes = (fours + (fours >> 4u)) & 0x0F0F0F0Fu;
    return (bytes * 0x01010101u) >> 24u;
}",
        clear_lowest: wgsl = "
fn popcount(a: u32) -> u32 {
    var rest = a;
    var count = 0u;
    for (var i = 0u; i < 32u; i++) {
        count += select(0u, 1u, rest != 0u);
        rest = rest & (rest - 1u);
    }
    return count;
}",
    ),
)]
pub const fn popcount(a: u32) -> u32 {
    a.count_ones()
}
