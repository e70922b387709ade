//! The operation library of vyre-conform.
//!
//! One file an op: the function is the CPU reference and, translated, the shader; the attribute
//! above it says what the suite holds it to.
//!
//! | module | ids | ops |
//! |---|---|---|
//! | [`arithmetic`] | `u32::*` | add, sub, mul, mul_hi, div, mod, negate, abs_diff, saturating_add, saturating_sub |
//! | [`bitwise`] | `u32::*` | bit_and, bit_or, bit_xor, bit_not, reverse_bits, swap_bytes, extract_bits, insert_bits |
//! | [`shift`] | `u32::*` | shl, shr, rotate_left, rotate_right |
//! | [`compare`] | `u32::*` | eq, ne, lt, gt, le, ge |
//! | [`logic`] | `u32::*` | and, or, logical_not |
//! | [`count`] | `u32::*` | popcount, count_zeros, clz, ctz |
//! | [`choice`] | `u32::*`, `bool::*` | min, max, clamp, select, select_nonzero |
//! | [`signed`] | `i32::*` | add, sub, mul, sdiv, srem, sar, slt, sle, sgt, sge, smin, smax, sabs, sneg, sign |
//! | [`wide`] | `u64::*` | add, sub, mul, shl, shr, lt, eq |
//! | [`cast`] | `<from>::cast_<to>`, `vec2::*` | every pair of types that has a cast; vec2_twice |
//! | [`float`] | `f32::*`, `f16::*`, `bf16::*`, `<from>::to_*` | strict floats: arithmetic, comparisons, rounding, conversions, and of `f32` elementary functions |
//! | [`hardware`] | `u32::*`, `u64::*` | half_product (f16), mul_int64, double_product (f64), dot4_u8, dot4_i8: Category C, where the hardware has it |
//! | [`subgroup`] | `vec4::*` | subgroup_add, _min, _max, _and, _or, _xor, _inclusive_add, _exclusive_add, _shuffle, _shuffle_xor, _ballot, _broadcast_first, _any, _all: Category C; reverse_lanes |
//!
//! Floats are computed in integers, bit for bit: [`float::soft`].
//!
//! Whole programs made of many invocations are in [`engines`], one file an engine.
//!
//! # Contracts
//! Arithmetic of integers wraps modulo the width. A division or a remainder by zero gives 0; `i32::MIN / -1` is
//! `i32::MIN` and `i32::MIN % -1` is 0. Shift amounts count modulo the width. Predicates give 1 or 0.
//! These are permanent, and the same on every backend.
//!
//! # Which laws are declared
//! Every law of the vocabulary that is true of an op, but for these:
//! - what follows from a declared law: the one-sided forms of `Identity` and `Absorbing`,
//!   `RightMonotone` beside `Commutative` and `LeftMonotone`, `InverseOf` itself beside `Involution`,
//!   `Injective` and `LeftInjective` beside `Involution` or `InverseOf`, `RightDistributiveOver` beside `Commutative`
//!   and `DistributiveOver` and, over minimum and maximum, beside `LeftMonotone`,
//!   `DistributiveOver` itself where the op is idempotent, commutative and associative, a
//!   `Homomorphism` that is a declared `DeMorgan` and the other way round (the two claims are one),
//!   and what an op shares with an exact copy of its law's parameter;
//! - `Bounded` by the ends of the result's type, which no implementation could break;
//! - what a comment beside the declarations names, with the reason.
//!
//! Plausible laws that are false are declared with `Not` and a witness, or named in a comment.

pub mod arithmetic;
pub mod bitwise;
pub mod cast;
pub mod choice;
pub mod compare;
pub mod count;
pub mod engines;
pub mod float;
pub mod hardware;
pub mod kernels;
pub mod logic;
pub mod shift;
pub mod signed;
pub mod subgroup;
pub mod wide;
