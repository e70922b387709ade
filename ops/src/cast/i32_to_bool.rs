use super::bool_to_i32;
use crate::signed::{sabs, sign, sneg};
use vyre_conform_runtime::vyre_op;

/// True if the number is not 0.
#[vyre_op(
    id = "i32::cast_bool",
    laws(
        Even(sneg),
        Even(sabs),
        Even(sign),
        // false <= true, and -1 <= 0 goes from true to false.
        Not(Monotone, witness = (-1, 0)),
        Not(Antitone, witness = (0, 1)),
        // All nonzero numbers become one value.
        Not(InverseOf(bool_to_i32), witness = (2)),
        // Bounded says nothing about a Bool beyond its type. No op of the library combines Bools, so no Homomorphism
        // applies.
    ),
    boundaries((0), (1), (-1), (i32::MIN)),
    classes(zero = a == 0, negative = a < 0, positive = a > 0),
    table(
        (0) => false, "zero is false",
        (-1) => true, "any nonzero number is true, whatever its sign",
        (i32::MIN) => true, "also one whose low bits are clear",
    ),
)]
pub const fn i32_to_bool(a: i32) -> bool {
    a != 0
}
