use super::mul;
use crate::float::soft::binary32 as soft;

with_pairs! {
    (a, b),
    [
        lower = soft::div,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_div(a: u32, b: u32) -> u32 {
    return native_canonical(bitcast<f32>(a) / bitcast<f32>(b));
}"),
            correct = soft::div_corrected,
            c = "a / b",
        ),
        laws(
            RightIdentity(1.0),
            Not(LeftIdentity(1.0), witness = (2.0)),
            Not(Commutative, witness = (1.0, 2.0)),
            Not(SelfInverse(1.0), witness = (0.0)),
            Not(InverseOf(mul), witness = (1.0, 0.0)),
            Not(LeftAbsorbing(0.0), witness = (-1.0)),
        ),
        boundaries((1.0, 0.0), (1.0, -0.0), (f32::MAX, 0.5), (f32::MIN_POSITIVE, 2.0)),
        table(
            (1.0, 0.0) => f32::INFINITY, "a number by +0 is infinite",
            (1.0, -0.0) => f32::NEG_INFINITY, "the sign of zero counts",
            (0.0, 0.0) => f32::NAN, "0 / 0 is no number",
            (f32::INFINITY, f32::INFINITY) => f32::NAN, "nor is infinity by infinity",
            (1.0, f32::NEG_INFINITY) => -0.0, "a number by an infinity is zero, with the sign of both",
            (1.0, 3.0) => f32::from_bits(0x3eaa_aaab), "0.01010101.. in binary, rounded up",
            (2.0, 3.0) => f32::from_bits(0x3f2a_aaab), "the same, one place up",
            (f32::MIN_POSITIVE, 2.0) => f32::from_bits(0x0040_0000), "an exact subnormal quotient",
            (f32::from_bits(1), 2.0) => 0.0, "half of the least subnormal number is a tie, and 0 is even",
            (f32::from_bits(3), 2.0) => f32::from_bits(2), "1.5 units is a tie, and 2 is even",
            (f32::MAX, 0.5) => f32::INFINITY, "overflow",
            (1.0, f32::from_bits(0xff80_0001)) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        by_zero = b == 0.0 && a != 0.0 && a.is_finite(),
        exact = a.is_normal() && b.is_normal() && b.abs() != 1.0 && (a / b) * b == a,
        overflow = a.is_finite() && b != 0.0 && (a / b).is_infinite(),
        subnormal_quotient = (a / b).is_subnormal() && a.is_normal() && b.is_normal(),
    ],
    /// Quotient, rounded once to the nearest, ties to even.
    pub fn div(a: f32, b: f32) -> f32 {
        a / b
    }
}
