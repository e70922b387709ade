//! binary32: sum, difference, product, quotient, fused multiply-add, square root.

use crate::cases::{LEVEL_1, pairs, triples, unary};
use crate::oracle::{binary_operation, bits, fused};
use crate::support::agree;
use rustc_apfloat::ieee::Single;
use std::ops::{Add, Div, Mul, Sub};
use vyre_ops::float::soft::binary32;

fn host(operation: fn(f32, f32) -> f32) -> impl Fn((u32, u32)) -> u32 {
    move |(a, b)| bits(operation(f32::from_bits(a), f32::from_bits(b)))
}

/// Oracle: the processor, whose binary32 arithmetic Rust guarantees to be that of IEEE 754.
#[test]
fn arithmetic_is_the_processors() {
    agree("add", pairs(), |(a, b)| binary32::add(a, b), host(f32::add));
    agree("sub", pairs(), |(a, b)| binary32::sub(a, b), host(f32::sub));
    agree("mul", pairs(), |(a, b)| binary32::mul(a, b), host(f32::mul));
    agree("div", pairs(), |(a, b)| binary32::div(a, b), host(f32::div));
}

/// Oracle: `rustc_apfloat`.
#[test]
fn arithmetic_is_apfloats() {
    let every = || pairs().take(2_000_000);
    let oracle = binary_operation::<Single>(Add::add);
    agree("add", every(), |(a, b)| binary32::add(a, b), oracle);
    let oracle = binary_operation::<Single>(Sub::sub);
    agree("sub", every(), |(a, b)| binary32::sub(a, b), oracle);
    let oracle = binary_operation::<Single>(Mul::mul);
    agree("mul", every(), |(a, b)| binary32::mul(a, b), oracle);
    let oracle = binary_operation::<Single>(Div::div);
    agree("div", every(), |(a, b)| binary32::div(a, b), oracle);
}

/// Oracle: `f32::mul_add`, which is specified to round once.
#[test]
fn the_fused_multiply_add_is_the_hosts() {
    let host = |(a, b, c)| bits(f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c)));
    agree("fma", triples(), |(a, b, c)| binary32::fma(a, b, c), host);
}

/// Oracle: `rustc_apfloat`.
#[test]
fn the_fused_multiply_add_is_apfloats() {
    // All special triples and random ones, more than TestFloat's level 1.
    let cases = triples().take(LEVEL_1[2] + 1000);
    let own = |(a, b, c)| binary32::fma(a, b, c);
    agree("fma", cases, own, fused::<Single>);
}

/// Oracle: the processor's square root, which Rust guarantees to be that of IEEE 754.
#[test]
fn the_square_root_is_the_processors() {
    let host = |a| bits(f32::from_bits(a).sqrt());
    agree("sqrt", unary(), binary32::sqrt, host);
}

/// Oracle: exact integers: the square of the root plus or minus half an ulp does not pass the radicand.
#[test]
fn the_square_root_is_nearest() {
    for a in unary().filter(|a| (1..binary32::INFINITY).contains(a)) {
        let root = binary32::sqrt(a);
        // Both as integers times a power of two: a = m * 2^e, root = r * 2^f, and 2f <= e.
        let parts = |x: u32| match x >> 23 {
            0 => (u128::from(x), -149),
            e => (u128::from(x & 0x7f_ffff | 0x80_0000), e as i32 - 150),
        };
        let ((m, e), (r, f)) = (parts(a), parts(root));
        let radicand = (4 * m) << (e - 2 * f);
        let nearest = (2 * r - 1).pow(2) < radicand && radicand < (2 * r + 1).pow(2);
        assert!(nearest, "sqrt({a:08x}) is not {root:08x}");
    }
}

/// Oracle: CORE-MATH.
#[test]
fn reciprocal_root_agrees_with_core_math() {
    let oracle = |a| bits(core_math::rsqrtf(f32::from_bits(a)));
    agree("rsqrt", unary(), binary32::rsqrt, oracle);
    // Every significand of a radicand, with an even exponent and with an odd one.
    let all = (0..1 << 24).map(|n| binary32::ONE + n);
    agree("rsqrt", all, binary32::rsqrt, oracle);
}

/// Oracle: exact integers: the radicand times the square of the result plus or minus half an ulp does not pass 1.
#[test]
fn the_reciprocal_root_is_nearest() {
    for a in unary().filter(|a| (1..binary32::INFINITY).contains(a)) {
        let root = binary32::rsqrt(a);
        // Both as integers times a power of two: a = m * 2^e, root = r * 2^f.
        let parts = |x: u32| match x >> 23 {
            0 => (u128::from(x), -149),
            e => (u128::from(x & 0x7f_ffff | 0x80_0000), e as i32 - 150),
        };
        let ((m, e), (r, f)) = (parts(a), parts(root));
        let one = 1 << (2 - e - 2 * f);
        let nearest = (2 * r - 1).pow(2) * m < one && one < (2 * r + 1).pow(2) * m;
        assert!(nearest, "rsqrt({a:08x}) is not {root:08x}");
    }
}
