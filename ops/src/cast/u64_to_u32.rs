use super::u32_to_u64;
use crate::{arithmetic, wide};
use vyre_conform_runtime::vyre_op;

/// The low word; the high word is dropped.
#[vyre_op(
    id = "u64::cast_u32",
    laws(
        Homomorphism(wide::add, arithmetic::add),
        Homomorphism(wide::sub, arithmetic::sub),
        Homomorphism(wide::mul, arithmetic::mul),
        // The native product of the hardware family is the same function as wide::mul. True below 2^32.
        Not(InverseOf(u32_to_u64), witness = (0x1_0000_0000)),
        Not(Monotone, witness = (1, 0x1_0000_0000)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (0xFFFF_FFFF), (0x1_0000_0000), (0x8000_0000), (u64::MAX)),
    classes(fits = a >> 32 == 0, cut_off = a >> 32 != 0),
    table(
        (5) => 5, "a number below 2^31 stays",
        (0x1_0000_0000) => 0, "of 2^32 nothing is left",
        (0xFFFF_FFFF_FFFF_FFFF) => 0xFFFF_FFFF, "the low word of all ones",
        (0x1234_5678_0000_0007) => 7, "whatever the high word is",
        (0x9ABC_DEF1_1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
)]
pub const fn u64_to_u32(a: u64) -> u32 {
    a as u32
}
