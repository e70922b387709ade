//! `if` and `match`.

use super::choice::negated;
use super::value::Value;
use super::{Emit, Reuse};
use crate::elaborate::tree::{Pattern, PatternBinding, Tree};
use crate::elaborate::types::Ty;
use vyre_conform_ir::{BinaryOp, Expr, Node};

/// The size limit, in parts, for an arm that becomes one side of a `Select`.
const PLAIN: u32 = 7;

/// The most arms of a `match` that are tested in sequence. Longer matches are halved first, which
/// limits the nesting of `else` branches.
const CHAIN: usize = 12;

/// The code on one side of a condition.
#[derive(Clone, Copy)]
enum Arm<'a> {
    Tree(&'a Tree),
    /// Binds the content of an `Option`, then runs an arm.
    Some(&'a Value, PatternBinding, &'a Tree),
    /// The remaining arms of a `match` on this value.
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
                [(Pattern::Bind(PatternBinding::Wild) | Pattern::None, arm)] => {
                    arm.is_plain(&mut { PLAIN })
                }
                [(Pattern::OneOf(_), arm)] => arm.is_plain(&mut { PLAIN }),
                _ => false,
            },
        }
    }
}

impl Emit<'_> {
    /// `if c { then } else { otherwise }` of this type, written to a place if one is given.
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
            Arm::Rest(value, arms) if arms.len() > CHAIN => {
                // In the first half one arm matches, so the last arm of that half needs no test.
                let (first, second) = arms.split_at(arms.len() / 2);
                let mut any = None;
                for (pattern, _) in first {
                    let one = self.matches(pattern, value)?;
                    any = Some(match any {
                        None => one,
                        Some(any) => self.shallow(Expr::binary(BinaryOp::Or, any, one)),
                    });
                }
                let (first, second) = (Arm::Rest(value, first), Arm::Rest(value, second));
                self.branch(any?, first, second, ty, into)
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

    /// True if a value matches a pattern.
    fn matches(&mut self, pattern: &Pattern, value: &Value) -> Option<Expr> {
        match (pattern, value) {
            (Pattern::Bind(_), _) => Some(Expr::bool(true)),
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
            // If one side diverges, the other side is simply the code that follows.
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
            return Some(self.assigned(into, value));
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

    /// Assigns a value to a place, if there is one.
    fn assigned(&mut self, into: Option<&Value>, value: Value) -> Value {
        match into {
            Some(place) => {
                self.assign(place, value);
                Value::UNIT
            }
            None => value,
        }
    }

    pub(super) fn push_if(&mut self, condition: Expr, then: Vec<Node>, otherwise: Vec<Node>) {
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
}

/// True if values of a type can be chosen part by part.
fn selectable(ty: &Ty) -> bool {
    match ty {
        Ty::One(_) => true,
        Ty::Tuple(parts) => parts.len() <= 4 && parts.iter().all(selectable),
        _ => false,
    }
}
