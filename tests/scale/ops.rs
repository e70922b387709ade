//! Two ops that are wrong in rare cases: one violates a law that it declares, the other has a lowering that differs
//! from the reference.

use vyre_conform_runtime::{vyre_fn, vyre_op};

/// True for one input in 2^18. The mixing excludes every small or regular input, so that only witnesses find one.
#[vyre_fn]
const fn rare(a: u32) -> bool {
    (a ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b1) >> 14 == 0x1357
}

/// Declared commutative, which holds except for rare inputs.
#[vyre_op(
    id = "defect::lopsided",
    laws(Commutative),
    table((1, 2) => 3, "bits of one or the other"),
)]
fn lopsided(a: u32, b: u32) -> u32 {
    if rare(a) { a } else { a ^ b }
}

/// The lowering of `defect::mistranslated`: wrong for rare inputs.
#[vyre_fn]
const fn translated(a: u32) -> u32 {
    if rare(a) { 0 } else { a.wrapping_add(1) }
}

/// The next number; its lowering is wrong for rare inputs.
#[vyre_op(
    id = "defect::mistranslated",
    lower = translated,
    table((1) => 2, "one and one"),
)]
fn mistranslated(a: u32) -> u32 {
    a.wrapping_add(1)
}
