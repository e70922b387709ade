//! `if`, `match`, `&&`, `||`.

use super::value::Value;
use super::{Emit, Reuse};
use crate::elaborate::tree::{Bind, Pattern, Tree};
use crate::elaborate::types::Ty;
use crate::ir::{BinaryOp, Expr, ExprKind, Node, Type, UnaryOp};

/// The largest arm that is written as one side of a `Select`, in parts.
const PLAIN: u32 = 7;

/// What runs on one side of a condition.
#[derive(Clone, Copy)]
enum Arm<'a> {
    Tree(&'a Tree),
    /// The content of an `Option` bound, then an arm.
    Some(&'a Value, Bind, &'a Tree),
    /// The arms of a `match` that are left, on this value.
    Rest(&'a Value, &'a [(Pattern, Tree)]),
}

impl Arm<'_> {
    fn diverges(&self) -> bool {
        match self {
            Self::Tree(tree) | Self::Some(_, _, tree) => tree.diverges(),
            Self::Rest(_, arms) => arms.iter().all(|(_, arm)| arm.diverges()),
        }
    }

    fn is_plain(&self) -> bool {
        match self {
            Self::Tree(tree) => tree.is_plain(&mut { PLAIN }),
            Self::Some(..) => false,
            Self::Rest(_, arms) => match arms {
                [(Pattern::Bind(Bind::Wild) | Pattern::None, arm)] => arm.is_plain(&mut { PLAIN }),
                [(Pattern::OneOf(_), arm)] => arm.is_plain(&mut { PLAIN }),
                _ => false,
            },
        }
    }
}

impl Emit<'_> {
    /// `if c { then } else { otherwise }` of this type, into a place if one is given.
    pub(super) fn if_else(
        &mut self,
        condition: &Tree,
        then: &Tree,
        otherwise: &Tree,
        ty: &Ty,
        into: Option<&Value>,
    ) -> Option<Value> {
        let condition = self.one(condition)?;
        self.branch(condition, Arm::Tree(then), Arm::Tree(otherwise), ty, into)
    }

    /// `match value { arms }`. Rust has checked that the arms are exhaustive, so the last one needs
    /// no test.
    pub(super) fn match_on(
        &mut self,
        value: &Tree,
        arms: &[(Pattern, Tree)],
        ty: &Ty,
        into: Option<&Value>,
    ) -> Option<Value> {
        let value = match self.expr(value)? {
            Value::One(expr) => Value::One(self.shared("matched", expr)),
            Value::Option { content, some } => Value::Option {
                content,
                some: self.shared("is_some", some),
            },
            other => other,
        };
        self.arm(Arm::Rest(&value, arms), ty, into)
    }

    fn arm(&mut self, arm: Arm<'_>, ty: &Ty, into: Option<&Value>) -> Option<Value> {
        match arm {
            Arm::Tree(tree) => self.expr_into(tree, into),
            Arm::Some(content, bind, tree) => {
                self.name(bind, content.clone());
                self.expr_into(tree, into)
            }
            Arm::Rest(value, arms) => {
                let ((pattern, tree), rest) = arms.split_first()?;
                if let Pattern::Bind(bind) = pattern {
                    self.name(*bind, value.clone());
                    return self.expr_into(tree, into);
                }
                let bound = match (pattern, value) {
                    (Pattern::Some(bind), Value::Option { content, .. }) => {
                        Arm::Some(content, *bind, tree)
                    }
                    _ => Arm::Tree(tree),
                };
                if rest.is_empty() {
                    return self.arm(bound, ty, into);
                }
                let condition = self.matches(pattern, value)?;
                self.branch(condition, bound, Arm::Rest(value, rest), ty, into)
            }
        }
    }

    /// Whether a value matches a pattern.
    fn matches(&mut self, pattern: &Pattern, value: &Value) -> Option<Expr> {
        match (pattern, value) {
            (Pattern::Some(_), Value::Option { some, .. }) => Some(some.clone()),
            (Pattern::None, Value::Option { some, .. }) => Some(negated(some.clone())),
            (Pattern::OneOf(values), Value::One(value)) => {
                let mut any = None;
                for candidate in values {
                    let candidate = self.one(candidate)?;
                    let equal = Expr::binary(BinaryOp::Eq, value.clone(), candidate);
                    any = Some(match any {
                        None => equal,
                        Some(any) => self.shallow(Expr::binary(BinaryOp::Or, any, equal)),
                    });
                }
                any
            }
            (Pattern::Range(from, to), Value::One(value)) => {
                let (from, to) = (self.one(from)?, self.one(to)?);
                Some(Expr::binary(
                    BinaryOp::And,
                    Expr::binary(BinaryOp::Ge, value.clone(), from),
                    Expr::binary(BinaryOp::Le, value.clone(), to),
                ))
            }
            _ => None,
        }
    }

    fn branch(
        &mut self,
        condition: Expr,
        then: Arm<'_>,
        otherwise: Arm<'_>,
        ty: &Ty,
        into: Option<&Value>,
    ) -> Option<Value> {
        let condition = self.shallow(condition);
        match (then.diverges(), otherwise.diverges()) {
            // Where one side leaves, the other side is simply what follows.
            (true, false) => {
                let (nodes, _) = self.nested(|e| e.arm(then, ty, None));
                self.push_if(condition, nodes, vec![]);
                return self.arm(otherwise, ty, into);
            }
            (false, true) => {
                let (nodes, _) = self.nested(|e| e.arm(otherwise, ty, None));
                self.push_if(negated(condition), nodes, vec![]);
                return self.arm(then, ty, into);
            }
            (true, true) => {
                let (then, _) = self.nested(|e| e.arm(then, ty, None));
                let (otherwise, _) = self.nested(|e| e.arm(otherwise, ty, None));
                self.push_if(condition, then, otherwise);
                return None;
            }
            (false, false) => {}
        }
        if *ty == Ty::UNIT {
            let (then, _) = self.nested(|e| e.arm(then, ty, None));
            let (otherwise, _) = self.nested(|e| e.arm(otherwise, ty, None));
            self.push_if(condition, then, otherwise);
            return Some(Value::UNIT);
        }
        if then.is_plain() && otherwise.is_plain() && selectable(ty) {
            let (then, otherwise) = (self.arm(then, ty, None)?, self.arm(otherwise, ty, None)?);
            let value = self.select(condition, then, otherwise);
            return match into {
                Some(place) => {
                    self.assign(place, value);
                    Some(Value::UNIT)
                }
                None => Some(value),
            };
        }
        let own;
        let (place, given) = match into {
            Some(place) => (place, true),
            None => {
                own = self.declare("value", ty);
                for local in own.locals() {
                    self.anonymous.insert(local, Reuse::Any);
                }
                (&own, false)
            }
        };
        let (then, _) = self.nested(|e| e.arm(then, ty, Some(place)));
        let (otherwise, _) = self.nested(|e| e.arm(otherwise, ty, Some(place)));
        self.push_if(condition, then, otherwise);
        Some(if given { Value::UNIT } else { place.clone() })
    }

    fn push_if(&mut self, condition: Expr, then: Vec<Node>, otherwise: Vec<Node>) {
        let (condition, then, otherwise) = if then.is_empty() {
            (negated(condition), otherwise, then)
        } else {
            (condition, then, otherwise)
        };
        if !then.is_empty() {
            self.push(Node::If {
                condition,
                then,
                otherwise,
            });
        }
    }

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

    /// `left && right`, or `||`: the right side runs only where it decides.
    pub(super) fn lazy(&mut self, or: bool, left: &Tree, right: &Tree) -> Option<Value> {
        let left = self.one(left)?;
        let (nodes, value) = self.nested(|e| e.one(right));
        let runs = |left: Expr| if or { negated(left) } else { left };
        let Some(value) = value else {
            // The right side leaves, so behind it the left side has decided.
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

/// The opposite of a condition, as one would write it.
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

/// Whether values of a type can be chosen part by part.
fn selectable(ty: &Ty) -> bool {
    match ty {
        Ty::One(_) => true,
        Ty::Tuple(parts) => parts.len() <= 4 && parts.iter().all(selectable),
        _ => false,
    }
}

/// Whether a condition may be evaluated where Rust would not: no division, no element that could be
/// out of bounds, and short.
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
