use super::i32_to_u32;
use crate::{arithmetic, signed};
use vyre_conform_runtime::vyre_op;

/// The same 32 bits, read as a two's complement number.
#[vyre_op(
    id = "u32::cast_i32",
    laws(
        InverseOf(i32_to_u32),
        Homomorphism(arithmetic::add, signed::add),
        Homomorphism(arithmetic::sub, signed::sub),
        Homomorphism(arithmetic::mul, signed::mul),
        // True for bytes: the upper half of the range becomes negative.
        Not(Monotone, witness = (0, 0x8000_0000)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (0x7FFF_FFFF), (0x8000_0000), (u32::MAX)),
    classes(keeps_value = a < 0x8000_0000, becomes_negative = a >= 0x8000_0000),
    table(
        (5) => 5, "below 2^31 the number stays",
        (0x8000_0000) => i32::MIN, "2^31 is the smallest number",
        (0xFFFF_FFFF) => -1, "all ones are -1",
        (0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        arithmetic_detour: wgsl = "fn u32_to_i32(a: u32) -> i32 { return i32(a >> 1u) * 2 + i32(a & 1u); }",
    ),
)]
pub const fn u32_to_i32(a: u32) -> i32 {
    a as i32
}
