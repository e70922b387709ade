use crate::float::soft::binary32 as soft;
use vyre_conform_runtime::vyre_op;

/// `a * b + c`, rounded once to the nearest, ties to even.
#[vyre_op(
    lower = soft::fma,
    native(
        wgsl = concat!(native_canonical!(), "
fn native_mul_add(a: u32, b: u32, c: u32) -> u32 {
    return native_canonical(fma(bitcast<f32>(a), bitcast<f32>(b), bitcast<f32>(c)));
}"),
        correct = soft::fma_corrected,
        c = "fma(a, b, c)",
    ),
    laws(CommutativeFactors),
    boundaries(
        (f32::from_bits(0x3f80_0001), f32::from_bits(0x3f80_0001), -1.0),
        (f32::MAX, 2.0, f32::MIN),
        (f32::MIN_POSITIVE, 0.5, f32::from_bits(1)),
    ),
    classes(
        nan_operand = a.is_nan() || b.is_nan() || c.is_nan(),
        no_product = a.is_infinite() && b == 0.0 || a == 0.0 && b.is_infinite(),
        infinite_product = a.is_infinite() && b.is_normal() && c.is_finite(),
        opposite_infinities = a.is_infinite() && b.is_normal() && c == -(a * b),
        zero_product = a == 0.0 && b.is_finite() && c != 0.0,
        zeros = a == 0.0 && b.is_finite() && c == 0.0,
        subnormal_operand = a.is_subnormal() || b.is_subnormal() || c.is_subnormal(),
        subnormal_result = a.mul_add(b, c).is_subnormal(),
        overflow = a.is_finite() && b.is_finite() && c.is_finite() && a.mul_add(b, c).is_infinite(),
        // Inputs on which a separately rounded product gives a wrong result.
        fused = a.mul_add(b, c) != a * b + c && (a * b + c).is_normal(),
        cancellation = a.mul_add(b, c) == 0.0 && c != 0.0,
        normal = a.is_normal() && b.is_normal() && c.is_normal(),
    ),
    table(
        (f32::from_bits(0x3f80_0001), f32::from_bits(0x3f7f_fffe), -1.0) => f32::from_bits(0xa880_0000),
            "(1 + u)(1 - u) - 1 = -u^2 with u = 2^-23: a product rounded by itself is 1, and the sum 0",
        (0.0, f32::INFINITY, f32::NAN) => f32::NAN, "a NaN wins over everything",
        (0.0, f32::INFINITY, 1.0) => f32::NAN, "zero and infinity have no product",
        (f32::INFINITY, 1.0, f32::NEG_INFINITY) => f32::NAN, "opposite infinities have no sum",
        (f32::MAX, 2.0, f32::MIN) => f32::MAX, "the product does not overflow on the way",
        (1.0, -1.0, 1.0) => 0.0, "an exact zero of opposite signs is +0",
        (-0.0, 1.0, -0.0) => -0.0, "like zeros keep their sign",
        (0.0, 1.0, -0.0) => 0.0, "zeros of opposite signs give +0",
        (f32::from_bits(1), 0.5, f32::from_bits(1)) => f32::from_bits(2),
            "1.5 units is a tie, and 2 is even",
        (f32::from_bits(1), f32::from_bits(1), 1.0) => 1.0, "a product far below leaves the sum as it is",
        (f32::from_bits(1), f32::from_bits(1), f32::from_bits(0x8000_0001)) => f32::from_bits(0x8000_0001),
            "nor does it move a subnormal number",
    ),
)]
pub fn mul_add(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}
