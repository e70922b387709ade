use super::max;
use crate::float::soft::binary32 as soft;

with_pairs! {
    (a, b),
    [
        lower = soft::min,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_min(a: u32, b: u32) -> u32 {
    let x = bitcast<f32>(a);
    let y = bitcast<f32>(b);
    if native_is_nan(a) {
        return select(b, 0x7fc00000u, native_is_nan(b));
    }
    if native_is_nan(b) || x < y {
        return a;
    }
    // Of equal numbers only zeros differ, by the sign.
    return select(b, a | b, x == y);
}"),
            correct = soft::min_corrected,
        ),
        laws(
            Commutative,
            Associative,
            Idempotent,
            // NaN is ignored if the other operand is a number.
            Identity(f32::NAN),
            Absorbing(f32::NEG_INFINITY),
            LeftMonotone,
            // A NaN is lost: min(NaN, max(NaN, 1)) = 1.
            Not(LatticeAbsorption(max), witness = (f32::NAN, 1.0)),
            Not(Identity(f32::INFINITY), witness = (f32::NAN)),
        ),
        boundaries((0.0, -0.0), (-0.0, 0.0), (f32::from_bits(0x7f80_0001), 1.0)),
        table(
            (0.0, -0.0) => -0.0, "-0 is below +0",
            (-0.0, 0.0) => -0.0, "on either side",
            (f32::NAN, 1.0) => 1.0, "a quiet NaN is ignored",
            (1.0, f32::from_bits(0x7f80_0001)) => 1.0, "so is a signalling one",
            (f32::from_bits(0xff80_0001), f32::from_bits(0x7fff_ffff)) => f32::NAN,
                "of two NaNs the canonical one is left",
            (1.0, 2.0) => 1.0, "the lesser of two numbers",
            (f32::from_bits(1), 0.0) => 0.0, "a subnormal number is no zero",
            (f32::NEG_INFINITY, f32::MIN) => f32::NEG_INFINITY, "infinities take part in the order",
        ),
    ],
    [
        zeros_of_both_signs = a == b && a.to_bits() != b.to_bits(),
        left = a < b,
        right = b < a,
    ],
    /// The lesser operand: IEEE 754-2019 `minimumNumber`, with -0 below +0.
    pub fn min(a: f32, b: f32) -> f32 {
        if b.is_nan() {
            a
        } else if a.is_nan() || b < a || (a == b && !a.is_sign_negative()) {
            b
        } else {
            a
        }
    }
}
