//! Documentation, lints and `cfg` on the function.

use vyre_conform_runtime::{vyre_fn, vyre_op};

/// Exclusive or, with a line of documentation,
///
/// ```text
/// inline(a, b) == inline(b, a)
/// ```
#[doc = "and one that is an attribute."]
#[vyre_op(laws(Commutative))]
#[inline]
#[must_use]
#[allow(clippy::let_and_return)]
pub const fn inline(a: u32, b: u32) -> u32 {
    let result = a ^ b;
    result
}

/// This one is compiled,
#[cfg(test)]
#[vyre_op(laws(Idempotent))]
pub fn on_this_target(a: u32) -> u32 {
    mask(a)
}

/// and this one with the same name is not, whatever names it contains.
#[cfg(not(test))]
#[vyre_op(laws(DistributiveOver(nowhere::to_be_found)))]
pub fn on_this_target(a: u32, b: u32) -> u32 {
    nowhere::to_be_found(a, b)
}

/// The order of the attributes is free.
#[vyre_fn]
#[cfg(test)]
fn mask(a: u32) -> u32 {
    a & 0xff
}

/// Nor is this one.
#[vyre_fn]
#[cfg(not(test))]
fn mask(a: Nothing) -> Nothing {
    a
}
