//! Mutants of casts, and of float literals.

use super::expr::{cast, halves, joined, quarters};
use super::{SemanticMutant, expression};
use vyre_conform_ir::{Expr, ExprKind, Operand, Type as T};
use vyre_conform_spec::FloatFormat;

pub(super) const MUTANTS: &[SemanticMutant] = &[
    expression("i32-u64-zero", "It zero-extends an i32 to u64.", |_, e| {
        Some(cast(e, T::I32, T::U64)?.cast(T::U32).cast(T::U64))
    }),
    expression(
        "i32-u128-zero",
        "It zero-extends an i32 to u128.",
        |_, e| Some(cast(e, T::I32, T::U128)?.cast(T::U32).cast(T::U128)),
    ),
    expression("u32-u64-sign", "It sign-extends a u32 to u64.", |_, e| {
        Some(cast(e, T::U32, T::U64)?.cast(T::I32).cast(T::U64))
    }),
    expression(
        "u64-u32-high",
        "A u64 becomes a u32 by its high word.",
        |_, e| Some(halves(&cast(e, T::U64, T::U32)?)[1].clone()),
    ),
    expression(
        "u64-u32-saturates",
        "A u64 beyond 32 bits becomes the largest u32.",
        |_, e| {
            let [low, high] = halves(&cast(e, T::U64, T::U32)?);
            Some(high.equals(0).select(low, u32::MAX))
        },
    ),
    expression(
        "u64-bool-low",
        "A u64 is true if its low word is not zero.",
        |_, e| Some(halves(&cast(e, T::U64, T::Bool)?)[0].clone().cast(T::Bool)),
    ),
    expression("u32-bool-bit", "A u32 is true if it is odd.", |_, e| {
        Some((cast(e, T::U32, T::Bool)? & 1).cast(T::Bool))
    }),
    expression(
        "i32-bool-positive",
        "An i32 is true if it is above zero.",
        |_, e| Some(cast(e, T::I32, T::Bool)?.greater(Expr::i32(0))),
    ),
    expression(
        "vector-bool-lane",
        "A vector is true if its first lane is not zero.",
        |_, e| {
            let vector = cast(e, T::Vec2, T::Bool).or_else(|| cast(e, T::Vec4, T::Bool));
            Some(Expr::lane(vector?, 0).cast(T::Bool))
        },
    ),
    expression("bool-ones", "True becomes a number of all ones.", |_, e| {
        let kinds = [T::U32, T::I32, T::U64, T::U128].into_iter();
        let from = kinds.filter_map(|to| cast(e, T::Bool, to)).next()?;
        let [zero, ones] = [0, u64::MAX].map(|bits| crate::expr::constant(e.ty, [bits; 2]));
        Some(from.select(ones, zero))
    }),
    expression(
        "scalar-vector-first",
        "A scalar becomes the first lane of a vector, the others are zero.",
        |_, e| {
            let kinds = [T::Vec2, T::Vec4].into_iter();
            let from = kinds.filter_map(|to| cast(e, T::U32, to)).next()?;
            let others = (1..e.ty.words()).map(|_| Expr::u32(0));
            Some(Expr::compose([from].into_iter().chain(others).collect()))
        },
    ),
    expression(
        "u64-vec2-swapped",
        "A u64 becomes a vector with its high word first.",
        |_, e| {
            let [low, high] = halves(&cast(e, T::U64, T::Vec2)?);
            Some(Expr::compose(vec![high, low]))
        },
    ),
    expression(
        "vec2-u64-swapped",
        "A vector becomes a u64 with its first lane as the high word.",
        |_, e| {
            let vector = cast(e, T::Vec2, T::U64)?;
            let [low, high] = [0, 1].map(|lane| Expr::lane(vector.clone(), lane));
            Some(joined(high, low))
        },
    ),
    expression(
        "vec4-u64-high",
        "A vector of four lanes becomes a u64 by its last two.",
        |_, e| {
            let vector = cast(e, T::Vec4, T::U64)?;
            let [low, high] = [2, 3].map(|lane| Expr::lane(vector.clone(), lane));
            Some(joined(low, high))
        },
    ),
    expression(
        "u128-u64-high",
        "A u128 becomes a u64 by its high words.",
        |_, e| {
            let [_, _, low, high] = quarters(&cast(e, T::U128, T::U64)?);
            Some(joined(low, high))
        },
    ),
    expression(
        "u128-vec4-reversed",
        "A u128 becomes a vector with its highest word first.",
        |_, e| {
            let mut words = quarters(&cast(e, T::U128, T::Vec4)?);
            words.reverse();
            Some(Expr::compose(words.to_vec()))
        },
    ),
    expression(
        "u64-u128-doubled",
        "A u64 becomes a u128 with the same words twice.",
        |_, e| {
            let [low, high] = halves(&cast(e, T::U64, T::U128)?);
            let words = vec![low.clone(), high.clone(), low, high];
            Some(Expr::compose(words).cast(T::U128))
        },
    ),
    expression("float-nan", "It makes every NaN quiet.", |_, e| {
        let float = Bits::from_expr(e)?;
        let infinity = float.sign() - float.least_normal();
        let quiet = e.clone() | (float.least_normal() >> 1);
        let nan = float.magnitude().greater(infinity);
        Some(nan.select(quiet, e.clone()))
    }),
    expression(
        "float-subnormal",
        "It flushes subnormal numbers to zero.",
        |_, e| {
            let float = Bits::from_expr(e)?;
            let sign = e.clone() & float.sign();
            let subnormal = float.magnitude().less(float.least_normal());
            Some(subnormal.select(sign, e.clone()))
        },
    ),
    expression("float-sign-of-zero", "Minus zero becomes zero.", |_, e| {
        let sign = Bits::from_expr(e)?.sign();
        Some(e.clone().equals(sign).select(0, e.clone()))
    }),
    expression(
        "u32-half-high",
        "A u32 becomes a float of 16 bits by its high half.",
        |_, e| match (&e.kind, e.ty) {
            (ExprKind::Cast(a), ty) if ty.is_float() && ty.bits() == 16 => {
                Some(((**a).clone() >> 16).cast(ty))
            }
            _ => None,
        },
    ),
];

/// The bits of a float cast to u32.
struct Bits {
    value: Expr,
    format: FloatFormat,
}

impl Bits {
    /// For a format with infinities.
    fn from_expr(e: &Expr) -> Option<Self> {
        let ExprKind::Cast(a) = &e.kind else {
            return None;
        };
        let T::Float(format) = a.ty else { return None };
        let value = e.clone();
        (format != FloatFormat::F8E4M3).then_some(Self { value, format })
    }

    fn sign(&self) -> u32 {
        1 << (self.format.bits() - 1)
    }

    fn least_normal(&self) -> u32 {
        1 << self.format.fraction_bits()
    }

    fn magnitude(&self) -> Expr {
        let mask = self.sign() - 1;
        self.value.clone() & mask
    }
}
