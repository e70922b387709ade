//! The ops of both eight-bit formats. The references go through binary32, which represents every value exactly and has
//! more than twice the bits, so that double rounding is harmless for a sum, product, quotient or root (Figueroa, When
//! is double rounding innocuous?, 1995); `mul_add` is that of `rustc_apfloat`.

macro_rules! ops {
    ($T:ident, $format:ident, $Float:ident, $narrow:literal, $saturating:literal) => {
        use crate::kernels::$format as kernel;
        use rustc_apfloat::{Float, ieee::$Float};
        use vyre_conform_runtime::spec::$T;
        use vyre_conform_runtime::vyre_op;

        const HALF: $T = $T::from_bits($T::ONE.to_bits() - (1 << $T::FORMAT.fraction_bits()));

        /// Sum.
        #[vyre_op(
            lower = kernel::add,
            laws(Commutative, Identity($T::NEG_ZERO), Not(Associative, witness = ($T::MAX, $T::MAX, $T::MIN))),
            table(
                ($T::ONE, $T::MIN) => $T::MIN, "a one is too small to be seen beside the least number",
                ($T::from_bits(1), $T::from_bits(1)) => $T::from_bits(2), "subnormal numbers live",
                ($T::ZERO, $T::NEG_ZERO) => $T::ZERO, "zeros of opposite signs add up to +0",
            ),
        )]
        pub(crate) fn add(a: $T, b: $T) -> $T {
            $T::from_f32(a.to_f32() + b.to_f32())
        }

        /// Difference.
        #[vyre_op(
            lower = kernel::sub,
            laws(Not(Commutative, witness = ($T::ONE, $T::ZERO))),
            table(($T::ONE, $T::ONE) => $T::ZERO, "an exact difference of zero is +0"),
        )]
        pub(crate) fn sub(a: $T, b: $T) -> $T {
            $T::from_f32(a.to_f32() - b.to_f32())
        }

        /// Product.
        #[vyre_op(
            lower = kernel::mul,
            laws(Commutative, Identity($T::ONE)),
            table(
                ($T::from_bits(1), HALF) => $T::ZERO, "half of the least subnormal number is a tie, and zero is even",
                ($T::from_bits(3), HALF) => $T::from_bits(2), "and so is half of three of them",
                ($T::NEG_ZERO, $T::ONE) => $T::NEG_ZERO, "a zero has the sign of the factors",
            ),
        )]
        pub(crate) fn mul(a: $T, b: $T) -> $T {
            $T::from_f32(a.to_f32() * b.to_f32())
        }

        /// Quotient.
        #[vyre_op(
            lower = kernel::div,
            laws(RightIdentity($T::ONE), Not(Commutative, witness = ($T::ONE, HALF))),
            table(($T::ZERO, $T::ZERO) => $T::NAN, "zeros have no quotient"),
        )]
        pub(crate) fn div(a: $T, b: $T) -> $T {
            $T::from_f32(a.to_f32() / b.to_f32())
        }

        /// Square root.
        #[vyre_op(
            lower = kernel::sqrt,
            laws(Not(Involution, witness = (HALF))),
            table(
                $T::NEG_ZERO => $T::NEG_ZERO, "a zero keeps its sign",
                $T::MIN => $T::NAN, "a negative number has no root",
                $T::ONE => $T::ONE, "exact",
            ),
        )]
        pub(crate) fn sqrt(a: $T) -> $T {
            $T::from_f32(a.to_f32().sqrt())
        }

        /// `a * b + c`, rounded once.
        #[vyre_op(
            lower = kernel::mul_add,
            laws(CommutativeFactors),
            table(($T::ONE, HALF, HALF) => $T::ONE, "exact"),
        )]
        pub(crate) fn mul_add(a: $T, b: $T, c: $T) -> $T {
            let [a, b, c] = [a, b, c].map(|x| $Float::from_bits(x.to_bits().into()));
            $T::from_bits(a.mul_add(b, c).value.to_bits() as u8)
        }

        /// Flips the sign, also of a NaN.
        #[vyre_op(
            lower = kernel::neg,
            nan = exact,
            laws(Involution),
            table($T::from_bits(0xff) => $T::from_bits(0x7f), "a NaN keeps its other bits"),
        )]
        pub(crate) fn neg(a: $T) -> $T {
            $T::from_bits(a.to_bits() ^ 0x80)
        }

        /// Clears the sign, also of a NaN.
        #[vyre_op(
            lower = kernel::abs,
            nan = exact,
            laws(Idempotent),
            table($T::from_bits(0xff) => $T::from_bits(0x7f), "a NaN keeps its other bits"),
        )]
        pub(crate) fn abs(a: $T) -> $T {
            $T::from_bits(a.to_bits() & 0x7f)
        }

        /// True if the values are equal; false if either is a NaN.
        #[vyre_op(
            lower = kernel::eq,
            laws(Commutative),
            table(
                ($T::ZERO, $T::NEG_ZERO) => true, "the zeros are equal",
                ($T::NAN, $T::NAN) => false, "a NaN equals nothing",
            ),
        )]
        pub(crate) fn eq(a: $T, b: $T) -> bool {
            a == b
        }

        /// True if `a` is less than `b`; false if either is a NaN.
        #[vyre_op(
            lower = kernel::lt,
            laws(Antisymmetric, Transitive),
            table(($T::NEG_ZERO, $T::ZERO) => false, "the zeros are equal"),
        )]
        pub(crate) fn lt(a: $T, b: $T) -> bool {
            a < b
        }

        /// True if `a` is at most `b`; false if either is a NaN.
        #[vyre_op(
            lower = kernel::le,
            laws(Transitive),
            table(($T::ZERO, $T::NEG_ZERO) => true, "the zeros are equal"),
        )]
        pub(crate) fn le(a: $T, b: $T) -> bool {
            a <= b
        }

        /// The nearest value, ties to even; a number above the greatest overflows.
        #[vyre_op(
            id = $narrow,
            lower = kernel::from_f32,
            laws(Not(InverseOf(to_f32), witness = (1.0625 + 1.0 / 1024.0))),
            table(
                1.0 => $T::ONE, "exact",
                -0.0 => $T::NEG_ZERO, "a zero keeps its sign",
                f32::INFINITY => $T::from_f32(f32::MAX), "infinity is as far beyond as any number",
                f32::from_bits(0x7f80_0001) => $T::NAN, "a NaN is the canonical one",
            ),
        )]
        pub(crate) fn from_f32(a: f32) -> $T {
            $T::from_f32(a)
        }

        /// The nearest finite number, ties to even.
        #[vyre_op(
            id = $saturating,
            lower = kernel::from_f32_saturating,
            laws(Monotone),
            table(
                f32::INFINITY => $T::MAX, "infinity saturates",
                f32::MIN => $T::MIN, "and so does what is below every number",
                -0.0 => $T::NEG_ZERO, "a zero keeps its sign",
            ),
        )]
        pub(crate) fn from_f32_saturating(a: f32) -> $T {
            $T::from_f32_saturating(a)
        }

        /// The number itself.
        #[vyre_op(
            lower = kernel::to_f32,
            laws(InverseOf(from_f32), Monotone),
            table(
                $T::ONE => 1.0, "exact",
                $T::NEG_ZERO => -0.0, "a zero keeps its sign",
            ),
        )]
        pub(crate) fn to_f32(a: $T) -> f32 {
            a.to_f32()
        }
    };
}

pub(crate) mod e4m3 {
    ops!(
        f8e4m3,
        e4m3,
        Float8E4M3FN,
        "f32::to_f8e4m3",
        "f32::to_f8e4m3_saturating"
    );
}

pub(crate) mod e5m2 {
    ops!(
        f8e5m2,
        e5m2,
        Float8E5M2,
        "f32::to_f8e5m2",
        "f32::to_f8e5m2_saturating"
    );
}
