//! Floats in signatures: `f32`, `half::f16` and `half::bf16`, with a function on bits to lower.

use vyre_conform_runtime::half::{self, bf16};
use vyre_conform_runtime::{vyre_fn, vyre_op};

const SIGN: u32 = 0x8000_0000;

#[vyre_fn]
const fn flip(bits: u32) -> u32 {
    bits ^ SIGN
}

#[vyre_fn]
const fn positive_zero(a: u32, found: u32) -> u32 {
    if a == SIGN { 0 } else { found }
}

/// Flips the sign; a `const fn` on floats is checked at run time.
#[vyre_op(
    lower = flip,
    native(
        wgsl = concat!("fn native_opposite(a: u32) -> u32 { return ", "bitcast<u32>(-bitcast<f32>(a)); }"),
        correct = positive_zero,
    ),
    nan = exact,
    laws(Involution, Antitone, Not(Monotone, witness = (0.0, 1.0))),
    boundaries(f32::MAX, f32::NEG_INFINITY),
    classes(nan = a.is_nan(), number = !a.is_nan()),
    table(-0.0 => 0.0, "zero has two signs", 1.5f32 => -1.5, "and so have numbers"),
)]
pub const fn opposite(a: f32) -> f32 {
    -a
}

#[vyre_fn]
fn shares(a: u32, b: u32) -> u32 {
    a & b
}

/// Bits of a float and an integer.
#[vyre_op(lower = shares, laws(RightAbsorbing(0)))]
pub fn overlap(a: f32, b: u32) -> u32 {
    a.to_bits() & b
}

#[vyre_fn]
fn half_bits(a: u32) -> bool {
    a == 0x3800
}

/// True if the operand is one half.
#[vyre_op(lower = half_bits, table(half::f16::from_f32_const(0.5) => true, "one half is one half"))]
pub fn halves(a: half::f16) -> bool {
    a == half::f16::from_f32_const(0.5)
}

#[vyre_fn]
fn larger_bits(a: u32, b: u32) -> u32 {
    if a < b { b } else { a }
}

/// The larger of two patterns.
#[vyre_op(lower = larger_bits, nan = exact, laws(Commutative))]
pub fn larger(a: bf16, b: bf16) -> bf16 {
    if a.to_bits() < b.to_bits() { b } else { a }
}
