//! Constant propagation: the only place that decides which values are known constants.
//!
//! A WGSL front end resolves a name to its literal when it checks an index, and evaluates constant
//! expressions. So every value that it could know must be known here first: a value computed from known
//! values becomes a literal, and an access that is certainly out of bounds never reaches the text. Only
//! vectors are not tracked here; [`Ranges`](super::range::Ranges) handles those.

use super::fold::is_wide;
use super::walk::{Usage, usage};
use vyre_conform_ir::{BufferId, Expr, ExprKind, Function, Local, LocalId, Node, Table};

/// The known constants at a place of a function.
pub(super) struct Facts<'a> {
    locals: &'a [Local],
    tables: &'a [Table],
    /// The maximum number of elements of each buffer.
    counts: &'a [u32],
    usage: Vec<Usage>,
    /// The value of each local that is a name for a literal.
    values: Vec<Option<u64>>,
}

impl<'a> Facts<'a> {
    /// No knowledge, before the first node of `body`, which is that of `function`.
    pub(super) fn new(function: &'a Function, body: &[Node], counts: &'a [u32]) -> Self {
        Self {
            locals: &function.locals,
            tables: &function.tables,
            counts,
            usage: usage(body),
            values: vec![None; function.locals.len()],
        }
    }

    /// The bits of a literal, or of a name for one.
    fn value(&self, expr: &Expr) -> Option<u64> {
        match expr.kind {
            _ if is_wide(expr.ty) => None,
            ExprKind::Literal(bits) => Some(bits & expr.ty.mask()),
            ExprKind::Local(local) => self.values[local.0 as usize],
            _ => None,
        }
    }

    /// Records the bindings of a node with folded expressions.
    pub(super) fn bound_by(&mut self, node: &Node) {
        match node {
            Node::Let { local, value, .. } => {
                let number = local.0 as usize;
                let lasts = self.usage.get(number).is_none_or(|usage| usage.writes == 0);
                self.values[number] = self.value(value).filter(|_| lasts);
            }
            // A sibling block may bind the same locals again.
            Node::Declare { local } | Node::Atomic { result: local, .. } => self.forget(*local),
            Node::Loop { counter, .. } => self.forget(*counter),
            Node::Call { results, .. } => results.iter().for_each(|local| self.forget(*local)),
            _ => {}
        }
    }

    fn forget(&mut self, local: LocalId) {
        self.values[local.0 as usize] = None;
    }

    /// An expression with literals substituted for names, if they determine its value. A name by itself
    /// is kept.
    pub(super) fn spelled_out(&self, mut expr: Expr) -> Expr {
        let decided = match &expr.kind {
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.value(a).is_some(),
            ExprKind::Binary(_, a, b) => self.value(a).is_some() && self.value(b).is_some(),
            ExprKind::Select { condition, .. } => self.value(condition).is_some(),
            _ => false,
        };
        if !decided {
            return expr;
        }
        let spell = |operand: &mut Expr| {
            if let Some(bits) = self.value(operand) {
                operand.kind = ExprKind::Literal(bits);
            }
        };
        match &mut expr.kind {
            ExprKind::Select { condition, .. } => spell(condition),
            _ => expr.for_each_operand_mut(spell),
        }
        expr
    }

    /// The bits of an element of an array, a table or a buffer, if they are known: those of a table,
    /// and zero out of bounds.
    pub(super) fn element(&self, expr: &Expr) -> Option<u64> {
        match &expr.kind {
            ExprKind::TableElement(table, index) => {
                let position = usize::try_from(self.value(index)?).ok();
                let data = &self.tables[*table as usize].data;
                Some(
                    position
                        .and_then(|position| data.get(position))
                        .copied()
                        .unwrap_or(0),
                )
            }
            ExprKind::Element(array, index) => self.is_outside(*array, index).then_some(0),
            ExprKind::Load(buffer, index) => self.is_beyond(*buffer, index).then_some(0),
            _ => None,
        }
    }

    /// True if an index is certainly outside of a local array.
    pub(super) fn is_outside(&self, array: LocalId, index: &Expr) -> bool {
        let len = u64::from(self.locals[array.0 as usize].len.unwrap_or(0));
        len == 0 || self.value(index).is_some_and(|i| i >= len)
    }

    /// True if an index is certainly outside of a buffer.
    pub(super) fn is_beyond(&self, buffer: BufferId, index: &Expr) -> bool {
        // A length is a u32, so no buffer has more elements.
        let max = self.counts.get(buffer.0 as usize);
        let max = u64::from(max.copied().unwrap_or(u32::MAX));
        self.value(index).is_some_and(|i| i >= max)
    }
}
