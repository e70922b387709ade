//! Changes to expressions.

use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Type, UnaryOp};

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Change {
    /// Another arithmetic or logical operator.
    Operator,
    /// Another comparison.
    Comparison,
    /// A constant, or a shift amount, changed by one.
    Constant,
    /// A mask with one bit more or less.
    Mask,
    /// A condition replaced by true, by false, or by its negation.
    Guard,
    /// Swapped operands.
    Order,
    /// Signed instead of unsigned, or the reverse.
    Signedness,
    /// A carry or a borrow that does not reach the upper half.
    Carry,
    /// A value truncated to its low half or low byte.
    Width,
    /// A removed statement or operation.
    Dropped,
}

impl Change {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Comparison => "comparison",
            Self::Constant => "constant",
            Self::Mask => "mask",
            Self::Guard => "guard",
            Self::Order => "operand order",
            Self::Signedness => "signedness",
            Self::Carry => "lost carry",
            Self::Width => "truncated width",
            Self::Dropped => "dropped",
        }
    }
}

/// All replacements of an expression, except itself.
pub(super) fn changes(expr: &Expr) -> Vec<(Change, Expr)> {
    let mut variants = vec![];
    match &expr.kind {
        ExprKind::Literal(bits) => literal(expr.ty, *bits, &mut variants),
        ExprKind::Local(_) => truncated(expr, &mut variants),
        ExprKind::Unary(op, a) => unary(*op, a, &mut variants),
        ExprKind::Binary(op, a, b) => binary(*op, a, b, &mut variants),
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => {
            let (then, otherwise) = ((**then).clone(), (**otherwise).clone());
            let negated = Expr::select((**condition).clone(), otherwise.clone(), then.clone());
            variants.push((Change::Guard, negated));
            variants.push((Change::Guard, then));
            variants.push((Change::Guard, otherwise));
        }
        ExprKind::Cast(a) => cast(expr.ty, a, &mut variants),
        ExprKind::Compose(lanes) => {
            for k in 1..lanes.len() {
                let mut swapped = lanes.clone();
                swapped.swap(k - 1, k);
                variants.push((Change::Order, Expr::compose(swapped)));
            }
        }
        ExprKind::Lane(vector, lane) => {
            let lanes = vector.ty.lanes().unwrap_or(1);
            let next = Expr::lane((**vector).clone(), (lane + 1) % lanes);
            variants.push((Change::Order, next));
        }
        _ => {}
    }
    // The validator rejects ill-formed replacements; those that change nothing are dropped here.
    variants.retain(|(_, changed)| changed != expr);
    variants
}

/// All replacements of a condition.
pub(super) fn guards(condition: &Expr) -> Vec<(Change, Expr)> {
    let negated = match condition.ty {
        Type::Bool => Expr::unary(UnaryOp::Not, condition.clone()),
        ty => Expr::binary(BinaryOp::Eq, condition.clone(), Expr::literal(ty, 0)),
    };
    [Expr::bool(true), Expr::bool(false), negated]
        .map(|changed| (Change::Guard, changed))
        .into()
}

fn literal(ty: Type, bits: u64, changes: &mut Vec<(Change, Expr)>) {
    let mut push = |change, bits: u64| changes.push((change, Expr::literal(ty, bits & ty.mask())));
    match ty {
        Type::Bool => push(Change::Constant, bits ^ 1),
        Type::U32 | Type::I32 | Type::U64 => {
            push(Change::Constant, bits.wrapping_add(1));
            push(Change::Constant, bits.wrapping_sub(1));
            if bits > 1 {
                push(Change::Mask, bits >> 1);
                push(Change::Mask, bits << 1);
                push(Change::Mask, bits ^ (ty.mask() ^ ty.mask() >> 1));
            }
        }
        _ => {}
    }
}

fn truncated(expr: &Expr, changes: &mut Vec<(Change, Expr)>) {
    let masks: &[u64] = match expr.ty {
        Type::U32 => &[0xffff, 0xff],
        Type::U64 => &[0xffff_ffff, 0xffff],
        Type::I32 => {
            let sixteen = || Expr::u32(16);
            let left = Expr::binary(BinaryOp::Shl, expr.clone(), sixteen());
            let low = Expr::binary(BinaryOp::Shr, left, sixteen());
            return changes.push((Change::Width, low));
        }
        _ => return,
    };
    for mask in masks {
        let mask = Expr::literal(expr.ty, *mask);
        let low = Expr::binary(BinaryOp::And, expr.clone(), mask);
        changes.push((Change::Width, low));
    }
}

fn unary(op: UnaryOp, a: &Expr, changes: &mut Vec<(Change, Expr)>) {
    use UnaryOp::{CountOnes, LeadingZeros, Negate, Not, ReverseBits, SwapBytes, TrailingZeros};
    let others: &[UnaryOp] = match op {
        Not => &[Negate],
        Negate => &[Not],
        CountOnes => &[LeadingZeros, TrailingZeros],
        LeadingZeros => &[TrailingZeros, CountOnes],
        TrailingZeros => &[LeadingZeros, CountOnes],
        ReverseBits => &[SwapBytes, Not],
        SwapBytes => &[ReverseBits, Not],
    };
    for other in others {
        changes.push((Change::Operator, Expr::unary(*other, a.clone())));
    }
    let whole = Expr::unary(op, a.clone());
    if op.is_count() {
        // Inverted bits, and an adjacent position.

        let inverted = Expr::unary(Not, a.clone());
        changes.push((Change::Operator, Expr::unary(op, inverted)));
        for by in [BinaryOp::Add, BinaryOp::Sub] {
            let beside = Expr::binary(by, whole.clone(), Expr::u32(1));
            changes.push((Change::Constant, beside));
        }
    } else {
        changes.push((Change::Dropped, a.clone()))
    }
    truncated(&whole, changes);
}

/// The operators that replace an operator.
fn similar(op: BinaryOp) -> &'static [BinaryOp] {
    use BinaryOp::{
        Add, And, Div, Eq, Ge, Gt, Le, Lt, Max, Min, Mul, MulHigh, Ne, Or, Rem, RotateLeft,
        RotateRight, Shl, Shr, Sub, Xor,
    };
    match op {
        Add => &[Sub, Xor, Or],
        Sub => &[Add, Xor],
        Mul => &[Add, And, MulHigh],
        MulHigh => &[Mul],
        Div => &[Rem, Mul],
        Rem => &[Div, And],
        And => &[Or, Xor],
        Or => &[And, Xor, Add],
        Xor => &[Or, And, Add],
        Shl => &[Shr, RotateLeft],
        Shr => &[Shl, RotateRight],
        RotateLeft => &[RotateRight, Shl],
        RotateRight => &[RotateLeft, Shr],
        Min => &[Max],
        Max => &[Min],
        Eq => &[Ne, Le, Ge],
        Ne => &[Eq, Lt, Gt],
        Lt => &[Le, Ge, Gt, Ne],
        Le => &[Lt, Gt, Ge, Eq],
        Gt => &[Ge, Le, Lt, Ne],
        Ge => &[Gt, Lt, Le, Eq],
    }
}

fn binary(op: BinaryOp, a: &Expr, b: &Expr, changes: &mut Vec<(Change, Expr)>) {
    use BinaryOp::{
        Add, And, Div, Eq, Ge, Gt, Le, Lt, Max, Min, Mul, MulHigh, Ne, Or, Rem, Shl, Shr, Sub, Xor,
    };
    let others = similar(op);
    let make = |op| Expr::binary(op, a.clone(), b.clone());
    let kind = if op.is_comparison() {
        Change::Comparison
    } else {
        Change::Operator
    };
    changes.extend(others.iter().map(|other| (kind, make(*other))));
    if a.ty == b.ty
        && !matches!(
            op,
            Add | Mul | MulHigh | And | Or | Xor | Min | Max | Eq | Ne
        )
    {
        changes.push((Change::Order, Expr::binary(op, b.clone(), a.clone())));
    }
    let whole = make(op);
    for operand in [a, b] {
        if operand.ty == whole.ty {
            changes.push((Change::Dropped, operand.clone()));
        }
    }
    if matches!(op, Lt | Le | Gt | Ge | Div | Rem | Shr | Min | Max) {
        resigned(op, a, b, changes);
    }
    if op.is_shift() && !matches!(b.kind, ExprKind::Literal(_)) {
        for by in [Add, Sub] {
            let amount = Expr::binary(by, b.clone(), Expr::u32(1));
            changes.push((Change::Constant, Expr::binary(op, a.clone(), amount)));
        }
    }
    if matches!(op, Add | Sub) {
        halves(op, a, b, changes);
    }
    if matches!(op, Add | Sub | Mul | MulHigh | Div | Rem | Shl) {
        truncated(&whole, changes);
    }
}

/// The operator on operands of the other signedness.
fn resigned(op: BinaryOp, a: &Expr, b: &Expr, changes: &mut Vec<(Change, Expr)>) {
    let other = match a.ty {
        Type::U32 => Type::I32,
        Type::I32 => Type::U32,
        _ => return,
    };
    let right = if op.is_shift() {
        b.clone()
    } else {
        Expr::cast(other, b.clone())
    };
    let changed = Expr::binary(op, Expr::cast(other, a.clone()), right);
    let changed = if op.is_comparison() {
        changed
    } else {
        Expr::cast(a.ty, changed)
    };
    changes.push((Change::Signedness, changed));
}

/// A sum or difference computed in independent halves.
fn halves(op: BinaryOp, a: &Expr, b: &Expr, changes: &mut Vec<(Change, Expr)>) {
    let (half, mask) = match a.ty {
        Type::U32 | Type::I32 => (16, 0xffff),
        Type::U64 => (32, 0xffff_ffff),
        _ => return,
    };
    let mask = || Expr::literal(a.ty, mask);
    let by = || Expr::u32(half);
    let low = Expr::binary(op, a.clone(), b.clone());
    let low = Expr::binary(BinaryOp::And, low, mask());
    let upper = |e: &Expr| Expr::binary(BinaryOp::Shr, e.clone(), by());
    let high = Expr::binary(op, upper(a), upper(b));
    let high = Expr::binary(BinaryOp::Shl, high, by());
    changes.push((Change::Carry, Expr::binary(BinaryOp::Or, high, low)));
}

fn cast(to: Type, a: &Expr, changes: &mut Vec<(Change, Expr)>) {
    match (a.ty, to) {
        (Type::U32, Type::U64) => {
            let signed = Expr::cast(Type::I32, a.clone());
            changes.push((Change::Signedness, Expr::cast(to, signed)));
        }
        (Type::I32, Type::U64) => {
            let unsigned = Expr::cast(Type::U32, a.clone());
            changes.push((Change::Signedness, Expr::cast(to, unsigned)));
        }
        (Type::U64, Type::U32 | Type::I32) => {
            let high = Expr::binary(BinaryOp::Shr, a.clone(), Expr::u32(32));
            changes.push((Change::Width, Expr::cast(to, high)));
        }
        (Type::U32 | Type::I32 | Type::U64, Type::Bool) => {
            let bit = Expr::binary(BinaryOp::And, a.clone(), Expr::literal(a.ty, 1));
            changes.push((Change::Width, Expr::cast(to, bit)));
            let zero = Expr::binary(BinaryOp::Eq, a.clone(), Expr::literal(a.ty, 0));
            changes.push((Change::Comparison, zero));
        }
        (Type::Bool, Type::U32 | Type::I32 | Type::U64) => {
            let negated = Expr::unary(UnaryOp::Not, a.clone());
            changes.push((Change::Guard, Expr::cast(to, negated)));
        }
        _ => {}
    }
    let whole = Expr::cast(to, a.clone());
    truncated(&whole, changes);
}
