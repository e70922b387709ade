use crate::float::soft::binary32 as soft;

with_pairs! {
    (y, x),
    [
        lower = soft::atan2,
        laws(
            Not(Commutative, witness = (0.0, 1.0)),
            Not(Associative, witness = (1.0, 1.0, -1.0)),
            // In the left half-plane the angle falls as the point rises, and jumps at the negative axis.
            Not(LeftMonotone, witness = (1.0, 2.0, -1.0)),
            Not(RightMonotone, witness = (1.0, -1.0, 1.0)),
            Not(LeftAbsorbing(0.0), witness = (-1.0)),
            Not(Idempotent, witness = (1.0)),
        ),
        boundaries(
            (f32::from_bits(1), 2.0),
            (f32::from_bits(3), 2.0),
            (1.0, f32::MAX),
            (f32::MAX, f32::from_bits(1)),
            (f32::MIN_POSITIVE, f32::from_bits(0x3f80_0001)),
            (-0.0, -1.0),
            (0.0, -1.0),
        ),
        table(
            (0.0, 0.0) => 0.0, "the four zeros lie on the axis: +0",
            (-0.0, 0.0) => -0.0, "below it -0",
            (0.0, -0.0) => core::f32::consts::PI, "to the left pi",
            (-0.0, -0.0) => -core::f32::consts::PI, "and -pi",
            (0.0, -1.0) => core::f32::consts::PI, "above the negative axis",
            (-0.0, -1.0) => -core::f32::consts::PI, "below the negative axis",
            (1.0, -0.0) => core::f32::consts::FRAC_PI_2, "upwards, whichever zero",
            (-1.0, 0.0) => -core::f32::consts::FRAC_PI_2, "downwards",
            (1.0, 1.0) => core::f32::consts::FRAC_PI_4, "half a right angle",
            (-1.0, -1.0) => f32::from_bits(0xc016_cbe4), "-3 pi / 4",
            (f32::INFINITY, f32::INFINITY) => core::f32::consts::FRAC_PI_4, "infinities stand for a diagonal",
            (f32::INFINITY, f32::NEG_INFINITY) => f32::from_bits(0x4016_cbe4), "3 pi / 4",
            (1.0, f32::NEG_INFINITY) => core::f32::consts::PI, "any number beside -infinity",
            (-1.0, f32::INFINITY) => -0.0, "and beside infinity, with its sign",
            (f32::INFINITY, -1.0) => core::f32::consts::FRAC_PI_2, "an infinite height",
            (f32::NAN, 0.0) => f32::NAN, "a NaN has no angle",
            (0.0, f32::from_bits(0x7f80_0001)) => f32::NAN, "a signalling NaN gives the canonical one",
            (f32::from_bits(1), f32::from_bits(1)) => core::f32::consts::FRAC_PI_4, "subnormal numbers live",
            (f32::from_bits(1), 2.0) => 0.0,
                "the angle is below the quotient, half of the least number, which is a tie to 0 anyway",
            (f32::from_bits(3), 2.0) => f32::from_bits(1),
                "the quotient of 1.5 units is a tie to 2; the angle lies just below it",
            (f32::MIN_POSITIVE, f32::from_bits(0x3f80_0001)) => f32::from_bits(0x007f_ffff),
                "2^-126 (1 - 2^-23 + ..): subnormal",
            (1.0, f32::MAX) => f32::from_bits(0x0020_0000), "2^-128 and 2^-152 more",
            (f32::from_bits(1), f32::MAX) => 0.0, "far below the least number",
            (f32::from_bits(1), -1.0) => core::f32::consts::PI, "2^-149 below pi",
            (f32::MAX, f32::from_bits(1)) => core::f32::consts::FRAC_PI_2, "the quotient overflows, the angle does not",
        ),
    ],
    [
        first_quadrant = y > 0.0 && x > 0.0 && y.is_finite() && x.is_finite(),
        second_quadrant = y > 0.0 && x < 0.0 && y.is_finite() && x.is_finite(),
        third_quadrant = y < 0.0 && x < 0.0 && y.is_finite() && x.is_finite(),
        fourth_quadrant = y < 0.0 && x > 0.0 && y.is_finite() && x.is_finite(),
        diagonal = y.abs() == x.abs() && y.is_normal(),
        subnormal_angle = core_math::atan2f(y, x).is_subnormal(),
        underflow = y != 0.0 && x.is_finite() && core_math::atan2f(y, x) == 0.0,
    ],
    /// The angle in radians, from -pi to pi, of the point `(x, y)`, rounded to the nearest.
    pub fn atan2(y: f32, x: f32) -> f32 {
        core_math::atan2f(y, x)
    }
}
