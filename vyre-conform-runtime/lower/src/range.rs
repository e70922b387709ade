//! Upper bounds of unsigned values, which show that a mask or a check is unnecessary.

use super::facts::Fact;
use super::walk::each_part;
use std::rc::Rc;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, LocalId, Type, UnaryOp};

/// Maximum number of parts and deductions for one bound, and of values of one variable.
const MAX_VISITED: u32 = 256;

/// The facts about one local.
#[derive(Clone, Debug, Default)]
struct LocalFacts {
    /// Its upper bound.
    upper_bound: Option<u64>,
    /// Its value.
    constant: Option<u64>,
    /// True if it names a constant expression.
    foldable: bool,
    /// The expression that it names, as long as that is valid.
    meaning: Option<Expr>,
}

/// The facts about the locals in scope.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    /// By index of the local.
    locals: Vec<LocalFacts>,
    /// The previous facts about a local, for each change. A block undoes its own changes at its end:
    /// copying all facts for each block would take quadratic time in long functions.
    undo_log: Vec<(LocalId, LocalFacts)>,
    /// Facts from conditions; see `facts`.
    pub(super) facts: Vec<Rc<Fact>>,
    /// Invocations of a workgroup along each axis, in a kernel.
    workgroup: Option<[u32; 3]>,
}

/// A saved state of facts.
#[derive(Debug)]
pub(super) struct Mark {
    changes: usize,
    facts: Vec<Rc<Fact>>,
}

impl Ranges {
    /// Saves the facts here, for [`restore`](Self::restore).
    pub(super) fn mark(&self) -> Mark {
        Mark {
            changes: self.undo_log.len(),
            facts: self.facts.clone(),
        }
    }

    /// Restores the facts of a mark.
    pub(super) fn restore(&mut self, mark: Mark) {
        for (local, known) in self.undo_log.drain(mark.changes..).rev() {
            self.locals[local.0 as usize] = known;
        }
        self.facts = mark.facts;
    }

    fn known(&self, local: LocalId) -> Option<&LocalFacts> {
        self.locals.get(local.0 as usize)
    }

    fn change(&mut self, local: LocalId) -> &mut LocalFacts {
        let number = local.0 as usize;
        if number >= self.locals.len() {
            self.locals.resize_with(number + 1, LocalFacts::default);
        }
        let known = &mut self.locals[number];
        self.undo_log.push((local, known.clone()));
        known
    }

    /// The expression that a local names, if known.
    pub(super) fn meaning(&self, local: LocalId) -> Option<&Expr> {
        self.known(local)?.meaning.as_ref()
    }

    /// Records the expression that a local names, as long as it is valid.
    pub(super) fn means(&mut self, local: LocalId, value: &Expr) {
        self.change(local).meaning = Some(value.clone());
    }

    /// Records that a local never exceeds `bound` from here on.
    pub(super) fn insert(&mut self, local: LocalId, bound: u64) {
        self.change(local).upper_bound = Some(bound);
    }

    /// Records the workgroup size along each axis.
    pub(super) fn within_workgroup(&mut self, size: [u32; 3]) {
        self.workgroup = Some(size);
    }

    /// Records that a local has, and keeps, the value of an expression here.
    pub(super) fn define(&mut self, local: LocalId, value: &Expr) {
        let max = self.upper_bound(value);
        let (constant, foldable) = (self.constant(value), self.is_foldable(value));
        let known = self.change(local);
        known.upper_bound = Some(max);
        known.constant = constant.or(known.constant);
        known.foldable |= foldable;
    }

    /// True for a scalar taken from a vector of constants: a value that front ends fold and the
    /// lowering does not. They reject an overflowing shift and an out-of-bounds index if they know the
    /// operands, even in an `if` that is never entered.
    pub(super) fn is_hidden_constant(&self, expr: &Expr) -> bool {
        let from_vector = match &expr.kind {
            ExprKind::Lane(..) => true,
            ExprKind::Cast(a) | ExprKind::Binary(_, a, _) => a.ty.words() > 1,
            _ => false,
        };
        from_vector && expr.ty.words() == 1 && self.is_foldable(expr)
    }

    /// True for a constant expression.
    pub(super) fn is_foldable(&self, expr: &Expr) -> bool {
        let mut foldable = true;
        each_part(expr, &mut |part| {
            foldable &= match &part.kind {
                ExprKind::Local(local) => self.known(*local).is_some_and(|entry| entry.foldable),
                ExprKind::Literal(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Select { .. }
                | ExprKind::Cast(_)
                | ExprKind::Compose(_)
                | ExprKind::Lane(..) => true,
                _ => false,
            };
        });
        foldable
    }

    /// Records the bound of a variable that starts with `first` and takes these values, if none of them
    /// exceeds it.
    pub(super) fn settle(&mut self, local: LocalId, first: &Expr, later: &[&Expr]) {
        let max = self.upper_bound(first);
        // A value may be assigned where a fact of this place is no longer valid.
        let facts = std::mem::take(&mut self.facts);
        self.insert(local, max);
        let many = later.len() > MAX_VISITED as usize;
        if many || later.iter().any(|value| self.upper_bound(value) > max) {
            self.change(local).upper_bound = None;
        }
        self.facts = facts;
    }

    /// The value of a literal, or of a local that names one. naga treats such a name like the literal
    /// when it checks indices. A cast that keeps the bits of a float leaves only the name.
    pub(super) fn constant(&self, expr: &Expr) -> Option<u64> {
        match &expr.kind {
            ExprKind::Literal(bits) => Some(*bits),
            ExprKind::Local(local) => self.known(*local)?.constant,
            ExprKind::Cast(a) if a.ty.is_float() || expr.ty == Type::F32 => self.constant(a),
            _ => None,
        }
    }

    /// The upper bound of the bits of an expression.
    pub(super) fn upper_bound(&self, expr: &Expr) -> u64 {
        self.most_of(expr, &mut { MAX_VISITED })
    }

    /// The upper bound within a budget; unexamined parts may have any value.
    fn most_of(&self, expr: &Expr, left: &mut u32) -> u64 {
        let all = expr.ty.mask();
        match left.checked_sub(1) {
            Some(fewer) => *left = fewer,
            None => return all,
        }
        // A bound on the bits of several lanes does not bound one of them.
        if matches!(expr.ty, Type::U128 | Type::Vec2 | Type::Vec4) {
            return all;
        }
        let bound = match &expr.kind {
            ExprKind::Literal(bits) => *bits,
            ExprKind::Local(local) => self
                .known(*local)
                .and_then(|entry| entry.upper_bound)
                .unwrap_or(all),
            ExprKind::Unary(op, a) if op.is_count() => u64::from(a.ty.bits()),
            ExprKind::Unary(UnaryOp::Not, _) => all,
            ExprKind::LocalInvocationId(axis) => self
                .workgroup
                .and_then(|size| size.get(axis.0 as usize).copied())
                .map_or(all, |n| u64::from(n).saturating_sub(1)),
            ExprKind::Binary(op, a, b) => self.most_binary(*op, a, b, left).unwrap_or(all),
            ExprKind::Select {
                then, otherwise, ..
            } => self.most_of(then, left).max(self.most_of(otherwise, left)),
            ExprKind::Cast(a) => match a.ty {
                Type::I32 if expr.ty == Type::U64 => all,
                _ => self.most_of(a, left),
            },
            _ => all,
        };
        let bound = bound.min(all);
        match expr.ty {
            Type::U32 if !self.facts.is_empty() => {
                self.stated(expr).map_or(bound, |stated| stated.min(bound))
            }
            _ => bound,
        }
    }

    fn most_binary(&self, op: BinaryOp, a: &Expr, b: &Expr, left: &mut u32) -> Option<u64> {
        let unsigned = a.ty != Type::I32;
        let (x, y) = (self.most_of(a, left), self.most_of(b, left));
        match op {
            BinaryOp::And => Some(x.min(y)),
            BinaryOp::Or | BinaryOp::Xor => {
                let top = x | y;
                Some(top | top.checked_next_power_of_two().map_or(u64::MAX, |p| p - 1))
            }
            BinaryOp::Min if unsigned => Some(x.min(y)),
            BinaryOp::Max if unsigned => Some(x.max(y)),
            BinaryOp::Div if unsigned => Some(x),
            BinaryOp::Rem if unsigned => Some(x.min(y.saturating_sub(1))),
            BinaryOp::Shr if unsigned => match b.kind {
                ExprKind::Literal(n) => Some(x >> (n % u64::from(a.ty.bits()))),
                _ => Some(x),
            },
            // A sum or product is exact only if it cannot wrap.
            BinaryOp::Add if unsigned => x.checked_add(y).filter(|sum| *sum <= a.ty.mask()),
            BinaryOp::Sub if a.ty == Type::U32 && self.is_below(b, a, false, left) => Some(x),
            BinaryOp::Mul if unsigned => x.checked_mul(y).filter(|p| *p <= a.ty.mask()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_ir::Operand as _;

    /// Oracle: the facts from before the block, and none of those from inside.
    #[test]
    fn facts_from_before_a_block_survive_it() {
        let locals = [0, 1].map(LocalId);
        let [outer, inner] = locals.map(|local| Expr::local(local, Type::U32));
        let mut ranges = Ranges::default();
        ranges.define(locals[0], &Expr::u32(3));
        ranges.means(locals[0], &Expr::u32(3));
        let mark = ranges.mark();
        // A block may bind the locals of another one again.
        for bound in [7, 9] {
            ranges.define(locals[0], &Expr::u32(bound));
            ranges.define(locals[1], &Expr::u32(bound));
            ranges.means(locals[1], &Expr::u32(bound));
        }
        ranges.assume(&inner.clone().binary(BinaryOp::Lt, outer.clone()), true);
        assert_eq!(
            (ranges.upper_bound(&outer), ranges.upper_bound(&inner)),
            (9, 9)
        );
        ranges.restore(mark);
        assert_eq!(
            (ranges.upper_bound(&outer), ranges.constant(&outer)),
            (3, Some(3))
        );
        assert_eq!(ranges.meaning(locals[0]), Some(&Expr::u32(3)));
        assert_eq!(ranges.upper_bound(&inner), u64::from(u32::MAX));
        assert_eq!(ranges.constant(&inner), None);
        assert_eq!(ranges.meaning(locals[1]), None);
        assert!(!ranges.is_foldable(&inner) && ranges.facts.is_empty());
    }
}
