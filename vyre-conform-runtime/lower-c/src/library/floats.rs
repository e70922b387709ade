//! Floats of native expressions: conversion between bits and `float`, the canonical NaN, and the
//! functions that an expression may call.
//!
//! In C11 they are compiler builtins, because a unit is linked with no library; if the processor has no
//! `fma` instruction, units that call it do not compile.
//!
//! `exp` is computed in binary64 and rounded once. With `x = n ln 2 + r`, where `n` is an integer and
//! `r` at most half of ln 2, it is `2^n` times a polynomial in `r` that interpolates at the Chebyshev
//! nodes, with an error of at most 2^-55.8; ln 2 is split in two parts, the first with 42 bits so that
//! its product is exact (Muller et al., "Handbook of Floating-Point Arithmetic", 2nd edition, 2018,
//! chapter 11). The result closest to a tie, at c16912cd, is within 2^-54 of it relatively, so no error
//! bound proves all results correct: the exhaustive checks do.

use super::{Part, function};
use crate::Dialect;

/// Without such an instruction the compiler would call a library function, but a unit is linked with no
/// library.
const FUSED: &str = "#if !defined(__FP_FAST_FMAF) && !defined(__FMA__) && !defined(__ARM_FEATURE_FMA)\n\
                     #error \"a fused multiply-add, which the processor lacks\"\n#endif\nreturn __builtin_fmaf(a, b, \
                     c);";

/// The coefficients of `exp`, from `r^11` down to `r`.
const POWERS: [&str; 11] = [
    "2.5100375924709717e-08",
    "2.762007599981065e-07",
    "2.7557268480116333e-06",
    "2.4801521322116825e-05",
    "0.0001984126986304067",
    "0.0013888888917196881",
    "0.008333333333330065",
    "0.041666666666624164",
    "0.16666666666666669",
    "0.5000000000000001",
    "1.0",
];

/// `exp`, with a binary64 step that a dialect may fuse, and conversion from bits to binary64.
fn exp(dialect: Dialect) -> String {
    let [available, types, step, as_bits, as_double] = match dialect {
        Dialect::C11 => [
            "",
            "union { u64 bits; double value; } both = {.value = t};\n",
            "(A) * (B) + (C)",
            "both.bits",
            "both.bits = power;\nconst double scale = both.value;",
        ],
        Dialect::OpenCl => [
            "#ifndef cl_khr_fp64\n#error \"binary64, which the device lacks\"\n#endif\n",
            "",
            "fma(A, B, C)",
            "as_ulong(t)",
            "const double scale = as_double(power);",
        ],
        Dialect::Cuda => [
            "",
            "",
            "__fma_rn(A, B, C)",
            "(u64)__double_as_longlong(t)",
            "const double scale = __longlong_as_double((long long)power);",
        ],
    };
    let step = |a: &str, b: &str, c: &str| {
        let step = step.replace('A', a);
        step.replace('B', b).replace('C', c)
    };
    let t = step("x", "1.4426950408889634", "6755399441055744.0");
    let [first, second] = [
        step("n", "-0.6931471805598903", "x"),
        step("n", "-5.497923018708371e-14", "s"),
    ];
    let rest = POWERS[1..].iter().chain([&"1.0"]);
    let steps = rest.map(|power| format!("p = {};\n", step("p", "r", power)));
    let steps: String = steps.collect();
    format!(
        "{available}// Beyond these it vanishes, or overflows; a NaN stays.\n\
         const double x = (double)(a < -104.0f ? -104.0f : a > 89.0f ? 89.0f : a);\n\
         // What is added pushes all bits behind the point out.\n\
         const double t = {t};\n\
         {types}const u64 power = ({as_bits} + (u64)1023) << 52;\n\
         {as_double}\n\
         const double n = t - 6755399441055744.0;\n\
         const double s = {first};\n\
         const double r = {second};\n\
         double p = {};\n{steps}return (float)(p * scale);",
        POWERS[0]
    )
}

/// The library part `stem` for `f32`.
pub(super) fn part(stem: &str, ty: &str, dialect: Dialect) -> Option<Part> {
    if ty != "f32" {
        return None;
    }
    let exponential;
    let [as_float, as_bits, fma, sqrt] = match dialect {
        Dialect::C11 => [
            "union { u32 bits; float value; } both = {.bits = a};\nreturn both.value;",
            "union { u32 bits; float value; } both = {.value = a};\nreturn both.bits;",
            FUSED,
            "return __builtin_sqrtf(a);",
        ],
        Dialect::OpenCl => [
            "return as_float(a);",
            "return as_uint(a);",
            "return fma(a, b, c);",
            "return sqrt(a);",
        ],
        Dialect::Cuda => [
            "return __uint_as_float(a);",
            "return __float_as_uint(a);",
            "return __fmaf_rn(a, b, c);",
            "return __fsqrt_rn(a);",
        ],
    };
    let (head, body) = match stem {
        "float" => ("float float_f32(u32 a)", as_float),
        "bits" => ("u32 bits_f32(float a)", as_bits),
        "canonical" => (
            "u32 canonical_f32(u32 a)",
            "return (a & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : a;",
        ),
        "exp" => {
            exponential = exp(dialect);
            ("float exp_f32(float a)", exponential.as_str())
        }
        "fma" => ("float fma_f32(float a, float b, float c)", fma),
        "sqrt" => ("float sqrt_f32(float a)", sqrt),
        _ => return None,
    };
    Some(Part::new(function(dialect, head, body), &[]))
}
