//! Operators on words, as the WGSL specification defines them
//! (<https://www.w3.org/TR/WGSL/#arithmetic-expr>, <https://www.w3.org/TR/WGSL/#bit-expr>).

use naga::{BinaryOperator, ScalarKind, UnaryOperator};

/// A binary operator on scalars of one kind.
pub(super) fn binary(op: BinaryOperator, kind: ScalarKind, a: u32, b: u32) -> u32 {
    match kind {
        ScalarKind::Float => float(op, f32::from_bits(a), f32::from_bits(b)),
        ScalarKind::Sint => signed(op, a as i32, b as i32),
        _ => unsigned(op, a, b),
    }
}

fn compare<T: PartialOrd>(op: BinaryOperator, a: &T, b: &T) -> Option<bool> {
    use BinaryOperator::*;
    Some(match op {
        Equal => a == b,
        NotEqual => a != b,
        Less => a < b,
        LessEqual => a <= b,
        Greater => a > b,
        GreaterEqual => a >= b,
        _ => return None,
    })
}

fn float(op: BinaryOperator, a: f32, b: f32) -> u32 {
    use BinaryOperator::*;
    if let Some(truth) = compare(op, &a, &b) {
        return truth.into();
    }
    let result = match op {
        Add => a + b,
        Subtract => a - b,
        Multiply => a * b,
        Divide => a / b,
        Modulo => a - b * (a / b).trunc(),
        _ => f32::NAN,
    };
    result.to_bits()
}

fn signed(op: BinaryOperator, a: i32, b: i32) -> u32 {
    use BinaryOperator::*;
    if let Some(truth) = compare(op, &a, &b) {
        return truth.into();
    }
    let result = match op {
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        Multiply => a.wrapping_mul(b),
        Divide if b == 0 => a,
        Divide => a.wrapping_div(b),
        Modulo if b == 0 => 0,
        Modulo => a.wrapping_rem(b),
        ShiftRight => a >> (b & 31),
        _ => unsigned(op, a as u32, b as u32) as i32,
    };
    result as u32
}

fn unsigned(op: BinaryOperator, a: u32, b: u32) -> u32 {
    use BinaryOperator::*;
    if let Some(truth) = compare(op, &a, &b) {
        return truth.into();
    }
    match op {
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        Multiply => a.wrapping_mul(b),
        Divide => a.checked_div(b).unwrap_or(a),
        Modulo => a.checked_rem(b).unwrap_or(0),
        And | LogicalAnd => a & b,
        ExclusiveOr => a ^ b,
        InclusiveOr | LogicalOr => a | b,
        ShiftLeft => a << (b & 31),
        ShiftRight => a >> (b & 31),
        _ => 0,
    }
}

/// An operator on a scalar.
pub(super) fn unary(op: UnaryOperator, kind: ScalarKind, a: u32) -> u32 {
    match (op, kind) {
        (UnaryOperator::Negate, ScalarKind::Float) => (-f32::from_bits(a)).to_bits(),
        (UnaryOperator::Negate, _) => a.wrapping_neg(),
        (UnaryOperator::LogicalNot, _) => u32::from(a == 0),
        (UnaryOperator::BitwiseNot, _) => !a,
    }
}

/// A conversion by value (<https://www.w3.org/TR/WGSL/#floating-point-conversion>): floats are truncated and clamped.
pub(super) fn convert(from: ScalarKind, to: ScalarKind, word: u32) -> u32 {
    use ScalarKind::{Bool, Float, Sint, Uint};
    let float = f32::from_bits(word);
    match (from, to) {
        (Float, Uint) => float as u32,
        (Float, Sint) => (float as i32) as u32,
        (Float, Bool) => u32::from(float != 0.0),
        (Sint, Float) => (word as i32 as f32).to_bits(),
        (Uint, Float) => (word as f32).to_bits(),
        (Bool, Float) => f32::from(u8::from(word != 0)).to_bits(),
        (Sint | Uint, Bool) => u32::from(word != 0),
        _ => word,
    }
}
