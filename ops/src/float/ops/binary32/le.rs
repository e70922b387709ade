use crate::float::soft::binary32 as soft;

with_pairs! {
    (a, b),
    [
        lower = soft::le,
        native(
            wgsl = "
fn native_le(a: u32, b: u32) -> u32 {
    return u32(bitcast<f32>(a) <= bitcast<f32>(b));
}",
            correct = soft::le_corrected,
            c = "a <= b",
        ),
        laws(
            Transitive,
            // The two zeros compare equal and are distinct values.
            Not(Antisymmetric, witness = (0.0, -0.0)),
            Not(Commutative, witness = (0.0, 1.0)),
        ),
        boundaries((0.0, -0.0), (-0.0, 0.0), (f32::NAN, f32::NAN)),
        table(
            (-0.0, 0.0) => true, "the zeros are equal",
            (f32::NAN, f32::NAN) => false, "a NaN is in no relation, not even to itself",
            (1.0, f32::from_bits(0x7f80_0001)) => false, "nor is a signalling one",
            (f32::from_bits(1), f32::from_bits(2)) => true, "subnormal numbers are not flushed",
            (f32::from_bits(0x8000_0001), 0.0) => true, "the least one below zero is no zero",
            (f32::MAX, f32::INFINITY) => true, "infinity is above every finite number",
            (-1.0, -2.0) => false, "of negative numbers the greater magnitude is less",
            (f32::INFINITY, f32::INFINITY) => true, "an infinity equals itself",
        ),
    ],
    [
        zeros_of_both_signs = a == b && a.to_bits() != b.to_bits(),
        equal = a == b && a != 0.0,
        less = a < b,
        greater = a > b,
    ],
    /// True if `a` is at most `b`; false where either is a NaN.
    pub fn le(a: f32, b: f32) -> bool {
        a <= b
    }
}
