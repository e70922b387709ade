//! The meaning of operators, by Rust's integers.

use vyre_conform_runtime::ir::{BinaryOp, Type, UnaryOp};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::value::Value;

/// The value type at the boundary for a type of the IR.
pub(super) fn value_type(ty: Type) -> ValueType {
    match ty {
        Type::U32 => ValueType::U32,
        Type::I32 => ValueType::I32,
        Type::U64 => ValueType::U64,
        _ => ValueType::Bool,
    }
}

/// A value from its bits.
pub(super) fn value(ty: Type, bits: u64) -> Value {
    Value::from_words(value_type(ty), &[bits as u32, (bits >> 32) as u32])
}

/// The bits of a value.
pub(super) fn bits(value: Value) -> u64 {
    let high = value.words().get(1).copied().unwrap_or(0);
    u64::from(value.words()[0]) | u64::from(high) << 32
}

/// Critical values, the most critical first and last.
pub(super) fn edges(ty: Type) -> Vec<Value> {
    let words = [
        0,
        1,
        u32::MAX,
        2,
        3,
        7,
        31,
        32,
        33,
        63,
        64,
        65,
        0xff,
        0x100,
        0xffff,
        0x1_0000,
        0x1234_5678,
        0x7fff_ffff,
        0x8000_0001,
        0xdead_beef,
        0xffff_fffe,
        0x8000_0000,
    ];
    let list: Vec<u64> = match ty {
        Type::Bool => vec![0, 1],
        Type::U64 => {
            let highs = [0, 1, u32::MAX, 0x8000_0000, 0x0123_4567];
            let lows = [
                0,
                1,
                2,
                3,
                31,
                32,
                63,
                64,
                0xffff,
                u32::MAX,
                0x8000_0000,
                0x89ab_cdef,
            ];
            let pairs = highs.iter().flat_map(|high| {
                lows.iter()
                    .map(move |low| u64::from(*high) << 32 | u64::from(*low))
            });
            pairs.collect()
        }
        _ => words.iter().map(|w| u64::from(*w)).collect(),
    };
    list.into_iter().map(|bits| value(ty, bits)).collect()
}

/// A unary operator.
pub(super) fn unary(op: UnaryOp, ty: Type, a: u64) -> u64 {
    let word = a as u32;
    match (op, ty) {
        (UnaryOp::Not, Type::Bool) => a ^ 1,
        (UnaryOp::Not, Type::U64) => !a,
        (UnaryOp::Negate, Type::U64) => a.wrapping_neg(),
        (UnaryOp::CountOnes, Type::U64) => a.count_ones().into(),
        (UnaryOp::LeadingZeros, Type::U64) => a.leading_zeros().into(),
        (UnaryOp::TrailingZeros, Type::U64) => a.trailing_zeros().into(),
        (UnaryOp::ReverseBits, Type::U64) => a.reverse_bits(),
        (UnaryOp::SwapBytes, Type::U64) => a.swap_bytes(),
        (UnaryOp::Not, _) => (!word).into(),
        (UnaryOp::Negate, _) => word.wrapping_neg().into(),
        (UnaryOp::CountOnes, _) => word.count_ones().into(),
        (UnaryOp::LeadingZeros, _) => word.leading_zeros().into(),
        (UnaryOp::TrailingZeros, _) => word.trailing_zeros().into(),
        (UnaryOp::ReverseBits, _) => word.reverse_bits().into(),
        (UnaryOp::SwapBytes, _) => word.swap_bytes().into(),
    }
}

macro_rules! by_type {
    ($op:expr, $t:ty, $a:expr, $b:expr, $n:expr) => {{
        let (a, b, n): ($t, $t, u32) = ($a, $b, $n);
        match $op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::Div if b == 0 => 0,
            BinaryOp::Rem if b == 0 => 0,
            BinaryOp::Div => a.wrapping_div(b),
            BinaryOp::Rem => a.wrapping_rem(b),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Shl => a.wrapping_shl(n),
            BinaryOp::Shr => a.wrapping_shr(n),
            BinaryOp::RotateLeft => a.rotate_left(n % <$t>::BITS),
            BinaryOp::RotateRight => a.rotate_right(n % <$t>::BITS),
            BinaryOp::Min => a.min(b),
            BinaryOp::Max => a.max(b),
            BinaryOp::Eq => <$t>::from(a == b),
            BinaryOp::Ne => <$t>::from(a != b),
            BinaryOp::Lt => <$t>::from(a < b),
            BinaryOp::Le => <$t>::from(a <= b),
            BinaryOp::Gt => <$t>::from(a > b),
            BinaryOp::Ge => <$t>::from(a >= b),
            other => panic!("no oracle for {other:?}"),
        }
    }};
}

/// A binary operator; the right operand of a shift is a `u32`.
pub(super) fn binary(op: BinaryOp, ty: Type, a: u64, b: u64) -> u64 {
    match ty {
        Type::U32 if op == BinaryOp::MulHigh => (a * b) >> 32,
        Type::U64 if op == BinaryOp::MulHigh => ((u128::from(a) * u128::from(b)) >> 64) as u64,
        Type::U32 => by_type!(op, u32, a as u32, b as u32, b as u32).into(),
        Type::I32 => by_type!(op, i32, a as i32, b as i32, b as u32) as u32 as u64,
        Type::U64 => by_type!(op, u64, a, b, b as u32),
        _ => {
            let (a, b) = (a != 0, b != 0);
            u64::from(match op {
                BinaryOp::And => a && b,
                BinaryOp::Or => a || b,
                BinaryOp::Xor => a ^ b,
                BinaryOp::Eq => a == b,
                BinaryOp::Ne => a != b,
                BinaryOp::Lt => !a && b,
                BinaryOp::Le => a <= b,
                BinaryOp::Gt => a && !b,
                BinaryOp::Ge => a >= b,
                other => panic!("no oracle for {other:?}"),
            })
        }
    }
}

/// A cast.
pub(super) fn cast(from: Type, to: Type, a: u64) -> u64 {
    match (from, to) {
        (_, Type::Bool) => u64::from(a != 0),
        (Type::I32, Type::U64) => a as u32 as i32 as i64 as u64,
        (_, Type::U64) => a,
        _ => u64::from(a as u32),
    }
}
