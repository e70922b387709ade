//! The ops by their numbers in an input, as listed in the documentation of the module. Ops may be added at the end, and
//! none ever changes its number.

use super::op::{Op, Step};
use crate::float::ops::{bfloat16, binary16, binary32};
use half::{bf16, f16};
use vyre_conform_runtime::ir::{Operand, Type};

/// The type of the intermediate representation for a Rust type.
macro_rules! ty {
    (u32) => {
        Type::U32
    };
    (i32) => {
        Type::I32
    };
    (u64) => {
        Type::U64
    };
    (f32) => {
        Type::F32
    };
    (f16) => {
        Type::F16
    };
    (bf16) => {
        Type::BF16
    };
}

/// Wraps a function of typed elements as a function of their bits.
macro_rules! on_bits {
    (u64, $of:expr) => {
        $of
    };
    (u32, $of:expr) => {
        |a, b| {
            let of: fn(u32, u32) -> u32 = $of;
            u64::from(of(a as u32, b as u32))
        }
    };
    (i32, $of:expr) => {
        |a, b| {
            let of: fn(i32, i32) -> i32 = $of;
            u64::from(of(a as i32, b as i32) as u32)
        }
    };
    (f32, $of:expr) => {
        |a, b| {
            let of: fn(f32, f32) -> f32 = $of;
            u64::from(of(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits())
        }
    };
    ($half:ident, $of:expr) => {
        |a, b| {
            let of: fn($half, $half) -> $half = $of;
            u64::from(of($half::from_bits(a as u16), $half::from_bits(b as u16)).to_bits())
        }
    };
}

/// An op: its type, its id or operator in a kernel, and a function in plain Rust.
macro_rules! op {
    ($ty:ident, $id:literal, $of:expr) => {
        Op {
            ty: ty!($ty),
            step: Step::Call($id),
            of: on_bits!($ty, $of),
        }
    };
    ($ty:ident, $operator:expr, $of:expr) => {
        Op {
            ty: ty!($ty),
            step: Step::Operator($operator),
            of: on_bits!($ty, $of),
        }
    };
}

/// Ops of folds of integers, with their identities.
pub(super) const INTEGER_FOLDS: &[(Op, u64)] = &[
    (op!(u32, |a, b| a + b, u32::wrapping_add), 0),
    (op!(u32, |a, b| a * b, u32::wrapping_mul), 1),
    (op!(u32, |a, b| a.min(b), Ord::min), u32::MAX as u64),
    (op!(u32, |a, b| a.max(b), Ord::max), 0),
    (op!(u32, |a, b| a & b, |a, b| a & b), u32::MAX as u64),
    (op!(u32, |a, b| a | b, |a, b| a | b), 0),
    (op!(u32, |a, b| a ^ b, |a, b| a ^ b), 0),
    (op!(i32, |a, b| a + b, i32::wrapping_add), 0),
    (op!(i32, |a, b| a.min(b), Ord::min), i32::MAX as u64),
    (op!(i32, |a, b| a.max(b), Ord::max), 1 << 31),
    (op!(u64, |a, b| a + b, u64::wrapping_add), 0),
    (op!(u64, |a, b| a.min(b), Ord::min), u64::MAX),
    (op!(u64, |a, b| a.max(b), Ord::max), 0),
];

/// Ops of folds of floats, with the bits of their identities.
pub(super) const FLOAT_FOLDS: &[(Op, u64)] = &[
    (op!(f32, "f32::add", |a, b| a + b), 0x8000_0000),
    (op!(f32, "f32::mul", |a, b| a * b), 0x3f80_0000),
    (op!(f32, "f32::min", binary32::min), 0x7fc0_0000),
    (op!(f32, "f32::max", binary32::max), 0x7fc0_0000),
    (op!(f16, "f16::add", |a, b| a + b), 0x8000),
    (op!(f16, "f16::mul", |a, b| a * b), 0x3c00),
    (op!(f16, "f16::min", binary16::min), 0x7e00),
    (op!(f16, "f16::max", binary16::max), 0x7e00),
    (op!(bf16, "bf16::add", |a, b| a + b), 0x8000),
    (op!(bf16, "bf16::mul", |a, b| a * b), 0x3f80),
    (op!(bf16, "bf16::min", bfloat16::min), 0x7fc0),
    (op!(bf16, "bf16::max", bfloat16::max), 0x7fc0),
];

/// Element-wise ops of integers.
pub(super) const INTEGERS: &[Op] = &[
    op!(u32, |a, b| a + b, u32::wrapping_add),
    op!(u32, |a, b| a - b, u32::wrapping_sub),
    op!(u32, |a, b| a * b, u32::wrapping_mul),
    op!(u32, |a, b| a / b, |a, b| a.checked_div(b).unwrap_or(0)),
    op!(u32, |a, b| a % b, |a, b| a.checked_rem(b).unwrap_or(0)),
    op!(u32, |a, b| a.min(b), Ord::min),
    op!(u32, |a, b| a.max(b), Ord::max),
    op!(u32, |a, b| a & b, |a, b| a & b),
    op!(u32, |a, b| a | b, |a, b| a | b),
    op!(u32, |a, b| a ^ b, |a, b| a ^ b),
    op!(u32, |a, b| a << b, u32::wrapping_shl),
    op!(u32, |a, b| a >> b, u32::wrapping_shr),
    op!(i32, |a, b| a / b, |a, b| match b {
        0 => 0,
        _ => a.wrapping_div(b),
    }),
    op!(i32, |a, b| a % b, |a, b| match b {
        0 => 0,
        _ => a.wrapping_rem(b),
    }),
    op!(i32, |a, b| a.min(b), Ord::min),
    op!(i32, |a, b| a.max(b), Ord::max),
    op!(i32, |a, b| a >> b.cast(Type::U32), |a, b| a
        .wrapping_shr(b as u32)),
    op!(i32, |a, b| a.less(b), |a, b| (a < b).into()),
    op!(u32, |a, b| a.less(b), |a, b| (a < b).into()),
    op!(u32, |a, b| a.equals(b), |a, b| (a == b).into()),
];

/// Element-wise ops of floats.
pub(super) const FLOATS: &[Op] = &[
    op!(f32, "f32::add", |a, b| a + b),
    op!(f32, "f32::sub", |a, b| a - b),
    op!(f32, "f32::mul", |a, b| a * b),
    op!(f32, "f32::div", |a, b| a / b),
    op!(f32, "f32::min", binary32::min),
    op!(f32, "f32::max", binary32::max),
    op!(f16, "f16::add", |a, b| a + b),
    op!(f16, "f16::sub", |a, b| a - b),
    op!(f16, "f16::mul", |a, b| a * b),
    op!(f16, "f16::div", |a, b| a / b),
    op!(f16, "f16::min", binary16::min),
    op!(f16, "f16::max", binary16::max),
    op!(bf16, "bf16::add", |a, b| a + b),
    op!(bf16, "bf16::sub", |a, b| a - b),
    op!(bf16, "bf16::mul", |a, b| a * b),
    op!(bf16, "bf16::div", |a, b| a / b),
    op!(bf16, "bf16::min", bfloat16::min),
    op!(bf16, "bf16::max", bfloat16::max),
];
