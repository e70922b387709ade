//! binary32: to integral numbers, to and from integers and the 16-bit formats.

use crate::cases::{operand, unary};
use crate::oracle::{Format, bits};
use crate::support::agree;
use half::{bf16, f16};
use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};
use vyre_ops::float::soft::binary32;

const MODES: [Round; 4] = [
    Round::NearestTiesToEven,
    Round::TowardZero,
    Round::TowardNegative,
    Round::TowardPositive,
];

/// Oracle: the standard library's `round_ties_even`, `trunc`, `floor` and `ceil`, and `rustc_apfloat`.
#[test]
fn integral_numbers_are_the_hosts() {
    let ours = [
        binary32::round_ties_even,
        binary32::trunc,
        binary32::floor,
        binary32::ceil,
    ];
    let host = [f32::round_ties_even, f32::trunc, f32::floor, f32::ceil];
    for ((ours, host), mode) in ours.into_iter().zip(host).zip(MODES) {
        agree("to integral", unary(), ours, |a| {
            bits(host(f32::from_bits(a)))
        });
        let apfloat = |a| Single::of(a).round_to_integral(mode).value.pattern();
        agree("to integral", unary().step_by(11), ours, apfloat);
    }
}

/// Oracle: the host's rounding to integral followed by `as`, which saturates, and `rustc_apfloat`.
#[test]
fn conversions_to_integers_are_the_hosts() {
    let signed = [
        binary32::to_i32_nearest,
        binary32::to_i32_truncate,
        binary32::to_i32_floor,
        binary32::to_i32_ceil,
    ];
    let unsigned = [
        binary32::to_u32_nearest,
        binary32::to_u32_truncate,
        binary32::to_u32_floor,
        binary32::to_u32_ceil,
    ];
    let host = [f32::round_ties_even, f32::trunc, f32::floor, f32::ceil];
    for (k, host) in host.into_iter().enumerate() {
        let (signed, unsigned) = (signed[k], unsigned[k]);
        agree("to i32", unary(), signed, |a| {
            host(f32::from_bits(a)) as i32
        });
        agree("to u32", unary(), unsigned, |a| {
            host(f32::from_bits(a)) as u32
        });
        let exact = &mut false;
        for a in unary().step_by(11) {
            let x = Single::of(a);
            // Over- and underflow saturate in `rustc_apfloat` as well; it has no result for NaN.
            let expected = if x.is_nan() {
                0
            } else {
                x.to_i128_r(32, MODES[k], exact).value
            };
            assert_eq!(i128::from(signed(a)), expected, "to i32 of {a:08x}");
            let expected = if x.is_nan() {
                0
            } else {
                x.to_u128_r(32, MODES[k], exact).value
            };
            assert_eq!(u128::from(unsigned(a)), expected, "to u32 of {a:08x}");
        }
    }
}

/// Oracle: `as`, which rounds to nearest even, and `rustc_apfloat`.
#[test]
fn conversions_from_integers_are_the_hosts() {
    let integers = || unary().chain((0..1000).flat_map(|n| (0..32).map(move |k| operand(n) >> k)));
    agree("from u32", integers(), binary32::from_u32, |n| {
        (n as f32).to_bits()
    });
    agree(
        "from i32",
        integers(),
        |n| binary32::from_i32(n as i32),
        |n| (n as i32 as f32).to_bits(),
    );
    let apfloat = |n: u32| Single::from_u128(n.into()).value.pattern();
    agree(
        "from u32",
        integers().step_by(11),
        binary32::from_u32,
        apfloat,
    );
}

fn narrowed<F: Format>(a: u32) -> u32
where
    Single: FloatConvert<F>,
{
    let narrow: F = Single::of(a).convert(&mut false).value;
    narrow.pattern()
}

/// Oracle: the crate `half`, and `rustc_apfloat`.
#[test]
fn narrowing_agrees_with_half() {
    let to16 = |a| match f16::from_f32(f32::from_bits(a)) {
        x if x.is_nan() => Half::CANONICAL,
        x => x.to_bits().into(),
    };
    let to_bf16 = |a| match bf16::from_f32(f32::from_bits(a)) {
        x if x.is_nan() => BFloat::CANONICAL,
        x => x.to_bits().into(),
    };
    agree("to_binary16", unary(), binary32::to_binary16, to16);
    agree("to_bfloat16", unary(), binary32::to_bfloat16, to_bf16);
    let every = || unary().step_by(11);
    agree(
        "to_binary16",
        every(),
        binary32::to_binary16,
        narrowed::<Half>,
    );
    agree(
        "to_bfloat16",
        every(),
        binary32::to_bfloat16,
        narrowed::<BFloat>,
    );
}

/// Oracle: the crate `half`, on every pattern.
#[test]
fn widening_agrees_with_half() {
    let from16 = |a: u32| bits(f16::from_bits(a as u16).to_f32());
    let from_bf16 = |a: u32| bits(bf16::from_bits(a as u16).to_f32());
    agree(
        "from_binary16",
        0..0x1_0000,
        binary32::from_binary16,
        from16,
    );
    agree(
        "from_bfloat16",
        0..0x1_0000,
        binary32::from_bfloat16,
        from_bf16,
    );
}
