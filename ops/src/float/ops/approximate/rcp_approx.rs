use crate::float::ops::binary32::neg;
use crate::float::soft::approximate as soft;

with_kinds! {
    a,
    [
        lower = soft::rcp,
        ulps = 1,
        laws(
            Odd(neg),
            // The intermediate result of 2^-128 overflows.
            Not(Involution, witness = (f32::from_bits(0x0020_0000))),
            Not(Monotone, witness = (1.0, 2.0)),
        ),
        boundaries(
            f32::from_bits(0x0020_0000),
            f32::from_bits(0x0020_0001),
            f32::from_bits(0x7e80_0001),
            f32::from_bits(0x7f00_0000),
            f32::MAX,
        ),
        table(
            2.0 => 0.5, "powers of two have exact reciprocals",
            -0.25 => -4.0, "of either sign",
            3.0 => f32::from_bits(0x3eaa_aaab), "0.01010101.. in binary, rounded up",
            0.0 => f32::INFINITY, "zero has the infinity of its sign",
            -0.0 => f32::NEG_INFINITY, "and the sign counts",
            f32::INFINITY => 0.0, "infinity has zero",
            f32::from_bits(0x0020_0000) => f32::INFINITY, "2^-128 has 2^128, which overflows",
            f32::from_bits(0x0020_0001) => f32::from_bits(0x7f7f_fff8),
                "2^-128 (1 + 2^-21) has 2^128 (1 - 2^-21 + ..), still finite",
            f32::from_bits(0x7f00_0000) => f32::from_bits(0x0040_0000), "2^127 has the subnormal 2^-127",
            f32::NAN => f32::NAN, "NaN has none",
        ),
    ],
    [overflow = a != 0.0 && (1.0 / a).is_infinite(), subnormal_result = (1.0 / a).is_subnormal()],
    /// The reciprocal, within 1 ulp.
    pub fn rcp_approx(a: f32) -> f32 {
        1.0 / a
    }
}
