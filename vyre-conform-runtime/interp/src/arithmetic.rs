//! Semantics of operators and casts on bits, from the documentation of [`UnaryOp`], [`BinaryOp`] and
//! [`ExprKind::Cast`](vyre_conform_ir::ExprKind::Cast). Operands and results are zero-extended.

use super::narrow;
use vyre_conform_ir::{BinaryOp, Type, UnaryOp};

/// A unary operation on type `ty`.
#[inline]
pub fn unary(op: UnaryOp, ty: Type, a: u128) -> u128 {
    match (ty, op) {
        (Type::U128, UnaryOp::Not) => !a,
        (Type::Vec2 | Type::Vec4, _) => {
            lane_by_lane(ty, |k| narrow::unary(op, Type::U32, lane(a, k).into()))
        }
        (Type::U128, _) => unreachable!("rule V030: {op:?} takes no u128"),
        _ => narrow::unary(op, ty, a as u64).into(),
    }
}

/// A binary operation with a left operand of type `ty`; the right one has the same type unless it is a
/// shift amount.
#[inline]
pub fn binary(op: BinaryOp, ty: Type, a: u128, b: u128) -> u128 {
    match ty {
        Type::U128 => wide(op, a, b),
        Type::Vec2 | Type::Vec4 => match op {
            BinaryOp::Eq => (a == b).into(),
            BinaryOp::Ne => (a != b).into(),
            _ => lane_by_lane(ty, |k| {
                let (a, b) = (lane(a, k), lane(b, k));
                narrow::binary(op, Type::U32, a.into(), b.into())
            }),
        },
        // The most frequent operand type; a constant here makes the call cheap.
        Type::U32 => narrow::binary(op, Type::U32, a as u64, b as u64).into(),
        _ => narrow::binary(op, ty, a as u64, b as u64).into(),
    }
}

/// A binary operation on U128, with a shift amount on the right for a shift.
fn wide(op: BinaryOp, a: u128, b: u128) -> u128 {
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << (b % 128),
        BinaryOp::Shr => a >> (b % 128),
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ne => (a != b).into(),
        BinaryOp::Lt => (a < b).into(),
        BinaryOp::Le => (a <= b).into(),
        BinaryOp::Gt => (a > b).into(),
        BinaryOp::Ge => (a >= b).into(),
        _ => unreachable!("rule V021: {op:?} takes no u128"),
    }
}

/// A value of type `from` cast to type `to`.
pub fn cast(from: Type, to: Type, a: u128) -> u128 {
    use Type::{Bool, Float, I32, U32, U64, U128, Vec2, Vec4};
    match (from, to) {
        (U32 | I32 | U64 | U128 | Vec2 | Vec4, Bool) => (a != 0).into(),
        (I32, U64 | U128) => {
            let extended = i128::from(a as u32 as i32) as u128;
            extended & all_ones(to)
        }
        // A 32-bit scalar is copied to every lane.
        (U32 | I32, Vec2 | Vec4) => lane_by_lane(to, |_| a as u64),
        // The same bits, zero-extended or truncated.
        (U32, I32 | U64 | U128 | Float(_))
        | (I32 | Float(_), U32)
        | (Bool, U32 | I32 | U64 | U128)
        | (U64, U32 | I32 | U128 | Vec2)
        | (U128, U32 | I32 | U64 | Vec4)
        | (Vec2, U32 | I32 | U64)
        | (Vec4, U32 | I32 | U64 | U128 | Vec2) => a & all_ones(to),
        _ => unreachable!("rule V012: no cast from {} to {}", from.name(), to.name()),
    }
}

/// A lane of a vector.
pub(super) fn lane(vector: u128, lane: u32) -> u32 {
    (vector >> (32 * lane)) as u32
}

fn lane_by_lane(ty: Type, f: impl Fn(u32) -> u64) -> u128 {
    let lanes = 0..ty.lanes().unwrap_or(1);
    lanes.fold(0, |bits, k| bits | u128::from(f(k)) << (32 * k))
}

/// Mask of all bits of a type.
const fn all_ones(ty: Type) -> u128 {
    u128::MAX >> (128 - ty.bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    const M: u128 = u32::MAX as u128;
    const WORDS: u128 = 0x0000_0004_0000_0003_0000_0002_8000_0001;

    /// Oracle: the documentation of `ExprKind::Cast`, by hand.
    #[test]
    fn casts() {
        use Type::{Bool, I32, U32, U64, U128, Vec2, Vec4};
        let cases = [
            (U32, I32, M, M),
            (I32, U32, M, M),
            (I32, U64, M, u64::MAX.into()),
            (I32, U128, M, u128::MAX),
            (I32, U128, 5, 5),
            (U32, U64, M, M),
            (U32, U128, M, M),
            (U64, U128, u64::MAX.into(), u64::MAX.into()),
            (Bool, U64, 1, 1),
            (Bool, U128, 1, 1),
            (Bool, I32, 1, 1),
            (U64, I32, 0x1_8000_0000, 0x8000_0000),
            (U64, Bool, 1 << 40, 1),
            (U128, Bool, 1 << 100, 1),
            (U128, Bool, 0, 0),
            (Vec4, Bool, 1 << 96, 1),
            (Vec2, Bool, 0, 0),
            (U128, U32, WORDS, 0x8000_0001),
            (U128, I32, WORDS, 0x8000_0001),
            (U128, U64, WORDS, 0x2_8000_0001),
            (U128, Vec4, WORDS, WORDS),
            (Vec4, U128, WORDS, WORDS),
            (U64, Vec2, 0x2_8000_0001, 0x2_8000_0001),
            (Vec2, U64, 0x2_8000_0001, 0x2_8000_0001),
            (Vec4, Vec2, WORDS, 0x2_8000_0001),
            (Vec4, U64, WORDS, 0x2_8000_0001),
            (Vec4, U32, WORDS, 0x8000_0001),
            (Vec2, I32, 0x2_8000_0001, 0x8000_0001),
            (U32, Vec2, 7, 0x7_0000_0007),
            (I32, Vec2, M, u64::MAX.into()),
            (I32, Vec4, M, u128::MAX),
            (U32, Vec4, 1, 0x1_0000_0001_0000_0001_0000_0001),
        ];
        for (from, to, a, expected) in cases {
            assert_eq!(cast(from, to, a), expected, "{from:?} to {to:?} of {a:#x}");
        }
    }

    /// Oracle: docs/spec/ir.md#casts, as a matrix: a row is the source type, a column the target type.
    /// Casts that validation rejects are not implemented here, so that nothing can come to rely on
    /// them.
    #[test]
    fn casts_that_are_not_listed_have_no_value() {
        use Type::{Bool, I32, U32, U64, U128, Vec2, Vec4};
        let types = [U32, I32, U64, U128, Bool, Vec2, Vec4];
        let listed = [
            ".xxxxxx", // U32
            "x.xxxxx", // I32
            "xx.xxx.", // U64
            "xxx.x.x", // U128
            "xxxx...", // Bool
            "xxx.x..", // Vec2
            "xxxxxx.", // Vec4
        ];
        for (from, row) in types.into_iter().zip(listed) {
            for (to, cell) in types.into_iter().zip(row.chars()) {
                let actual = std::panic::catch_unwind(|| cast(from, to, 1)).is_ok();
                assert_eq!(actual, cell == 'x', "{from:?} to {to:?}");
            }
        }
    }

    /// Oracle: Rust's operators on `u128`, and the contract for shifts.
    #[test]
    fn wide_operators() {
        let (a, b) = (u128::MAX, 2);
        let apply = |op| binary(op, Type::U128, a, b);
        assert_eq!(apply(BinaryOp::Add), 1);
        assert_eq!(apply(BinaryOp::Sub), u128::MAX - 2);
        assert_eq!(apply(BinaryOp::And), 2);
        assert_eq!(apply(BinaryOp::Or), a);
        assert_eq!(apply(BinaryOp::Xor), u128::MAX - 2);
        assert_eq!(apply(BinaryOp::Min), 2);
        assert_eq!(apply(BinaryOp::Max), a);
        assert_eq!(apply(BinaryOp::Gt), 1);
        assert_eq!(apply(BinaryOp::Ge), 1);
        assert_eq!(apply(BinaryOp::Lt), 0);
        assert_eq!(apply(BinaryOp::Le), 0);
        assert_eq!(apply(BinaryOp::Eq), 0);
        assert_eq!(apply(BinaryOp::Ne), 1);
        assert_eq!(binary(BinaryOp::Sub, Type::U128, 0, 1), u128::MAX);
        assert_eq!(binary(BinaryOp::Shl, Type::U128, 1, 127), 1 << 127);
        assert_eq!(binary(BinaryOp::Shl, Type::U128, 1, 128), 1);
        assert_eq!(binary(BinaryOp::Shl, Type::U128, 1, 32), 1 << 32);
        assert_eq!(binary(BinaryOp::Shr, Type::U128, a, 129), a >> 1);
        assert_eq!(unary(UnaryOp::Not, Type::U128, 1), u128::MAX - 1);
    }

    /// Oracle: lanes worked out by hand: nothing carries from one lane to the next.
    #[test]
    fn vectors_work_lane_by_lane() {
        let a = 0x8000_0000_0000_0001_ffff_ffff_ffff_ffff;
        let b = 0x0000_0002_0000_0002_0000_0001_0000_0002;
        let apply = |op| binary(op, Type::Vec4, a, b);
        assert_eq!(
            apply(BinaryOp::Add),
            0x8000_0002_0000_0003_0000_0000_0000_0001
        );
        assert_eq!(
            apply(BinaryOp::Sub),
            0x7fff_fffe_ffff_ffff_ffff_fffe_ffff_fffd
        );
        assert_eq!(
            apply(BinaryOp::Mul),
            0x0000_0000_0000_0002_ffff_ffff_ffff_fffe
        );
        assert_eq!(
            apply(BinaryOp::Min),
            0x0000_0002_0000_0001_0000_0001_0000_0002
        );
        assert_eq!(
            apply(BinaryOp::Max),
            0x8000_0000_0000_0002_ffff_ffff_ffff_ffff
        );
        assert_eq!(apply(BinaryOp::And), 0x1_0000_0002);
        assert_eq!(
            apply(BinaryOp::Xor),
            0x8000_0002_0000_0003_ffff_fffe_ffff_fffd
        );
        assert_eq!(
            apply(BinaryOp::Or),
            0x8000_0002_0000_0003_ffff_ffff_ffff_ffff
        );
        assert_eq!(apply(BinaryOp::Eq), 0);
        assert_eq!(apply(BinaryOp::Ne), 1);
        assert_eq!(binary(BinaryOp::Eq, Type::Vec4, a, a), 1);
        // A Vec2 has only two lanes.
        assert_eq!(unary(UnaryOp::Not, Type::Vec2, 1), 0xffff_ffff_ffff_fffe);
        let carry = binary(BinaryOp::Add, Type::Vec2, M, 1);
        assert_eq!(carry, 0);
        assert_eq!([0, 1, 2, 3].map(|k| lane(WORDS, k)), [0x8000_0001, 2, 3, 4]);
    }
}
