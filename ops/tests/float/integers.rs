//! Conversions between the 16-bit formats and integers, and classes: kernels and references of the ops, compared with
//! an independent library and with exact integers.

use crate::cases::{operand, unary};
use crate::oracle::{Format, kind, nearest, signed, unsigned};
use crate::support::agree;
use half::{bf16, f16};
use rustc_apfloat::ieee::{BFloat, Half};
use rustc_apfloat::{Category, Round};
use std::num::FpCategory;
use vyre_ops::float::ops::{bfloat16 as brain, binary16 as sixteen, convert};
use vyre_ops::float::soft::{bfloat16, binary16};

const ALL_WORDS: std::ops::Range<u32> = 0..0x1_0000;

/// The bits of a pattern rounded to an integer by `rustc_apfloat`, which has no result for NaN.
fn integer<F: Format>(a: u32, mode: Round, sign: bool) -> u32 {
    let x = F::of(a);
    let exact = &mut false;
    match (x.is_nan(), sign) {
        (true, _) => 0,
        (_, true) => x.to_i128_r(32, mode, exact).value as u32,
        (_, false) => x.to_u128_r(32, mode, exact).value as u32,
    }
}

fn class<F: Format>(a: u32) -> u32 {
    let x = F::of(a);
    kind(match x.category() {
        Category::Zero => FpCategory::Zero,
        Category::Normal if x.is_denormal() => FpCategory::Subnormal,
        Category::Normal => FpCategory::Normal,
        Category::Infinity => FpCategory::Infinite,
        Category::NaN => FpCategory::Nan,
    })
}

macro_rules! of_patterns {
    ($test:ident, $T:ident, $kernels:ident, $ops:ident, $F:ident) => {
        /// Oracle: `rustc_apfloat` in the format itself, on every pattern.
        #[test]
        fn $test() {
            macro_rules! rounded {
                ($mode:ident, $sign:literal, $name:ident) => {
                    let due = |a| integer::<$F>(a, Round::$mode, $sign);
                    let name = stringify!($name);
                    agree(name, ALL_WORDS, |a| $kernels::$name(a) as u32, due);
                    agree(
                        name,
                        ALL_WORDS,
                        |a| $ops::$name($T::from_bits(a as u16)) as u32,
                        due,
                    );
                };
            }
            rounded!(NearestTiesToEven, true, to_i32_nearest);
            rounded!(TowardZero, true, to_i32_truncate);
            rounded!(TowardNegative, true, to_i32_floor);
            rounded!(TowardPositive, true, to_i32_ceil);
            rounded!(NearestTiesToEven, false, to_u32_nearest);
            rounded!(TowardZero, false, to_u32_truncate);
            rounded!(TowardNegative, false, to_u32_floor);
            rounded!(TowardPositive, false, to_u32_ceil);
            agree("class", ALL_WORDS, $kernels::class, class::<$F>);
            let op = |a| $ops::classify($T::from_bits(a as u16));
            agree("classify", ALL_WORDS, op, class::<$F>);
        }
    };
}

of_patterns!(patterns_of_binary16, f16, binary16, sixteen, Half);
of_patterns!(patterns_of_bfloat16, bf16, bfloat16, brain, BFloat);

/// Ties of both formats with their neighbours, and words of every length.
fn words() -> impl Iterator<Item = u32> {
    let ties = (8..32u32).flat_map(|length| {
        let odd = [7, 10].into_iter().filter(move |below| *below < length);
        odd.flat_map(move |below| {
            (0..64u32).flat_map(move |high| {
                let tie = 1 << length | high << (length - below) | 1 << (length - below - 1);
                (tie - 2..=tie + 2).flat_map(|n| [n, n.wrapping_neg()])
            })
        })
    });
    let lengths = (0..10_000).flat_map(|n| (0..32).map(move |k| operand(n) >> k));
    ties.chain(lengths).chain(unary())
}

macro_rules! of_integers {
    ($test:ident, $T:ident, $kernels:ident, $F:ident, $bits:literal, $signed:ident, $unsigned:ident) => {
        /// Oracle: exact integers, which are infinite in binary16 from 2^16 on; `rustc_apfloat`.
        #[test]
        fn $test() {
            let exact = |magnitude: u32| {
                let found = nearest(magnitude.into(), $bits) as f32;
                let past = stringify!($T) == "f16" && found >= 65_536.0;
                if past { f32::INFINITY } else { found }
            };
            let value = |bits: u32| $T::from_bits(bits as u16).to_f32().to_bits();
            let due = |n| exact(n).to_bits();
            agree("from_u32", words(), |n| value($kernels::from_u32(n)), due);
            let op = |n| u32::from(convert::$unsigned(n).to_bits());
            agree("of u32", words(), |n| value(op(n)), due);
            agree("of u32", words().step_by(11), op, unsigned::<$F>);
            let due = |n: u32| {
                if (n as i32) < 0 {
                    (-exact(n.wrapping_neg())).to_bits()
                } else {
                    exact(n).to_bits()
                }
            };
            agree(
                "from_i32",
                words(),
                |n| value($kernels::from_i32(n as i32)),
                due,
            );
            let op = |n| u32::from(convert::$signed(n as i32).to_bits());
            agree("of i32", words(), |n| value(op(n)), due);
            agree("of i32", words().step_by(11), op, signed::<$F>);
        }
    };
}

of_integers!(
    integers_to_binary16,
    f16,
    binary16,
    Half,
    11,
    i32_to_f16,
    u32_to_f16
);
of_integers!(
    integers_to_bfloat16,
    bf16,
    bfloat16,
    BFloat,
    8,
    i32_to_bf16,
    u32_to_bf16
);

/// Oracle: exact integers: a conversion through the nearest number of binary32 rounds twice.
#[test]
fn a_conversion_that_rounds_twice_is_caught() {
    use crate::support::difference;
    use vyre_ops::float::soft::binary32;
    let twice = |n| binary32::to_bfloat16(binary32::from_u32(n));
    let once = |n: u32| bf16::from_f32(nearest(n.into(), 8) as f32).to_bits().into();
    assert!(difference(words(), bfloat16::from_u32, once).is_none());
    assert!(difference(words(), twice, once).is_some());
}
