//! Constant folding, which leaves no constant expression for a WGSL compiler.
//!
//! WGSL evaluates constant expressions by stricter rules than this IR: `1u << 32u`, `1u / 0u` and an
//! overflowing `i32` sum are errors even if the value is unused. Such expressions are folded by the
//! rules of the IR and never reach the text.

use super::constants::Facts;
use super::walk::{blocks_mut, own_exprs_mut, rebuild};
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Function, Node, Type, UnaryOp};

/// Folds every expression of a function, and removes out-of-bounds stores. `counts` are the maximum
/// numbers of elements of the buffers.
pub(super) fn fold_function(function: &mut Function, counts: &[u32]) {
    let mut body = std::mem::take(&mut function.body);
    let mut facts = Facts::new(function, &body, counts);
    block(&mut body, &mut facts);
    function.body = body;
}

fn block(nodes: &mut Vec<Node>, facts: &mut Facts<'_>) {
    for mut node in std::mem::take(nodes) {
        if let Node::While {
            head,
            condition,
            body,
            step,
            ..
        } = &mut node
        {
            block(head, facts);
            fold(condition, facts);
            block(body, facts);
            block(step, facts);
            nodes.push(node);
            continue;
        }
        for expr in own_exprs_mut(&mut node) {
            fold(expr, facts);
        }
        match &node {
            Node::Store { buffer, index, .. } if facts.is_beyond(*buffer, index) => continue,
            Node::StoreElement { array, index, .. } if facts.is_outside(*array, index) => continue,
            Node::Atomic {
                buffer,
                index,
                result,
                ..
            } if facts.is_beyond(*buffer, index) => {
                node = Node::Let {
                    local: *result,
                    value: Expr::u32(0),
                    mutable: false,
                };
            }
            _ => {}
        }
        facts.bound_by(&node);
        for inner in blocks_mut(&mut node) {
            block(inner, facts);
        }
        nodes.push(node);
    }
}

/// Folds an expression with the constants known at its place.
fn fold(expr: &mut Expr, facts: &Facts<'_>) {
    let used_names = std::mem::replace(expr, Expr::literal(expr.ty, 0));
    *expr = rebuild(used_names, &mut |expr| {
        let folded = fold_here(facts.spelled_out(expr));
        match facts.element(&folded) {
            Some(bits) => literal(folded.ty, bits),
            None => folded,
        }
    });
}

/// The negation of a Bool.
pub(super) fn not(condition: Expr) -> Expr {
    rebuild(
        Expr {
            ty: Type::Bool,
            kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition)),
        },
        &mut fold_here,
    )
}

trait AsLiteral {
    fn literal(&self) -> Option<u64>;
}

impl AsLiteral for Expr {
    fn literal(&self) -> Option<u64> {
        match self.kind {
            ExprKind::Literal(bits) => Some(bits & self.ty.mask()),
            _ => None,
        }
    }
}

fn literal(ty: Type, bits: u64) -> Expr {
    Expr {
        ty,
        kind: ExprKind::Literal(bits & ty.mask()),
    }
}

/// True for types with more than 64 bits or with lanes, which are not folded here.
pub(super) fn is_wide(ty: Type) -> bool {
    matches!(ty, Type::U128 | Type::Vec2 | Type::Vec4)
}

/// Folds an expression whose operands are folded.
fn fold_here(expr: Expr) -> Expr {
    let ty = expr.ty;
    match expr.kind {
        ExprKind::Unary(op, a) => match (a.literal(), op) {
            (Some(bits), _) if !is_wide(a.ty) => literal(ty, unary(op, a.ty, bits)),
            (None, UnaryOp::Not) if a.ty == Type::Bool => invert(*a),
            _ => Expr {
                ty,
                kind: ExprKind::Unary(op, a),
            },
        },
        ExprKind::Binary(op, a, b) => fold_binary(ty, op, a, b),
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => match condition.literal() {
            Some(0) => *otherwise,
            Some(_) => *then,
            None if is_guarded_division(&condition, &then, &otherwise) => *then,
            None => Expr {
                ty,
                kind: ExprKind::Select {
                    condition,
                    then,
                    otherwise,
                },
            },
        },
        ExprKind::Cast(a) => fold_cast(ty, a),
        ExprKind::Lane(vector, lane) => fold_lane(ty, *vector, lane),
        kind => Expr { ty, kind },
    }
}

fn fold_binary(ty: Type, op: BinaryOp, a: Box<Expr>, b: Box<Expr>) -> Expr {
    if let (Some(x), Some(y)) = (a.literal(), b.literal())
        && !is_wide(a.ty)
    {
        return literal(ty, binary(op, a.ty, x, y));
    }
    let b = match b.literal() {
        Some(n) if op.is_shift() => Box::new(literal(Type::U32, n % u64::from(a.ty.bits().max(1)))),
        _ => b,
    };
    if let Some(simpler) = of_bool(op, &a, &b) {
        return fold_here(simpler);
    }
    // For divisors 0 and -1 the result is known without a division that WGSL would reject.
    match (op, b.literal()) {
        (BinaryOp::Div | BinaryOp::Rem, Some(0)) => literal(ty, 0),
        (BinaryOp::Rem, Some(d)) if ty == Type::I32 && d == 0xffff_ffff => literal(ty, 0),
        (BinaryOp::Div, Some(d)) if ty == Type::I32 && d == 0xffff_ffff => Expr {
            ty,
            kind: ExprKind::Unary(UnaryOp::Negate, a),
        },
        _ => Expr {
            ty,
            kind: ExprKind::Binary(op, a, b),
        },
    }
}

fn fold_cast(ty: Type, a: Box<Expr>) -> Expr {
    match a.literal() {
        Some(bits) if !is_wide(a.ty) && !is_wide(ty) => literal(ty, cast(a.ty, ty, bits)),
        _ if ty == Type::Bool => match a.kind {
            ExprKind::Cast(inner) if inner.ty == Type::Bool => *inner,
            kind => Expr {
                ty,
                kind: ExprKind::Cast(Box::new(Expr { ty: a.ty, kind })),
            },
        },
        _ => Expr {
            ty,
            kind: ExprKind::Cast(a),
        },
    }
}

fn fold_lane(ty: Type, vector: Expr, lane: u32) -> Expr {
    match vector.kind {
        ExprKind::Compose(mut lanes) if (lane as usize) < lanes.len() => {
            lanes.swap_remove(lane as usize)
        }
        kind => Expr {
            ty,
            kind: ExprKind::Lane(
                Box::new(Expr {
                    ty: vector.ty,
                    kind,
                }),
                lane,
            ),
        },
    }
}

/// Simplifies `u32(c) != 0`, `u32(c) == 0` and `1 - u32(c)` for a Bool `c`.
fn of_bool(op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let condition = |e: &Expr| match &e.kind {
        ExprKind::Cast(inner) if inner.ty == Type::Bool => Some((**inner).clone()),
        _ => None,
    };
    match op {
        BinaryOp::Ne if b.literal() == Some(0) => condition(a),
        BinaryOp::Eq if b.literal() == Some(0) => Some(not(condition(a)?)),
        BinaryOp::Sub if a.literal() == Some(1) && !is_wide(a.ty) => Some(Expr {
            ty: a.ty,
            kind: ExprKind::Cast(Box::new(not(condition(b)?))),
        }),
        _ => None,
    }
}

/// True if this choice implements the division contract explicitly: `if b != 0 { a / b } else { 0 }`,
/// and for signed operands with `MIN / -1` excluded as well.
fn is_guarded_division(condition: &Expr, then: &Expr, otherwise: &Expr) -> bool {
    let ExprKind::Binary(op @ (BinaryOp::Div | BinaryOp::Rem), a, b) = &then.kind else {
        return false;
    };
    let matches = |e: &Expr, op: BinaryOp, x: &Expr, value: u64| match &e.kind {
        ExprKind::Binary(actual, left, right) => {
            *actual == op && **left == *x && right.literal() == Some(value)
        }
        _ => false,
    };
    let zero = |e: &Expr| e.literal() == Some(0);
    if matches(condition, BinaryOp::Ne, b, 0) {
        return zero(otherwise);
    }
    let ExprKind::Binary(BinaryOp::And, nonzero, fits) = &condition.kind else {
        return false;
    };
    let ExprKind::Binary(BinaryOp::Or, not_min, not_minus_one) = &fits.kind else {
        return false;
    };
    let checked = then.ty == Type::I32
        && matches(nonzero, BinaryOp::Ne, b, 0)
        && matches(not_min, BinaryOp::Ne, a, 0x8000_0000)
        && matches(not_minus_one, BinaryOp::Ne, b, 0xffff_ffff);
    let by_contract = match (&otherwise.kind, op) {
        (_, BinaryOp::Rem) => zero(otherwise),
        (
            ExprKind::Select {
                condition,
                then,
                otherwise,
            },
            _,
        ) => matches(condition, BinaryOp::Eq, b, 0) && zero(then) && otherwise == a,
        _ => false,
    };
    checked && by_contract
}

/// The negation of a non-literal Bool; for a comparison, the opposite comparison.
fn invert(a: Expr) -> Expr {
    use BinaryOp::*;
    let kind = match a.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => return *inner,
        ExprKind::Binary(op, x, y) if op.is_comparison() => {
            let opposite = match op {
                Eq => Ne,
                Ne => Eq,
                Lt => Ge,
                Ge => Lt,
                Gt => Le,
                _ => Gt,
            };
            ExprKind::Binary(opposite, x, y)
        }
        kind => ExprKind::Unary(
            UnaryOp::Not,
            Box::new(Expr {
                ty: Type::Bool,
                kind,
            }),
        ),
    };
    Expr {
        ty: Type::Bool,
        kind,
    }
}

fn signed(bits: u64) -> i32 {
    bits as u32 as i32
}

fn unary(op: UnaryOp, ty: Type, a: u64) -> u64 {
    let spare = 64 - ty.bits();
    match op {
        UnaryOp::Not => !a,
        UnaryOp::Negate => a.wrapping_neg(),
        UnaryOp::CountOnes => u64::from(a.count_ones()),
        UnaryOp::LeadingZeros => u64::from(a.leading_zeros() - spare),
        UnaryOp::TrailingZeros => u64::from(a.trailing_zeros().min(ty.bits())),
        UnaryOp::ReverseBits => a.reverse_bits() >> spare,
        UnaryOp::SwapBytes => a.swap_bytes() >> spare,
    }
}

fn binary(op: BinaryOp, ty: Type, a: u64, b: u64) -> u64 {
    use BinaryOp::*;
    let signed_pair = (ty == Type::I32).then(|| (signed(a), signed(b)));
    let order = match signed_pair {
        Some((x, y)) => x.cmp(&y),
        None => a.cmp(&b),
    };
    let width = u64::from(ty.bits());
    let n = (b % width) as u32;
    match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        Div | Rem if b == 0 => 0,
        Div => signed_pair.map_or_else(|| a / b, |(x, y)| x.wrapping_div(y) as u32 as u64),
        Rem => signed_pair.map_or_else(|| a % b, |(x, y)| x.wrapping_rem(y) as u32 as u64),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a << n,
        Shr => signed_pair.map_or_else(|| a >> n, |(x, _)| (x >> n) as u32 as u64),
        RotateLeft if ty == Type::U64 => a.rotate_left(n),
        RotateLeft => u64::from((a as u32).rotate_left(n)),
        RotateRight if ty == Type::U64 => a.rotate_right(n),
        RotateRight => u64::from((a as u32).rotate_right(n)),
        Min => {
            if order.is_le() {
                a
            } else {
                b
            }
        }
        Max => {
            if order.is_ge() {
                a
            } else {
                b
            }
        }
        MulHigh => ((u128::from(a) * u128::from(b)) >> width) as u64,
        Eq => u64::from(a == b),
        Ne => u64::from(a != b),
        Lt => u64::from(order.is_lt()),
        Le => u64::from(order.is_le()),
        Gt => u64::from(order.is_gt()),
        Ge => u64::from(order.is_ge()),
    }
}

fn cast(from: Type, to: Type, a: u64) -> u64 {
    match (from, to) {
        (_, Type::Bool) => u64::from(a != 0),
        (Type::I32, Type::U64) => i64::from(signed(a)) as u64,
        _ => a,
    }
}
