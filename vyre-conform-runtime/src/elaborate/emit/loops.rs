//! Loops.

use super::Emit;
use super::cast::convert;
use super::value::Value;
use crate::body::Primitive;
use crate::elaborate::ir_type;
use crate::elaborate::tree::{PatternBinding, Tree};
use std::ops::Range;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Node, Type};

impl Emit<'_> {
    /// `while condition { body; step }`.
    pub(super) fn while_loop(
        &mut self,
        bound: u64,
        condition: &Tree,
        body: &Tree,
        step: &Tree,
        endless: bool,
    ) -> Option<Value> {
        let (head, condition) = self.nested(|e| {
            let condition = e.one(condition)?;
            Some(e.shallow(condition))
        });
        let Some(condition) = condition else {
            // The condition diverges before the loop begins.
            self.block.extend(head);
            return None;
        };
        let (body, _) = self.nested(|e| e.expr(body));
        let (step, _) = self.nested(|e| e.expr(step));
        self.push(Node::While {
            bound,
            head,
            condition,
            body,
            step,
        });
        (!endless).then_some(Value::UNIT)
    }

    /// `for x in from..to { body }` with constant ends.
    pub(super) fn for_loop(
        &mut self,
        variable: PatternBinding,
        from: &Tree,
        to: &Tree,
        inclusive: bool,
        body: &Tree,
    ) -> Option<Value> {
        let primitive = self.primitive(from)?;
        let Range { start: first, end } = self.constant_range(from, to, inclusive)?;
        let count = (end - first).max(0);
        if count > i128::from(u32::MAX) {
            self.problem(
                from.line,
                format!("a range of {count} values: at most 2^32 - 1 are counted"),
            );
            return None;
        }
        let (name, mutable) = match variable {
            PatternBinding::Wild => ("n", false),
            PatternBinding::Name { name, mutable, .. } => (name, mutable),
        };
        let ty = ir_type(primitive);
        // The IR counts in u32. A u32 range keeps its values; other ranges count the distance from the
        // first value.
        let direct = ty == Type::U32 && end <= i128::from(u32::MAX);
        let counter = self.local(name, Type::U32, None);
        let (from, to) = if direct {
            (first as u32, end.max(first) as u32)
        } else {
            (0, count as u32)
        };
        if to > 0 {
            self.bounds.insert(counter, u64::from(to - 1));
        }
        let at = Expr::local(counter, Type::U32);
        let (nodes, _) = self.nested(|e| {
            let value = if direct {
                at
            } else {
                let start = Expr::literal(ty, first as u64 & ty.mask());
                Expr::binary(BinaryOp::Add, start, convert(at, ty))
            };
            if direct && !mutable {
                e.counter(variable, value);
            } else {
                e.name(variable, Value::One(value));
            }
            e.expr(body)
        });
        debug_assert!(primitive != Primitive::Bool);
        self.push(Node::Loop {
            counter,
            from: Expr::u32(from),
            to: Expr::u32(to),
            body: nodes,
        });
        Some(Value::UNIT)
    }

    /// The values of a range with constant ends; reports a problem for other ends.
    fn constant_range(&mut self, from: &Tree, to: &Tree, inclusive: bool) -> Option<Range<i128>> {
        let ends = self.sequence_of_ones(&[from, to])?;
        let ends: Option<Vec<i128>> = ends.iter().map(constant).collect();
        let Some([first, end]) = ends.and_then(|ends| <[i128; 2]>::try_from(ends).ok()) else {
            self.problem(
                from.line,
                "the ends of a range are constants: count to a constant and leave with `if x >= n \
                 { break; }`, or write a `while` with `bound!(N);`",
            );
            return None;
        };
        Some(first..if inclusive { end + 1 } else { end })
    }

    /// Binds a name to the counter itself.
    fn counter(&mut self, variable: PatternBinding, counter: Expr) {
        if let PatternBinding::Name { local, .. } = variable
            && let Some(slot) = self.env.get_mut(local as usize)
        {
            *slot = Some(Value::One(counter));
        }
    }
}

/// The value of a constant expression.
fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Literal(bits) => Some(match expr.ty {
            Type::I32 => i128::from(*bits as u32 as i32),
            _ => i128::from(*bits),
        }),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Sub => a.checked_sub(b),
                BinaryOp::Mul => a.checked_mul(b),
                BinaryOp::Div => a.checked_div(b),
                _ => None,
            }
            // A value out of the type's range would wrap in the IR.
            .filter(|v| match expr.ty {
                Type::I32 => i32::try_from(*v).is_ok(),
                ty => (0..=i128::from(ty.mask())).contains(v),
            })
        }
        _ => None,
    }
}
