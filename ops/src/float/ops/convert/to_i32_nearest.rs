use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::to_i32_nearest,
        native(
            wgsl = "
fn native_to_i32_nearest(a: u32) -> i32 {
    let magnitude = a & 0x7fffffffu;
    if magnitude > 0x7f800000u {
        return 0;
    }
    // From 2^31 on in magnitude.
    if magnitude >= 0x4f000000u {
        return bitcast<i32>(select(0x7fffffffu, 0x80000000u, a >= 0x80000000u));
    }
    return i32(round(bitcast<f32>(a)));
}",
        ),
        laws(Monotone),
        boundaries(2147483648.0, -2147483648.0, 4294967296.0, 8388607.5),
        table(
            0.5 => 0, "a tie, and 0 is even",
            1.5 => 2, "a tie, and 2 is even",
            2.5 => 2, "a tie, and 2 is even",
            -1.5 => -2, "a tie below zero",
            2147483648.0 => i32::MAX, "2^31 is one too many",
            2147483520.0 => 2_147_483_520, "the number below it fits",
            -2147483648.0 => i32::MIN, "-2^31 fits",
            f32::NEG_INFINITY => i32::MIN, "what is too small is the least integer",
            f32::INFINITY => i32::MAX, "what is too great is the greatest integer",
            f32::NAN => 0, "a NaN is zero",
            f32::from_bits(0xff80_0001) => 0, "of either kind and sign",
            -0.0 => 0, "integers have one zero",
        ),
    ],
    [
        fraction = a.fract() != 0.0 && a.abs() < 8388608.0,
        too_great = a >= 2147483648.0,
        too_small = a < -2147483648.0,
        whole = a.fract() == 0.0 && a > 16777216.0,
    ],
    /// The operand rounded to the nearest integer, ties to even; saturates, and NaN gives 0.
    pub fn to_i32_nearest(a: f32) -> i32 {
        a.round_ties_even() as i32
    }
}
