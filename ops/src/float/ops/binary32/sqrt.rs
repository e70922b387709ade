use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::sqrt,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_sqrt(a: u32) -> u32 {
    return native_canonical(sqrt(bitcast<f32>(a)));
}"),
            correct = soft::sqrt_corrected,
            c = "sqrt(a)",
        ),
        laws(
            // Negative numbers have no root, and NaN is unordered.
            Not(Monotone, witness = (-1.0, 1.0)),
            Not(Idempotent, witness = (2.0)),
            Not(Involution, witness = (2.0)),
        ),
        boundaries(f32::from_bits(0x3f80_0001), f32::from_bits(0x3f7f_ffff), f32::MAX),
        table(
            4.0 => 2.0, "an exact root",
            2.0 => f32::from_bits(0x3fb5_04f3), "1.01101010000010011110011|0011.. in binary",
            -0.0 => -0.0, "the root of -0 is -0",
            0.0 => 0.0, "and of +0 +0",
            -1.0 => f32::NAN, "negative numbers have none",
            f32::from_bits(0x8000_0001) => f32::NAN, "not even the subnormal ones",
            f32::INFINITY => f32::INFINITY, "infinity is its own",
            f32::NEG_INFINITY => f32::NAN, "negative infinity has none",
            f32::from_bits(1) => f32::from_bits(0x1a35_04f3), "2^-149 has the root 2^-74.5, a normal number",
            f32::from_bits(0x3f80_0001) => 1.0, "1 + 2^-23 has the root 1 + 2^-24 - .., below half a unit",
            f32::from_bits(0x3f80_0002) => f32::from_bits(0x3f80_0001),
                "1 + 2^-22 has the root 1 + 2^-23 - 2^-47 + ..",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [negative = a < 0.0, exact = a.sqrt() * a.sqrt() == a && a > 1.0 && a.is_finite()],
    /// Square root, rounded once to the nearest.
    pub fn sqrt(a: f32) -> f32 {
        a.sqrt()
    }
}
