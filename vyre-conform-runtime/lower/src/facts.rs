//! Facts about indices that conditions imply, so that a check by the author is not repeated.
//!
//! Inside `if i < len { .. }`, and after `if i >= len { return; }`, the condition is a fact. A fact is
//! valid until the end of the block in which it was established, or until a local that it mentions is
//! written. Nothing is assumed about memory: an expression that reads a buffer or an array yields no
//! fact.

use super::range::Ranges;
use super::walk::{diverges, each_node, each_part, read_local, written_local};
use std::collections::BTreeSet;
use std::rc::Rc;
use vyre_conform_ir::{BinaryOp, BufferId, Expr, ExprKind, LocalId, Node, Type, UnaryOp};

/// Maximum number of facts; only the newest are used, and a program with more of them has more checks.
const MAX_FACTS: usize = 32;
/// Maximum number of steps of a deduction.
const STEPS: u32 = 100;
/// Maximum number of parts on a side of a fact, times two.
const MAX_PARTS: usize = 64;

/// `left < right`, or `left <= right` if not strict, as u32.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    left: Expr,
    right: Expr,
    strict: bool,
}

/// The locals that the nodes write, at any depth.
pub(super) fn written_in(nodes: &[Node]) -> BTreeSet<LocalId> {
    let mut assigned = BTreeSet::new();
    each_node(nodes, &mut |node| assigned.extend(written_local(node)));
    assigned
}

/// True if an expression keeps its value until a local that it mentions is written.
pub(super) fn is_lasting(expr: &Expr) -> bool {
    let mut lasting = true;
    each_part(expr, &mut |e| {
        lasting &= !matches!(e.kind, ExprKind::Load(..) | ExprKind::Element(..));
    });
    lasting
}

impl Ranges {
    /// Records that a condition is true, or false, from here on.
    pub(super) fn assume(&mut self, condition: &Expr, holds: bool) {
        use BinaryOp::*;
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.assume(inner, !holds),
            ExprKind::Binary(And, a, b) if holds && a.ty == Type::Bool => {
                self.assume(a, true);
                self.assume(b, true);
            }
            ExprKind::Binary(Or, a, b) if !holds && a.ty == Type::Bool => {
                self.assume(a, false);
                self.assume(b, false);
            }
            ExprKind::Binary(op, a, b) if a.ty == Type::U32 => match (op, holds) {
                (Lt, true) | (Ge, false) => self.learn(a, b, true),
                (Le, true) | (Gt, false) => self.learn(a, b, false),
                (Gt, true) | (Le, false) => self.learn(b, a, true),
                (Ge, true) | (Lt, false) => self.learn(b, a, false),
                (Eq, true) | (Ne, false) => {
                    self.learn(a, b, false);
                    self.learn(b, a, false);
                }
                (Ne, true) | (Eq, false) if b.kind == ExprKind::Literal(0) => {
                    self.learn(b, a, true);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Records that the counter of a loop is below its end, if the body does not change the end.
    pub(super) fn count_below(&mut self, counter: LocalId, end: &Expr, body: &[Node]) {
        let written = written_in(body);
        let mut lasts = true;
        each_part(end, &mut |e| {
            lasts &= read_local(e).is_none_or(|local| !written.contains(&local));
        });
        if lasts {
            self.learn(&Expr::local(counter, Type::U32), end, true);
        }
    }

    fn learn(&mut self, left: &Expr, right: &Expr, strict: bool) {
        let mut parts = 0;
        for side in [left, right] {
            each_part(side, &mut |_| parts += 1);
        }
        if parts > 2 * MAX_PARTS {
            return;
        }
        // Front ends fold constant expressions and check them regardless of the condition, even if that
        // is never true: a shift by such a value keeps its mask.
        if self.is_foldable(left) && !matches!(left.kind, ExprKind::Literal(_)) {
            return;
        }
        // A bound on the right side bounds the left one for as long as the left one lasts.
        if is_lasting(left) && !matches!(left.kind, ExprKind::Literal(_)) {
            let max = self.upper_bound(right).saturating_sub(u64::from(strict));
            if max < self.upper_bound(left) {
                self.note(Fact {
                    left: left.clone(),
                    right: Expr::u32(max as u32),
                    strict: false,
                });
            }
        }
        if is_lasting(left) && is_lasting(right) {
            self.note(Fact {
                left: left.clone(),
                right: right.clone(),
                strict,
            });
        }
    }

    /// Adds a fact, and drops the oldest beyond the limit.
    fn note(&mut self, fact: Fact) {
        if self.facts.len() == MAX_FACTS {
            self.facts.remove(0);
        }
        self.facts.push(Rc::new(fact));
    }

    /// Records the facts after these nodes.
    pub(super) fn after(&mut self, nodes: &[Node]) {
        if let Some(Node::If {
            condition,
            then,
            otherwise,
        }) = nodes.last()
        {
            match (diverges(then), diverges(otherwise)) {
                (true, false) => self.assume(condition, false),
                (false, true) => self.assume(condition, true),
                _ => {}
            }
        }
        self.forget(&written_in(nodes));
    }

    /// Drops all facts about these locals.
    pub(super) fn forget(&mut self, locals: &BTreeSet<LocalId>) {
        if locals.is_empty() || self.facts.is_empty() {
            return;
        }
        self.facts.retain(|fact| {
            let mut kept = true;
            for side in [&fact.left, &fact.right] {
                each_part(side, &mut |e| {
                    kept &= read_local(e).is_none_or(|local| !locals.contains(&local));
                });
            }
            kept
        });
    }

    fn newest_facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter().rev().map(|fact| &**fact)
    }

    /// The bound that facts state for an expression.
    pub(super) fn stated(&self, expr: &Expr) -> Option<u64> {
        let bounds = self
            .newest_facts()
            .filter_map(|fact| match fact.right.kind {
                ExprKind::Literal(bits) if fact.left == *expr => {
                    Some(bits.saturating_sub(u64::from(fact.strict)))
                }
                _ => None,
            });
        bounds.min()
    }

    /// True if an index is certainly less than the length of a host-sized buffer.
    pub(super) fn is_inside(&self, index: &Expr, buffer: BufferId) -> bool {
        let length = Expr {
            ty: Type::U32,
            kind: ExprKind::BufferLength(buffer),
        };
        self.is_below(index, &length, true, &mut { STEPS })
    }

    /// True if `0 < a` is certain for u32.
    pub(super) fn is_positive(&self, a: &Expr) -> bool {
        self.is_below(&Expr::u32(0), a, true, &mut { STEPS })
    }

    /// True if `a < b`, or `a <= b` if not strict, is certain for u32.
    pub(super) fn is_below(&self, a: &Expr, b: &Expr, strict: bool, steps: &mut u32) -> bool {
        if !strict && a == b && is_lasting(a) {
            return true;
        }
        let length = matches!(b.kind, ExprKind::BufferLength(_));
        match (&a.kind, &b.kind) {
            (ExprKind::Literal(x), ExprKind::Literal(y)) => {
                return if strict { x < y } else { x <= y };
            }
            // Every buffer has at least one element.
            (ExprKind::Literal(0), _) if length || !strict => return true,
            (ExprKind::Literal(1), _) if length && !strict => return true,
            (ExprKind::Binary(BinaryOp::Rem, _, by), _) if strict && length && **by == *b => {
                return true;
            }
            _ => {}
        }
        match steps.checked_sub(1) {
            Some(left) => *steps = left,
            None => return false,
        }
        let smaller = match &a.kind {
            ExprKind::Local(local) => {
                let meaning = self.meaning(*local);
                meaning.is_some_and(|value| self.is_below(value, b, strict, steps))
            }
            ExprKind::Binary(BinaryOp::Sub, x, y) => {
                self.is_below(y, x, false, steps) && self.is_below(x, b, strict, steps)
            }
            ExprKind::Binary(BinaryOp::Shr | BinaryOp::Div | BinaryOp::Rem, x, _) => {
                self.is_below(x, b, strict, steps)
            }
            ExprKind::Binary(BinaryOp::Min | BinaryOp::And, x, y) => {
                self.is_below(x, b, strict, steps) || self.is_below(y, b, strict, steps)
            }
            _ => false,
        };
        smaller
            || self.newest_facts().any(|fact| {
                let from = match (&fact.left.kind, &a.kind) {
                    (ExprKind::Literal(x), ExprKind::Literal(y)) => {
                        // `x < right` implies `x + 1 <= right`.
                        let reached = x + u64::from(fact.strict);
                        return fact.right == *b && (*y < reached || (*y == reached && !strict));
                    }
                    _ => fact.left == *a,
                };
                from && self.is_below(&fact.right, b, strict && !fact.strict, steps)
            })
    }
}
