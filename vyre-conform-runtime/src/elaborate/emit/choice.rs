//! Choices without blocks: selects, `&&`, `||`, negated conditions.

use super::value::Value;
use super::{Emit, Reuse};
use crate::elaborate::tree::Tree;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Node, Type, UnaryOp};

impl Emit<'_> {
    /// One of two values with the same parts.
    pub(super) fn select(&mut self, condition: Expr, then: Value, otherwise: Value) -> Value {
        match (then, otherwise) {
            (Value::One(then), Value::One(otherwise)) => {
                let chosen = match (&then.kind, &otherwise.kind) {
                    // `if c { true } else { false }` is c.
                    (ExprKind::Literal(1), ExprKind::Literal(0)) if then.ty == Type::Bool => {
                        condition
                    }
                    _ => Expr::select(condition, then, otherwise),
                };
                Value::One(self.shallow(chosen))
            }
            (Value::Tuple(then), Value::Tuple(otherwise)) => {
                let condition = self.shared("condition", condition);
                let pairs = then.into_iter().zip(otherwise);
                Value::Tuple(
                    pairs
                        .map(|(t, o)| self.select(condition.clone(), t, o))
                        .collect(),
                )
            }
            (then, _) => then,
        }
    }

    /// `left && right`, or `||`: the right side runs only if the left side does not decide.
    pub(super) fn lazy(&mut self, or: bool, left: &Tree, right: &Tree) -> Option<Value> {
        let left = self.one(left)?;
        let (nodes, value) = self.nested(|e| e.one(right));
        let runs = |left: Expr| if or { negated(left) } else { left };
        let Some(value) = value else {
            // The right side diverges, so in the code after it the left side has decided.
            self.push_if(runs(left), nodes, vec![]);
            return Some(Value::One(Expr::bool(or)));
        };
        if nodes.is_empty() && is_cheap(&value) {
            let op = if or { BinaryOp::Or } else { BinaryOp::And };
            let both = Expr::binary(op, left, value);
            return Some(Value::One(self.shallow(both)));
        }
        let local = self.local(if or { "either" } else { "both" }, Type::Bool, None);
        self.anonymous.insert(local, Reuse::Any);
        self.push(Node::Let {
            local,
            value: left,
            mutable: true,
        });
        let mut nodes = nodes;
        nodes.push(Node::Assign { local, value });
        let decided = Expr::local(local, Type::Bool);
        self.push_if(runs(decided.clone()), nodes, vec![]);
        Some(Value::One(decided))
    }
}

/// The negation of a condition, in its simplest form.
pub(super) fn negated(condition: Expr) -> Expr {
    let Expr { ty, kind } = condition;
    let flip = |op| {
        Some(match op {
            BinaryOp::Eq => BinaryOp::Ne,
            BinaryOp::Ne => BinaryOp::Eq,
            BinaryOp::Lt => BinaryOp::Ge,
            BinaryOp::Ge => BinaryOp::Lt,
            BinaryOp::Gt => BinaryOp::Le,
            BinaryOp::Le => BinaryOp::Gt,
            _ => return None,
        })
    };
    match kind {
        ExprKind::Literal(bits) => Expr::bool(bits == 0),
        ExprKind::Unary(UnaryOp::Not, inner) => *inner,
        ExprKind::Binary(op, a, b) => match flip(op) {
            Some(op) => Expr::binary(op, *a, *b),
            None => Expr::unary(
                UnaryOp::Not,
                Expr {
                    ty,
                    kind: ExprKind::Binary(op, a, b),
                },
            ),
        },
        kind => Expr::unary(UnaryOp::Not, Expr { ty, kind }),
    }
}

/// True if a condition is safe and cheap to evaluate where Rust would skip it: no division, no element
/// access that could be out of bounds, and short.
fn is_cheap(expr: &Expr) -> bool {
    fn parts(expr: &Expr) -> u32 {
        let own = match &expr.kind {
            ExprKind::Element(_, at) | ExprKind::TableElement(_, at)
                if !matches!(at.kind, ExprKind::Literal(_)) =>
            {
                return u32::MAX;
            }
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::MulHigh, ..) => {
                return u32::MAX;
            }
            _ => 1,
        };
        let operands = expr.operands().into_iter().map(parts);
        operands.fold(own, u32::saturating_add)
    }
    parts(expr) <= 24
}
