use crate::float::soft::binary32 as soft;

with_pairs! {
    (a, b),
    [
        lower = soft::sub,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_sub(a: u32, b: u32) -> u32 {
    return native_canonical(bitcast<f32>(a) - bitcast<f32>(b));
}"),
            correct = soft::sub_corrected,
            c = "a - b",
        ),
        laws(
            // Subtracting +0 leaves zeros of both signs unchanged; -0 - -0 is +0.
            RightIdentity(0.0),
            Not(RightIdentity(-0.0), witness = (-0.0)),
            Not(LeftIdentity(0.0), witness = (1.0)),
            Not(Commutative, witness = (0.0, 1.0)),
            Not(Associative, witness = (1.0, 1.0, 1.0)),
            Not(SelfInverse(0.0), witness = (f32::INFINITY)),
        ),
        boundaries((f32::MAX, f32::MIN), (1.0, f32::from_bits(0x3f7f_ffff))),
        table(
            (0.0, 0.0) => 0.0, "an exact difference of zero is +0 when rounding to nearest",
            (-0.0, 0.0) => -0.0, "-0 and the negation of +0 are like zeros",
            (f32::INFINITY, f32::INFINITY) => f32::NAN, "infinities of one sign have no difference",
            (f32::from_bits(0x7f80_0001), f32::INFINITY) => f32::NAN, "a NaN stays one, made canonical",
            (f32::MIN_POSITIVE, f32::from_bits(1)) => f32::from_bits(0x007f_ffff),
                "the difference of two normal numbers may be subnormal and is exact",
            (1.0, f32::from_bits(0x3300_0000)) => 1.0,
                "1 - 2^-25 lies half way between two numbers, and 1 is even",
            (1.0, f32::from_bits(0x3300_0001)) => f32::from_bits(0x3f7f_ffff),
                "just above half way: the sticky bit decides",
            (f32::MIN, f32::MAX) => f32::NEG_INFINITY, "overflow keeps the sign",
        ),
    ],
    [
        overflow = a.is_finite() && b.is_finite() && (a - b).is_infinite(),
        cancellation = a == b && a != 0.0,
        nearly_equal = a != b && a.is_normal() && a.to_bits().abs_diff(b.to_bits()) == 1,
    ],
    /// Difference, rounded once to the nearest, ties to even.
    pub fn sub(a: f32, b: f32) -> f32 {
        a - b
    }
}
