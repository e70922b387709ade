//! Floats of native expressions: from bits to a `float` and back, the canonical NaN, and the functions that an expression
//! may call.
//!
//! In C11 they are built-in functions of the compiler, since a unit is linked with no library; where the processor has no
//! instruction for `fma` no unit compiles that calls it.

use super::{Part, function};
use crate::Dialect;

/// Without such an instruction the compiler would call a function of a library, with which no unit is linked.
const FUSED: &str = "#if !defined(__FP_FAST_FMAF) && !defined(__FMA__) && !defined(__ARM_FEATURE_FMA)\n\
                     #error \"a fused multiply-add, which the processor lacks\"\n#endif\nreturn __builtin_fmaf(a, b, c);";

/// The part `stem` of `f32`.
pub(super) fn part(stem: &str, ty: &str, dialect: Dialect) -> Option<Part> {
    if ty != "f32" {
        return None;
    }
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
        "fma" => ("float fma_f32(float a, float b, float c)", fma),
        "sqrt" => ("float sqrt_f32(float a)", sqrt),
        _ => return None,
    };
    Some(Part::new(function(dialect, head, body), &[]))
}
