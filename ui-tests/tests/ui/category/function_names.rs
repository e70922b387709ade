//! Hand-written texts whose function has another name than the called one.

use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_op(laws(Involution),
    category = C { hardware = "bit-reverse", available = |backend| backend.has("bit-reverse") },
    lower = wgsl("fn reversed(a: u32) -> u32 { return reverseBits(a); }"))]
fn reverse(a: u32) -> u32 {
    a.reverse_bits()
}

#[vyre_op(laws(Involution),
    category = C { hardware = "bit-reverse", available = |backend| backend.has("bit-reverse") },
    lower = target(
        wgsl = "fn turn(a: u32) -> u32 { return reverseBits(a); }",
        cuda = "__device__ u32 turn(u32 a) { return __brev(a); }",
    ))]
fn turn(a: u32) -> u32 {
    a.reverse_bits()
}

#[vyre_op(laws(Commutative), alternates(
    wgsl = "fn xor(a: u32, b: u32) -> u32 { return a ^ b; }",
    c4: wgsl = "fn c4(a: u32, b: u32) -> u32 { return (a | b) & ~(a & b); }",
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

#[vyre_fn]
const fn flip_bits(a: u32) -> u32 {
    a ^ 0x8000_0000
}

macro_rules! shared {
    () => {
        "fn vyre_in0(a: u32) -> u32 { return a; }"
    };
}

#[vyre_op(
    lower = flip_bits,
    laws(Involution),
    native(wgsl = concat!(shared!(), "fn native_flip(a: u32) -> u32 { return vyre_in0(a); }")),
)]
fn flip(a: f32) -> f32 {
    -a
}

#[vyre_op(lower = flip_bits, laws(Involution), native(wgsl = "fn native_flop(a: u32) -> u32 { return a; }"))]
fn negate(a: f32) -> f32 {
    -a
}

fn main() {}
