use super::u32_to_i32;
use crate::{arithmetic, signed};
use vyre_conform_runtime::vyre_op;

/// The same 32 bits, read as an unsigned number.
#[vyre_op(
    id = "i32::cast_u32",
    laws(
        InverseOf(u32_to_i32),
        Homomorphism(signed::add, arithmetic::add),
        Homomorphism(signed::sub, arithmetic::sub),
        Homomorphism(signed::mul, arithmetic::mul),
        // Negative numbers map above all others.
        Not(Monotone, witness = (-1, 0)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (-1), (i32::MIN), (i32::MAX)),
    classes(keeps_value = a >= 0, was_negative = a < 0),
    table(
        (5) => 5, "from 0 on the number stays",
        (-1) => 0xFFFF_FFFF, "-1 is all ones",
        (i32::MIN) => 0x8000_0000, "only the sign bit is set",
        (0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
)]
pub const fn i32_to_u32(a: i32) -> u32 {
    a as u32
}
