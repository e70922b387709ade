use super::log;
use crate::float::ops::binary32::{add, mul, neg};
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::exp,
        native(
            wgsl = "
fn native_exp(a: u32) -> u32 {
    let bounded = clamp(bitcast<f32>(a), -88.0, 89.0);
    let n = round(bounded * 1.442695);
    let k = f64(n);
    let r = fma(k, -5.497923018708371e-14lf, fma(k, -0.6931471805598903lf, f64(bounded)));
    var p = fma(2.5100375924709717e-08lf, r, 2.762007599981065e-07lf);
    p = fma(p, r, 2.7557268480116333e-06lf);
    p = fma(p, r, 2.4801521322116825e-05lf);
    p = fma(p, r, 0.0001984126986304067lf);
    p = fma(p, r, 0.0013888888917196881lf);
    p = fma(p, r, 0.008333333333330065lf);
    p = fma(p, r, 0.041666666666624164lf);
    p = fma(p, r, 0.16666666666666669lf);
    p = fma(p, r, 0.5000000000000001lf);
    p = fma(p, r, 1.0lf);
    p = fma(p, r, 1.0lf);
    return bitcast<u32>(f32(p)) + (bitcast<u32>(i32(n)) << 23u);
}",
            correct = soft::exp_corrected,
            c = "exp(a)",
        ),
        laws(
            // Rounding is monotone.
            Monotone,
            Not(Even(neg), witness = (1.0)),
            // An overflowed result loses the operand.
            Not(InverseOf(log), witness = (100.0)),
            Not(Homomorphism(add, mul), witness = (100.0, -100.0)),
        ),
        boundaries(
            f32::from_bits(0xc169_12cd),
            f32::from_bits(0x42b1_7217),
            f32::from_bits(0x42b1_7218),
            f32::from_bits(0xc2cf_f1b4),
            f32::from_bits(0xc2cf_f1b5),
            f32::from_bits(0xc2ae_ac4f),
            f32::from_bits(0xc2ae_ac50),
        ),
        table(
            0.0 => 1.0, "e^0, the only exact power",
            -0.0 => 1.0, "whichever the sign",
            1.0 => core::f32::consts::E, "e",
            f32::NEG_INFINITY => 0.0, "the limit below",
            f32::INFINITY => f32::INFINITY, "the limit above",
            f32::from_bits(1) => 1.0, "a subnormal exponent moves nothing",
            f32::from_bits(0x3380_0000) => f32::from_bits(0x3f80_0001),
                "e^(2^-24) = 1 + 2^-24 + 2^-49 + ..: the square lifts it over the tie",
            f32::from_bits(0x337f_ffff) => 1.0, "the number below lies below the tie",
            f32::from_bits(0xb300_0000) => 1.0,
                "e^(-2^-25) = 1 - 2^-25 + 2^-51 - ..: the square keeps it above the tie",
            f32::from_bits(0xb300_0001) => f32::from_bits(0x3f7f_ffff), "the number beyond lies below it",
            f32::from_bits(0x42b1_7217) => f32::from_bits(0x7f7f_ff84),
                "ln 2^128 = 88.72283906: the last number before it",
            f32::from_bits(0x42b1_7218) => f32::INFINITY, "the first number beyond overflows",
            f32::from_bits(0xc2cf_f1b4) => f32::from_bits(1),
                "ln 2^-150 = -103.97207708: just above it, more than half of the least number",
            f32::from_bits(0xc2cf_f1b5) => 0.0, "just below it, less than half",
            f32::from_bits(0xc2ae_ac50) => f32::from_bits(0x007f_ffe6), "ln 2^-126 = -87.33654475: below it, subnormal",
            f32::from_bits(0xc169_12cd) => f32::from_bits(0x34fd_331b), "of all results the nearest to a tie",
            f32::from_bits(0xff80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        overflow = a.is_finite() && a > 88.72283,
        subnormal_result = a < -87.33655 && a > -103.97207,
        underflow = a.is_finite() && a < -103.97208,
        near_one = a != 0.0 && a.abs() < 1e-7,
    ],
    /// e to the power of the operand, rounded to the nearest.
    pub fn exp(a: f32) -> f32 {
        core_math::expf(a)
    }
}
