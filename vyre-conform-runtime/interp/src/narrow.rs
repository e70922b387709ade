//! Semantics of operators on scalars of at most 64 bits, from the documentation of [`UnaryOp`] and
//! [`BinaryOp`]. Operands and results are zero-extended.

use vyre_conform_ir::{BinaryOp, Type, UnaryOp};

/// The value of the bits of an `I32`.
const fn i32_of(bits: u64) -> i32 {
    bits as u32 as i32
}

/// The bits of an `i32`.
const fn of_i32(value: i32) -> u64 {
    value as u32 as u64
}

/// A unary operation on type `ty`.
pub(super) fn unary(op: UnaryOp, ty: Type, a: u64) -> u64 {
    // Number of bits above the type.
    let above = 64 - ty.bits();
    match op {
        UnaryOp::Not => !a & ty.mask(),
        UnaryOp::Negate => a.wrapping_neg() & ty.mask(),
        UnaryOp::CountOnes => a.count_ones().into(),
        UnaryOp::LeadingZeros => (a.leading_zeros() - above).into(),
        UnaryOp::TrailingZeros => a.trailing_zeros().min(ty.bits()).into(),
        UnaryOp::ReverseBits => a.reverse_bits() >> above,
        UnaryOp::SwapBytes => a.swap_bytes() >> above,
    }
}

/// A binary operation with a left operand of type `ty`; the right one has the same type unless it is a
/// shift amount.
#[inline(always)]
pub(super) fn binary(op: BinaryOp, ty: Type, a: u64, b: u64) -> u64 {
    match op {
        BinaryOp::Add => a.wrapping_add(b) & ty.mask(),
        BinaryOp::Sub => a.wrapping_sub(b) & ty.mask(),
        BinaryOp::Mul => a.wrapping_mul(b) & ty.mask(),
        BinaryOp::Div => match (ty, b) {
            (_, 0) => 0,
            (Type::I32, _) => of_i32(i32_of(a).wrapping_div(i32_of(b))),
            _ => a / b,
        },
        BinaryOp::Rem => match (ty, b) {
            (_, 0) => 0,
            (Type::I32, _) => of_i32(i32_of(a).wrapping_rem(i32_of(b))),
            _ => a % b,
        },
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << (b % u64::from(ty.bits())) & ty.mask(),
        BinaryOp::Shr => {
            let amount = b % u64::from(ty.bits());
            match ty {
                Type::I32 => of_i32(i32_of(a) >> amount),
                _ => a >> amount,
            }
        }
        BinaryOp::RotateLeft => rotate_left(ty, a, b % u64::from(ty.bits())),
        BinaryOp::RotateRight => {
            let width = u64::from(ty.bits());
            rotate_left(ty, a, (width - b % width) % width)
        }
        BinaryOp::Min => {
            if less(ty, a, b) {
                a
            } else {
                b
            }
        }
        BinaryOp::Max => {
            if less(ty, a, b) {
                b
            } else {
                a
            }
        }
        BinaryOp::MulHigh => {
            let exact = u128::from(a) * u128::from(b);
            (exact >> ty.bits()) as u64
        }
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ne => (a != b).into(),
        BinaryOp::Lt => less(ty, a, b).into(),
        BinaryOp::Le => (!less(ty, b, a)).into(),
        BinaryOp::Gt => less(ty, b, a).into(),
        BinaryOp::Ge => (!less(ty, a, b)).into(),
    }
}

fn less(ty: Type, a: u64, b: u64) -> bool {
    match ty {
        Type::I32 => i32_of(a) < i32_of(b),
        _ => a < b,
    }
}

/// Rotates left; `amount` must be below the width.
fn rotate_left(ty: Type, a: u64, amount: u64) -> u64 {
    match amount {
        0 => a,
        _ => (a << amount | a >> (u64::from(ty.bits()) - amount)) & ty.mask(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const M: u64 = u32::MAX as u64;

    /// Oracle: the contracts for division, remainder and shifts in docs/spec/ir.md#execution.
    #[test]
    fn contracts() {
        for ty in [Type::U32, Type::I32, Type::U64] {
            assert_eq!(binary(BinaryOp::Div, ty, 5, 0), 0);
            assert_eq!(binary(BinaryOp::Rem, ty, 5, 0), 0);
        }
        let min = of_i32(i32::MIN);
        assert_eq!(binary(BinaryOp::Div, Type::I32, min, M), min);
        assert_eq!(binary(BinaryOp::Rem, Type::I32, min, M), 0);
        assert_eq!(binary(BinaryOp::Shl, Type::U32, 1, 32), 1);
        assert_eq!(binary(BinaryOp::Shl, Type::U64, 1, 32), 1 << 32);
        assert_eq!(binary(BinaryOp::Shl, Type::U64, 1, 65), 2);
        assert_eq!(binary(BinaryOp::Shr, Type::I32, min, 31), M);
        assert_eq!(binary(BinaryOp::Shr, Type::U32, min, 31), 1);
    }

    /// Oracle: Rust's integer methods of the same names.
    #[test]
    fn operators_are_rusts() {
        let edges = [
            0u32,
            1,
            2,
            31,
            32,
            0x7fff_ffff,
            0x8000_0000,
            0xa5a5_a5a5,
            u32::MAX,
        ];
        for a in edges {
            let wide = (u64::from(a) << 32) | 0x8000_0001;
            assert_eq!(
                unary(UnaryOp::LeadingZeros, Type::U32, a.into()),
                u64::from(a.leading_zeros())
            );
            assert_eq!(
                unary(UnaryOp::TrailingZeros, Type::U32, a.into()),
                u64::from(a.trailing_zeros())
            );
            assert_eq!(
                unary(UnaryOp::ReverseBits, Type::U32, a.into()),
                u64::from(a.reverse_bits())
            );
            assert_eq!(
                unary(UnaryOp::SwapBytes, Type::U32, a.into()),
                u64::from(a.swap_bytes())
            );
            assert_eq!(
                unary(UnaryOp::ReverseBits, Type::U64, wide),
                wide.reverse_bits()
            );
            for b in edges {
                let apply = |op| binary(op, Type::U32, a.into(), b.into());
                assert_eq!(apply(BinaryOp::RotateLeft), u64::from(a.rotate_left(b)));
                assert_eq!(apply(BinaryOp::RotateRight), u64::from(a.rotate_right(b)));
                assert_eq!(apply(BinaryOp::Min), u64::from(a.min(b)));
                assert_eq!(
                    apply(BinaryOp::MulHigh),
                    (u64::from(a) * u64::from(b)) >> 32
                );
                let apply = |op| binary(op, Type::I32, a.into(), b.into());
                let (x, y) = (a as i32, b as i32);
                assert_eq!(apply(BinaryOp::Max), of_i32(x.max(y)));
                assert_eq!(apply(BinaryOp::Le) == 1, x <= y);
                assert_eq!(apply(BinaryOp::Mul), of_i32(x.wrapping_mul(y)));
                let other = (u64::from(b) << 31) | 7;
                let apply = |op| binary(op, Type::U64, wide, other);
                assert_eq!(
                    apply(BinaryOp::MulHigh),
                    ((u128::from(wide) * u128::from(other)) >> 64) as u64
                );
                let apply = |op| binary(op, Type::U64, wide, b.into());
                assert_eq!(apply(BinaryOp::RotateRight), wide.rotate_right(b));
            }
        }
    }
}
