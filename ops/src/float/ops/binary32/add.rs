use super::sub;
use crate::float::soft::binary32 as soft;

with_pairs! {
    (a, b),
    [
        lower = soft::add,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_add(a: u32, b: u32) -> u32 {
    return native_canonical(bitcast<f32>(a) + bitcast<f32>(b));
}"),
            correct = soft::add_corrected,
            c = "a + b",
        ),
        laws(
            Commutative,
            // Only -0 leaves zeros of both signs unchanged.
            Identity(-0.0),
            Not(Identity(0.0), witness = (-0.0)),
            Not(Associative, witness = (1.0, 1e10, -1e10)),
            Not(InverseOf(sub), witness = (1.0, 1e10)),
            // Infinities of opposite signs have no sum, and NaN is unordered.
            Not(LeftMonotone, witness = (f32::NEG_INFINITY, 0.0, f32::INFINITY)),
            Not(SelfInverse(0.0), witness = (1.0)),
            ZeroProduct(false, witness = (1.0, -1.0)),
        ),
        boundaries(
            (f32::MAX, f32::MAX),
            (f32::MIN_POSITIVE, f32::from_bits(0x8080_0001)),
            (1.0, f32::EPSILON),
        ),
        table(
            (0.0, -0.0) => 0.0, "zeros of opposite signs add up to +0 when rounding to nearest",
            (-0.0, -0.0) => -0.0, "like zeros keep their sign",
            (1.0, -1.0) => 0.0, "an exact difference of zero is +0",
            (f32::INFINITY, f32::NEG_INFINITY) => f32::NAN, "infinities of opposite signs have no sum",
            (f32::INFINITY, f32::MIN) => f32::INFINITY, "an infinity takes in every finite number",
            (f32::from_bits(0x7f80_0001), 1.0) => f32::NAN, "a signalling NaN gives the canonical one",
            (f32::from_bits(0xffff_ffff), f32::INFINITY) => f32::NAN, "payload and sign are dropped",
            (f32::MAX, f32::MAX) => f32::INFINITY, "the sum is beyond the greatest finite number",
            (f32::from_bits(1), f32::from_bits(1)) => f32::from_bits(2), "subnormal numbers live",
            (f32::from_bits(0x007f_ffff), f32::from_bits(1)) => f32::MIN_POSITIVE,
                "from the subnormal numbers to the normal ones is one unit in the last place",
            (16777216.0, 1.0) => 16777216.0, "2^24 + 1 lies half way, and 2^24 is even",
            (16777218.0, 1.0) => 16777220.0, "2^24 + 3 lies half way, and 2^24 + 4 is even",
            (16777216.0, f32::from_bits(0x3f80_0001)) => 16777218.0,
                "just above half way: the sticky bit decides",
            (f32::MAX, f32::from_bits(0x7300_0000)) => f32::INFINITY,
                "half a unit in the last place above the greatest number rounds away from it",
            (f32::MAX, f32::from_bits(0x72ff_ffff)) => f32::MAX, "just below half a unit it stays",
        ),
    ],
    [
        overflow = a.is_finite() && b.is_finite() && (a + b).is_infinite(),
        subnormal_sum = (a + b).is_subnormal() && a.is_normal() && b.is_normal(),
        cancellation = a == -b && a != 0.0,
        absorbed = a + b == a && b != 0.0 && a.is_finite(),
    ],
    /// Sum, rounded once to the nearest, ties to even.
    pub fn add(a: f32, b: f32) -> f32 {
        a + b
    }
}
