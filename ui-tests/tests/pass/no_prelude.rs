//! No prelude at all.
#![no_implicit_prelude]

use ::vyre_conform_runtime::vyre_op;

/// Logical or.
#[vyre_op(
    laws(Commutative, Associative, Absorbing(1), Not(Idempotent, witness = 7), Bounded(0, 1)),
    classes(none = a == 0 && b == 0, some = a != 0 || b != 0),
    boundaries((0, 7)),
    table((0, 0) => 0, "neither" from "the definition", (0, 7) => 1, "one is enough"),
)]
pub const fn either(a: u32, b: u32) -> u32 {
    if let ::core::option::Option::Some(sum) = a.checked_add(b) {
        (sum != 0) as u32
    } else {
        1
    }
}
