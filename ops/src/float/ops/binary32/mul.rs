use super::add;
use crate::float::soft::binary32 as soft;

with_pairs! {
    (a, b),
    [
        lower = soft::mul,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_mul(a: u32, b: u32) -> u32 {
    return native_canonical(bitcast<f32>(a) * bitcast<f32>(b));
}"),
            correct = soft::mul_corrected,
            c = "a * b",
        ),
        laws(
            Commutative,
            Identity(1.0),
            Not(Associative, witness = (1e30, 1e30, 1e-30)),
            Not(DistributiveOver(add), witness = (1e30, 1e30, -1e30)),
            // The sign of a zero product depends on the other operand, and zero times infinity is NaN.
            Not(Absorbing(0.0), witness = (-1.0)),
            // A product may underflow.
            ZeroProduct(false, witness = (1e-30, 1e-30)),
        ),
        boundaries((f32::MAX, 2.0), (f32::MIN_POSITIVE, 0.5), (f32::MIN_POSITIVE, f32::MIN_POSITIVE)),
        table(
            (0.0, -1.0) => -0.0, "the signs decide the sign of zero",
            (-0.0, -0.0) => 0.0, "two negative signs make a positive one",
            (f32::INFINITY, 0.0) => f32::NAN, "infinity and zero have no product",
            (f32::INFINITY, -2.0) => f32::NEG_INFINITY, "infinity keeps the sign rule",
            (f32::MAX, 2.0) => f32::INFINITY, "overflow",
            (f32::from_bits(1), 0.5) => 0.0, "half of the least subnormal number is a tie, and 0 is even",
            (f32::from_bits(3), 0.5) => f32::from_bits(2), "1.5 units is a tie, and 2 is even",
            (f32::from_bits(1), f32::from_bits(0x3f00_0001)) => f32::from_bits(1),
                "just above half a unit: the sticky bit decides",
            (f32::MIN_POSITIVE, f32::from_bits(0x3f7f_ffff)) => f32::MIN_POSITIVE,
                "half a unit below the least normal number rounds up to it",
            (f32::from_bits(0x3f80_0001), f32::from_bits(0x3f80_0001)) => f32::from_bits(0x3f80_0002),
                "(1 + u)^2 = 1 + 2u + u^2, and u^2 is far below half a unit",
            (f32::from_bits(0x7f80_0001), 0.0) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        overflow = a.is_finite() && b.is_finite() && (a * b).is_infinite(),
        subnormal_product = (a * b).is_subnormal() && a.is_normal() && b.is_normal(),
        underflow = a != 0.0 && b != 0.0 && a * b == 0.0,
    ],
    /// Product, rounded once to the nearest, ties to even.
    pub fn mul(a: f32, b: f32) -> f32 {
        a * b
    }
}
