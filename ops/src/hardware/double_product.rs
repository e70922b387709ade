use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// Product of both operands, each limited to 2^26 - 1, by the binary64 unit.
///
/// IEEE 754 binary64 has 53 significant bits, so every integer up to 2^53 is exact in it. The largest product here is
/// below 2^52, so nothing is rounded, and the result is the integer product.
#[vyre_op(
    category = C {
        hardware = "shader-f64",
        available = |backend| backend.has("shader-f64"),
    },
    lower = target(
        wgsl = "
fn double_product(a: u32, b: u32) -> vec2<u32> {
    let p = f64(min(a, 67108863u)) * f64(min(b, 67108863u));
    let high = u32(p * 2.3283064365386962890625e-10lf);
    let low = u32(p - f64(high) * 4294967296.0lf);
    return vec2<u32>(low, high);
}",
        cuda = "
__device__ u64 vyre_double_product(u32 a, u32 b) {
    const double x = a < 67108863u ? a : 67108863u;
    const double y = b < 67108863u ? b : 67108863u;
    return (u64)__dmul_rn(x, y);
}",
        opencl = "
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static u64 vyre_double_product(u32 a, u32 b) {
    const double x = a < 67108863u ? a : 67108863u;
    const double y = b < 67108863u ? b : 67108863u;
    return (u64)(x * y);
}",
        c = "
static u64 vyre_double_product(u32 a, u32 b) {
    const double x = a < 67108863u ? a : 67108863u;
    const double y = b < 67108863u ? b : 67108863u;
    return (u64)(x * y);
}",
    ),
    laws(
        Commutative,
        Bounded(0, 0xF_FFFF_F800_0001),
        LeftMonotone,
        ZeroProduct(true),
    ),
    boundaries(
        (0x3FF_FFFF, 0x3FF_FFFF),
        (0x400_0000, 0x3FF_FFFF),
        (u32::MAX, u32::MAX),
        (u32::MAX, 1),
        (0x1_0000, 0x1_0000),
    ),
    classes(
        exact = max(a, b) <= 0x3FF_FFFF,
        one_limited = max(a, b) > 0x3FF_FFFF && min(a, b) <= 0x3FF_FFFF,
        both_limited = min(a, b) > 0x3FF_FFFF,
    ),
    table(
        (3, 7) => 21, "small operands: their product",
        (0x3FF_FFFF, 0x3FF_FFFF) => 0xF_FFFF_F800_0001, "2^52 - 2^27 + 1, the largest product",
        (u32::MAX, 1) => 0x3FF_FFFF, "a larger operand counts as 2^26 - 1",
        (0x1_0000, 0x1_0000) => 0x1_0000_0000, "2^32 has its one bit in the high word",
    ),
)]
pub const fn double_product(a: u32, b: u32) -> u64 {
    (min(a, 0x3FF_FFFF) as u64).wrapping_mul(min(b, 0x3FF_FFFF) as u64)
}
