//! Names and places: `let`, deferred initialisation, assignment.

use super::value::{Value, depth};
use super::{Emit, MAX_EXPRESSION, Reuse};
use crate::elaborate::ir_type;
use crate::elaborate::tree::{PatternBinding, Statement, Tree};
use crate::elaborate::types::Ty;
use vyre_conform_ir::{Expr, ExprKind, LocalId, Node, Type};

impl Emit<'_> {
    /// Emits a statement; returns false if it diverges.
    pub(super) fn statement(&mut self, statement: &Statement) -> bool {
        match statement {
            Statement::Let(bind, value) => {
                let Some(value) = self.expr(value) else {
                    return false;
                };
                self.name(*bind, value);
            }
            Statement::Declare(bind, ty) => {
                if let PatternBinding::Name { name, .. } = bind {
                    let ty = self.typed.types.finish(ty);
                    let place = self.declare(name, &ty);
                    self.set(*bind, place);
                }
            }
            Statement::Destructure(binds, value) => {
                let Some(value) = self.expr(value) else {
                    return false;
                };
                if let Value::Tuple(parts) = value {
                    for (bind, part) in binds.iter().zip(parts) {
                        self.name(*bind, part);
                    }
                }
            }
            Statement::Do(value) => return self.expr(value).is_some(),
        }
        true
    }

    /// Binds a name to a value.
    pub(super) fn name(&mut self, bind: PatternBinding, value: Value) {
        let PatternBinding::Name { name, mutable, .. } = bind else {
            return;
        };
        let value = if self.take_over(name, &value, mutable) {
            value
        } else {
            self.bind(name, value, mutable)
        };
        self.set(bind, value);
    }

    fn set(&mut self, bind: PatternBinding, value: Value) {
        if let PatternBinding::Name { local, .. } = bind
            && let Some(slot) = self.env.get_mut(local as usize)
        {
            *slot = Some(value);
        }
    }

    /// Renames a local that was created for this value alone; returns false if there is none.
    fn take_over(&mut self, name: &str, value: &Value, mutable: bool) -> bool {
        let wanted = |reuse: &Reuse| !mutable || *reuse == Reuse::Any;
        let parts = match value {
            Value::Tuple(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let locals: Vec<Option<LocalId>> = parts
            .iter()
            .map(|part| match part {
                Value::One(Expr {
                    kind: ExprKind::Local(local),
                    ..
                })
                | Value::Array(local, ..) => Some(*local),
                _ => None,
            })
            .collect();
        let free = |local: &Option<LocalId>| {
            local.is_some_and(|l| self.anonymous.get(&l).is_some_and(wanted))
        };
        if locals.is_empty() || !locals.iter().all(free) {
            return false;
        }
        let distinct: std::collections::HashSet<_> = locals.iter().collect();
        if distinct.len() != locals.len() {
            return false;
        }
        let many = locals.len() > 1;
        for (k, local) in locals.into_iter().flatten().enumerate() {
            self.anonymous.remove(&local);
            let name = if many {
                format!("{name}_{k}")
            } else {
                name.to_owned()
            };
            self.locals[local.0 as usize].name = name;
        }
        true
    }

    /// Evaluates a value now, into locals with this name, and returns the place.
    pub(super) fn bind(&mut self, name: &str, value: Value, mutable: bool) -> Value {
        match value {
            Value::One(expr) => {
                let ty = expr.ty;
                let bound = self.bound(&expr);
                let local = self.local(name, ty, None);
                if !mutable && bound < ty.mask() {
                    self.bounds.insert(local, bound);
                }
                self.push(Node::Let {
                    local,
                    value: expr,
                    mutable,
                });
                Value::One(Expr::local(local, ty))
            }
            Value::Tuple(parts) => {
                let parts = parts.into_iter().enumerate();
                Value::Tuple(
                    parts
                        .map(|(k, part)| self.bind(&format!("{name}_{k}"), part, mutable))
                        .collect(),
                )
            }
            Value::Option { content, some } => {
                let content = Box::new(self.bind(name, *content, mutable));
                match self.bind(&format!("{name}_is_some"), Value::One(some), mutable) {
                    Value::One(some) => Value::Option { content, some },
                    other => other,
                }
            }
            Value::Table(table, ty, len) if !mutable => Value::Table(table, ty, len),
            array => self.copy_array(name, array),
        }
    }

    /// Declares locals for a type, without a value.
    pub(super) fn declare(&mut self, name: &str, ty: &Ty) -> Value {
        match ty {
            Ty::One(p) => self.declare_one(name, ir_type(*p)),
            Ty::Var(_) => Value::UNIT,
            Ty::Tuple(parts) => {
                let parts = parts.iter().enumerate();
                Value::Tuple(
                    parts
                        .map(|(k, ty)| self.declare(&format!("{name}_{k}"), ty))
                        .collect(),
                )
            }
            Ty::Array(element, n) => {
                let ty = match **element {
                    Ty::One(p) => ir_type(p),
                    _ => {
                        self.problem(
                            self.body.line,
                            "an array holds u32, i32, u64 or bool, no tuples or arrays: use one \
                             array for every part",
                        );
                        Type::U32
                    }
                };
                let len = *n as u32;
                let local = self.local(name, ty, Some(len));
                self.push(Node::Declare { local });
                Value::Array(local, ty, len)
            }
            Ty::Option(inner) => {
                let content = Box::new(self.declare(name, inner));
                match self.declare_one(&format!("{name}_is_some"), Type::Bool) {
                    Value::One(some) => Value::Option { content, some },
                    other => other,
                }
            }
        }
    }

    fn declare_one(&mut self, name: &str, ty: Type) -> Value {
        let local = self.local(name, ty, None);
        self.push(Node::Declare { local });
        Value::One(Expr::local(local, ty))
    }

    /// Assigns a value to a place. All of the value is evaluated before any of it is written.
    pub(super) fn assign(&mut self, place: &Value, value: Value) {
        let targets = place.locals();
        let several = targets.len() > 1 || matches!(place, Value::Array(..));
        let value = if several && value.reads(&targets) {
            self.bind("kept", value, false)
        } else {
            value
        };
        self.write(place, value);
    }

    fn write(&mut self, place: &Value, value: Value) {
        match (place, value) {
            (Value::One(place), Value::One(value)) => {
                if let ExprKind::Local(local) = place.kind
                    && value != *place
                {
                    self.push(Node::Assign { local, value });
                }
            }
            (Value::Tuple(places), Value::Tuple(values)) => {
                for (place, value) in places.iter().zip(values) {
                    self.write(place, value);
                }
            }
            (
                Value::Option { content, some },
                Value::Option {
                    content: value,
                    some: flag,
                },
            ) => {
                self.write(content, *value);
                self.write(&Value::One(some.clone()), Value::One(flag));
            }
            (Value::Array(local, ty, len), value) => self.fill_array(*local, *ty, *len, value),
            // Shapes agree by construction; any other combination has a problem already.
            _ => {}
        }
    }

    /// The value of a local of the body.
    pub(super) fn read(&mut self, local: u32, line: u32) -> Option<Value> {
        let value = self.env.get(local as usize).cloned().flatten();
        if value.is_none() {
            self.problem(line, format!("local {local} is used before it is bound"));
        }
        value
    }

    /// An expression that may be used several times: a literal, a local, or a new local.
    pub(super) fn shared(&mut self, name: &str, expr: Expr) -> Expr {
        match expr.kind {
            ExprKind::Literal(_) | ExprKind::Local(_) => expr,
            _ => {
                let ty = expr.ty;
                match self.bind(name, Value::One(expr), false) {
                    Value::One(local) => {
                        if let ExprKind::Local(id) = local.kind {
                            self.anonymous.insert(id, Reuse::Immutable);
                        }
                        local
                    }
                    _ => Expr::literal(ty, 0),
                }
            }
        }
    }

    /// The expression, or a local that holds it if it nests too deeply to be readable.
    pub(super) fn shallow(&mut self, expr: Expr) -> Expr {
        if depth(&expr) > MAX_EXPRESSION {
            self.shared("part", expr)
        } else {
            expr
        }
    }

    /// Emits `x = v`, where the place is known only after the value is evaluated.
    pub(super) fn assign_local(&mut self, local: u32, value: &Tree) -> Option<Value> {
        let place = self.read(local, value.line)?;
        self.expr_into(value, Some(&place))?;
        Some(Value::UNIT)
    }
}
