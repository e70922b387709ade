//! Every key at once, and ops of both categories.

use vyre_conform_runtime::{vyre_fn, vyre_op};

/// Re-exports the runtime under the author's path.
mod vocabulary {
    pub(super) mod nested {
        pub use vyre_conform_runtime as runtime;
    }
}

/// Sum of three.
#[vyre_op(
    id = "family::sum_of_three",
    version = 3,
    crate = vocabulary::nested::runtime,
    category = A,
    lower = lowered,
    laws(Bounded(0, u32::MAX)),
    boundaries((0, 0, 0), (u32::MAX, 1, 0x8000_0000)),
    classes(
        first_carry = a.checked_add(b).is_none(),
        no_carry = a as u64 + b as u64 + c as u64 <= u32::MAX as u64,
    ),
    table(
        (1, 2, 3) => 6, "no carry",
        (u32::MAX, 1, 7) => 7, "the carry out of bit 31 is dropped" from "the definition",
    ),
    alternates(
        wgsl = "fn sum_of_three(a: u32, b: u32, c: u32) -> u32 { return a + b + c; }",
        other_order: wgsl = "fn sum_of_three(a: u32, b: u32, c: u32) -> u32 { return c + (b + a); }",
    ),
)]
pub const fn sum_of_three(a: u32, b: u32, c: u32) -> u32 {
    (a as u64 + b as u64 + c as u64) as u32
}

/// The same without wider integers.
#[vyre_fn(crate = vocabulary::nested::runtime)]
const fn lowered(a: u32, b: u32, c: u32) -> u32 {
    a.wrapping_add(b).wrapping_add(c)
}

/// The lesser of the operand and a hardware feature's value.
#[vyre_op(
    category = C { hardware = "shader-f16", available = |backend| backend.has("shader-f16") },
    lower = wgsl("fn least(a: u32, b: u32) -> u32 { return min(a, b); }"),
    laws(Commutative, Associative, Idempotent),
)]
pub fn least(a: u32, b: u32) -> u32 {
    a.min(b)
}
