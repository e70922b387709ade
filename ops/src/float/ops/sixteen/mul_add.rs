use rustc_apfloat::Float;

/// `a * b + c` of bits, rounded once, in the format itself.
fn fused<F: Float>(operands: [u16; 3]) -> u16 {
    let [a, b, c] = operands.map(|bits| F::from_bits(bits.into()));
    a.mul_add(b, c).value.to_bits() as u16
}

/// The op of a format; `$x * $y` is a tie between `$even` and `$next`.
macro_rules! op {
    ($T:ident, $format:ident, $Float:ident, $x:literal * $y:literal, $even:literal, $next:literal, [$($native:tt)*]) => {
        use super::fused;
        use crate::float::soft::$format as soft;
        use half::$T;
        use rustc_apfloat::ieee::$Float;
        use vyre_conform_runtime::vyre_op;

        /// `a * b + c`, rounded once to the nearest, ties to even.
        #[vyre_op(
            lower = soft::fma,
            $($native)*
            laws(CommutativeFactors),
            boundaries(
                ($T::from_f32($x), $T::from_f32($y), $T::from_bits(1)),
                ($T::MAX, $T::from_f32(2.0), $T::MIN),
                ($T::MIN_POSITIVE, $T::from_f32(0.5), $T::from_bits(1)),
            ),
            classes(
                nan_operand = a.is_nan() || b.is_nan() || c.is_nan(),
                no_product = a.is_infinite() && b == $T::ZERO || a == $T::ZERO && b.is_infinite(),
                infinite_product = a.is_infinite() && b.is_normal() && c.is_finite(),
                opposite_infinities = a.is_infinite() && b.is_normal() && c == -(a * b),
                zero_product = a == $T::ZERO && b.is_finite() && c != $T::ZERO,
                zeros = a == $T::ZERO && b.is_finite() && c == $T::ZERO,
                overflow = a.is_finite() && b.is_finite() && c == $T::ZERO && (a * b).is_infinite(),
                cancellation = a * b == -c && a.is_normal() && b.is_normal() && c.is_normal(),
                normal = a.is_normal() && b.is_normal() && c.is_normal(),
            ),
            table(
                ($T::from_f32($x), $T::from_f32($y), $T::ZERO) => $T::from_f32($even), "the product is a tie",
                ($T::from_f32($x), $T::from_f32($y), $T::from_bits(1)) => $T::from_f32($next),
                    "the least addend breaks it; a sum in binary32 would lose it and be a tie again",
                ($T::ZERO, $T::INFINITY, $T::NAN) => $T::NAN, "a NaN wins over everything",
                ($T::ZERO, $T::INFINITY, $T::ONE) => $T::NAN, "zero and infinity have no product",
                ($T::INFINITY, $T::ONE, $T::NEG_INFINITY) => $T::NAN, "opposite infinities have no sum",
                ($T::MAX, $T::from_f32(2.0), $T::MIN) => $T::MAX, "the product does not overflow on the way",
                ($T::ONE, $T::NEG_ONE, $T::ONE) => $T::ZERO, "an exact zero of opposite signs is +0",
                ($T::NEG_ZERO, $T::ONE, $T::NEG_ZERO) => $T::NEG_ZERO, "like zeros keep their sign",
                ($T::from_bits(1), $T::from_f32(0.5), $T::from_bits(1)) => $T::from_bits(2),
                    "1.5 units is a tie, and 2 is even",
                ($T::from_bits(1), $T::from_bits(1), $T::from_bits(0x8001)) => $T::from_bits(0x8001),
                    "a product far below does not move a subnormal number",
            ),
        )]
        pub fn mul_add(a: $T, b: $T, c: $T) -> $T {
            $T::from_bits(fused::<$Float>([a, b, c].map($T::to_bits)))
        }
    };
}

/// The op of `f16`.
pub(super) mod binary16 {
    op!(
        f16,
        binary16,
        Half,
        3.0 * 683.0,
        2048.0,
        2050.0,
        [native(
            wgsl = concat!(
                native_half!(),
                "
fn native_mul_add(a: u32, b: u32, c: u32) -> u32 {
    return native_bits(fma(native_number(a), native_number(b), native_number(c)));
}"
            ),
            correct = soft::fma_corrected,
        ),]
    );
}
/// The op of `bf16`.
pub(super) mod bfloat16 {
    op!(bf16, bfloat16, BFloat, 9.0 * 29.0, 260.0, 262.0, []);
}
