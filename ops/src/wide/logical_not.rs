use super::{bit_or, max, min, negate, reverse_bits, swap_bytes};
use crate::bitwise::bit_and;
use crate::choice;
use vyre_conform_runtime::vyre_op;

/// 1 if the operand is zero; otherwise 0.
#[vyre_op(
    laws(
        Bounded(0, 1),
        Antitone,
        DeMorgan(min, choice::max),
        DeMorgan(max, choice::min),
        Homomorphism(bit_or, bit_and),
        Even(negate),
        Even(reverse_bits),
        Even(swap_bytes),
        Not(Injective, witness = (1, 2)),
        // 1 & 2 is 0 although neither is.
        Not(DeMorgan(super::bit_and, crate::bitwise::bit_or), witness = (1, 2)),
    ),
    boundaries((0), (1), (0x1_0000_0000), (0xFFFF_FFFF), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(zero = a == 0, low_word = a as u32 != 0, high_word_only = a != 0 && a as u32 == 0),
    table(
        (0) => 1, "not false is true",
        (1) => 0, "not true is false",
        (42) => 0, "every nonzero number is true",
        (0x1_0000_0000) => 0, "a number whose low word is 0 is not 0",
        (0x8000_0000) => 0, "nor is one whose high word is 0",
        (0x8000_0000_0000_0000) => 0, "also one with only the highest bit",
    ),
    alternates(
        saturate: wgsl = "fn logical_not(a: vec2<u32>) -> u32 { return 1u - min(a.x | a.y, 1u); }",
    ),
)]
pub const fn logical_not(a: u64) -> u32 {
    (a == 0) as u32
}
