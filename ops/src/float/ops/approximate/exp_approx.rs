use crate::float::soft::approximate as soft;

with_kinds! {
    a,
    [
        lower = soft::exp,
        ulps = 2,
        laws(
            Monotone,
            Not(Idempotent, witness = (0.0)),
        ),
        boundaries(
            f32::from_bits(0x42b1_7217),
            f32::from_bits(0x42b1_7218),
            f32::from_bits(0xc2cf_f1b4),
            f32::from_bits(0xc2cf_f1b5),
            f32::from_bits(0xc2ae_ac50),
            f32::from_bits(0x3300_0000),
        ),
        table(
            0.0 => 1.0, "e^0",
            -0.0 => 1.0, "of either zero",
            1.0 => core::f32::consts::E, "e itself",
            f32::INFINITY => f32::INFINITY, "it grows without bound",
            f32::NEG_INFINITY => 0.0, "and vanishes",
            f32::from_bits(0x42b1_7217) => f32::from_bits(0x7f7f_ff84), "the last finite result",
            f32::from_bits(0x42b1_7218) => f32::INFINITY, "the first overflow: no rounding error leads there",
            f32::from_bits(0xc2cf_f1b4) => f32::from_bits(1), "above half of the least subnormal number",
            f32::from_bits(0xc2cf_f1b5) => 0.0, "and below it",
            f32::from_bits(1) => 1.0, "1 + 2^-149 rounds to 1",
            f32::NAN => f32::NAN, "NaN has none",
        ),
    ],
    [
        overflow = a > 88.73 && a.is_finite(),
        subnormal_result = a < -87.4 && a > -103.0,
        vanishes = a < -104.0 && a.is_finite(),
        near_zero = a.is_normal() && a.abs() < 1e-8,
    ],
    /// `e^a`, within 2 ulps.
    pub fn exp_approx(a: f32) -> f32 {
        core_math::expf(a)
    }
}
