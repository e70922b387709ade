use super::{count_zeros, reverse_bits, swap_bytes};
use vyre_conform_runtime::vyre_op;

/// Number of set bits.
#[vyre_op(
    laws(
        Bounded(0, 64),
        Complement(count_zeros, 64),
        Even(reverse_bits),
        Even(swap_bytes),
        // True for every number of one word, false for larger numbers.
        Not(Bounded(0, 32), witness = (0x1_FFFF_FFFF)),
        Not(Monotone, witness = (3, 4)),
        Not(Injective, witness = (1, 2)),
    ),
    boundaries((0), (u64::MAX), (0x8000_0000_0000_0000), (0x1_FFFF_FFFF)),
    classes(none = a == 0, one = a.is_power_of_two(), several = a & a.wrapping_sub(1) != 0),
    table(
        (0) => 0, "no bit is set",
        (1) => 1, "the lowest bit",
        (0xFFFF_FFFF_FFFF_FFFF) => 64, "every bit is set: the count itself needs seven bits",
        (0x8000_0000_0000_0000) => 1, "the highest bit counts like any other",
        (0xFFFF_FFFF_0000_0001) => 33, "both words count",
        (0xA5A5_A5A5_A5A5_A5A5) => 32, "half of the bits of each digit: 2 times 16",
    ),
    alternates(
        swar: wgsl = "
fn popcount(a: vec2<u32>) -> u32 {
    let pairs = a - ((a >> vec2<u32>(1u)) & vec2<u32>(0x55555555u));
    let fours = (pairs & vec2<u32>(0x33333333u)) + ((pairs >> vec2<u32>(2u)) & vec2<u32>(0x33333333u));
    let bytes = (fours + (fours >> vec2<u32>(4u))) & vec2<u32>(0x0F0F0F0Fu);
    return ((bytes.x + bytes.y) * 0x01010101u) >> 24u;
}",
    ),
)]
pub const fn popcount(a: u64) -> u32 {
    a.count_ones()
}
