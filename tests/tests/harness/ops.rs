//! Toy ops, right and wrong in known ways. The wrong ones are not `const fn`, or declare `at = run`, because a
//! `const fn` with a false law does not compile.

use vyre_conform_runtime::{bound, vyre_fn, vyre_op};

/// Right in every respect.
#[vyre_op(
    id = "toy::good_add",
    laws(Commutative, Associative, Identity(0)),
    boundaries((u32::MAX, 1)),
    classes(carry = a.checked_add(b).is_none(), no_carry = a.checked_add(b).is_some()),
    table((1, 1) => 2, "one and one"),
)]
pub(super) const fn good_add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// Right, with laws of at most two variables: quick even on the slowest backend.
#[vyre_op(
    id = "toy::good_xor",
    laws(Commutative, Identity(0)),
    table((1, 1) => 0, "equal bits cancel"),
)]
pub(super) const fn good_xor(a: u32, b: u32) -> u32 {
    a ^ b
}

/// The right op on two words.
#[vyre_op(
    id = "toy::good_wide",
    laws(Commutative),
    table((1, 1) => 0, "equal bits cancel"),
)]
pub(super) const fn good_wide(a: u64, b: u64) -> u64 {
    a ^ b
}

/// The declaration is wrong: subtraction does not commute, and nothing else contradicts it.
#[vyre_op(
    id = "toy::false_law",
    laws(Commutative, SelfInverse(0), RightIdentity(0)),
    table((5, 3) => 2, "five less three"),
)]
pub(super) fn false_law(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

/// The reference is wrong: its table gives the intended results.
#[vyre_op(
    id = "toy::wrong_reference",
    laws(Commutative),
    table((1, 2) => 3, "one and two", (7, 7) => 14, "seven twice"),
)]
pub(super) fn wrong_reference(a: u32, b: u32) -> u32 {
    a | b
}

/// The alternate is wrong where a carry is lost. It obeys both laws; `faulty.rs` has alternates that break one.
#[vyre_op(
    id = "toy::wrong_alternate",
    laws(Commutative, Associative),
    alternates(no_carry: wgsl = "fn wrong_alternate(a: u32, b: u32) -> u32 { return a ^ b; }"),
    table((1, 1) => 2, "one and one"),
)]
pub(super) const fn wrong_alternate(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// The correct function for `toy::forgetful`.
#[vyre_op(id = "toy::remembering", table((1) => 2, "one and one"))]
pub(super) const fn remembering(a: u32) -> u32 {
    a.wrapping_add(1)
}

/// The reference never returns the same result twice.
#[vyre_op(id = "toy::forgetful", lower = remembering, table((1) => 2, "one and one"))]
pub(super) fn forgetful(a: u32) -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    a.wrapping_add(1 + CALLS.fetch_add(1, Ordering::Relaxed))
}

/// The reference has no result for one input.
#[vyre_op(id = "toy::panics", laws(Commutative), table((1, 1) => 1, "one of one"))]
pub(super) fn panics(a: u32, b: u32) -> u32 {
    let table = [1u32, 2, 3, 4];
    table[((a ^ b) & 7) as usize]
}

/// A loop within the limit when it runs once.
#[vyre_fn]
fn turned(a: u32) -> u32 {
    let mut x = a;
    for _ in 0..250 {
        x = x.rotate_left(1);
    }
    x
}

/// Each loop is within the limit; together they run a hundred thousand times, which only the runtime detects.
#[vyre_op(id = "toy::long", laws(Commutative))]
pub(super) fn long(a: u32, b: u32) -> u32 {
    let mut x = a ^ b;
    for _ in 0..400 {
        x = turned(x);
    }
    x
}

/// The function and its translations are right, but the loop may run once per bit, which exceeds its declared bound.
#[vyre_op(id = "toy::short_bound", laws(Commutative), table((0x1f, 0) => 0x1f, "five bits"))]
pub(super) fn short_bound(a: u32, b: u32) -> u32 {
    let mut left = a;
    let mut x = b;
    while left != 0 {
        bound!(4);
        let rest = left & left.wrapping_sub(1);
        x ^= left ^ rest;
        left = rest;
    }
    x
}

/// The largest table for which every device has memory.
const FITS: [u32; 2048] = [7; 2048];

/// Right, and just small enough.
#[vyre_op(id = "toy::table_fits", table((0, 0) => 7, "an element"))]
pub(super) fn table_fits(a: u32, b: u32) -> u32 {
    FITS[((a ^ b) & 2047) as usize]
}

/// One word more.
const TOO_LARGE: [u32; 2049] = [7; 2049];

/// Right, but too large for any device.
#[vyre_op(id = "toy::table_too_large", laws(Commutative), table((0, 0) => 7, "an element"))]
pub(super) fn table_too_large(a: u32, b: u32) -> u32 {
    TOO_LARGE[((a ^ b) & 2047) as usize]
}

/// A class that no input can hit.
#[vyre_op(
    id = "toy::unhit_class",
    laws(Commutative),
    classes(never = a < b && b < a, always = true),
)]
pub(super) const fn unhit_class(a: u32, b: u32) -> u32 {
    a & b
}

/// Needs hardware that no test backend has; its law is false as well.
#[vyre_op(
    id = "toy::unsupported_and_false",
    laws(Commutative),
    category = C { hardware = "teleporter", available = |backend| backend.has("teleporter") },
    lower = wgsl("fn unsupported_and_false(a: u32, b: u32) -> u32 { return a - b; }"),
)]
pub(super) fn unsupported_and_false(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

/// Needs hardware that no test backend has.
#[vyre_op(
    id = "toy::unsupported",
    laws(Commutative),
    category = C { hardware = "teleporter", available = |backend| backend.has("teleporter") },
    lower = wgsl("fn unsupported(a: u32, b: u32) -> u32 { return a & b; }"),
)]
pub(super) const fn unsupported(a: u32, b: u32) -> u32 {
    a & b
}
