use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::to_u32_floor,
        native(
            wgsl = "
fn native_to_u32_floor(a: u32) -> u32 {
    // NaNs, and what is below zero.
    if a > 0x7f800000u {
        return 0u;
    }
    // From 2^32 on.
    if a >= 0x4f800000u {
        return 0xffffffffu;
    }
    return u32(floor(bitcast<f32>(a)));
}",
        ),
        laws(Monotone),
        boundaries(2147483648.0, -2147483648.0, 4294967296.0, 8388607.5),
        table(
            0.5 => 0, "down to zero",
            1.5 => 1, "down",
            4294967296.0 => u32::MAX, "2^32 is one too many",
            4294967040.0 => 4_294_967_040, "the number below it fits",
            -1.0 => 0, "what is below zero is zero",
            f32::NEG_INFINITY => 0, "and so is what is far below",
            f32::INFINITY => u32::MAX, "what is too great is the greatest integer",
            f32::NAN => 0, "a NaN is zero",
            f32::from_bits(0xff80_0001) => 0, "of either kind and sign",
            -0.0 => 0, "integers have one zero",
        ),
    ],
    [
        fraction = a.fract() != 0.0 && a.abs() < 8388608.0,
        too_great = a >= 4294967296.0,
        too_small = a < -1.0,
        whole = a.fract() == 0.0 && a > 16777216.0,
    ],
    /// The operand rounded down to an integer; saturates, and NaN gives 0.
    pub fn to_u32_floor(a: f32) -> u32 {
        a.floor() as u32
    }
}
