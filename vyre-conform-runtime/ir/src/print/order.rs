//! Decides if the order of a function's locals follows from its text.

use crate::{Expr, ExprKind, Function, LocalId, Node};
use std::cell::Cell;

/// True if the locals are numbered in the order of their bindings in the text: parameters first, then
/// each at its first `let` or `for`, and none used before. Otherwise the text lists them.
pub(super) fn is_that_of_the_text(function: &Function) -> bool {
    let order = Order {
        count: function.locals.len() as u32,
        next: Cell::new(0),
        broken: Cell::new(false),
    };
    function.params.iter().for_each(|param| order.bind(*param));
    order.nodes(&function.body);
    !order.broken.get() && order.next.get() == order.count
}

struct Order {
    count: u32,
    /// The next local to be bound.
    next: Cell<u32>,
    broken: Cell<bool>,
}

impl Order {
    fn bind(&self, local: LocalId) {
        if local.0 == self.next.get() && local.0 < self.count {
            self.next.set(local.0 + 1);
        } else {
            self.uses(local);
        }
    }

    /// A local that does not exist is written by its index.
    fn uses(&self, local: LocalId) {
        if local.0 >= self.next.get() && local.0 < self.count {
            self.broken.set(true);
        }
    }

    fn nodes(&self, nodes: &[Node]) {
        for node in nodes {
            if self.broken.get() {
                return;
            }
            self.node(node);
        }
    }

    fn node(&self, node: &Node) {
        match node {
            Node::Let { local, .. } | Node::Declare { local } => self.bind(*local),
            Node::Loop { counter, .. } => self.bind(*counter),
            Node::Call { results, .. } => results.iter().for_each(|local| self.bind(*local)),
            Node::Atomic { result, .. } => self.bind(*result),
            Node::Assign { local, .. } => self.uses(*local),
            Node::StoreElement { array, .. } => self.uses(*array),
            _ => {}
        }
        node.for_each_part(|expr| self.expr(expr), |block| self.nodes(block));
    }

    fn expr(&self, expr: &Expr) {
        if let ExprKind::Local(local) | ExprKind::Element(local, _) = &expr.kind {
            self.uses(*local);
        }
        expr.for_each_operand(|operand| self.expr(operand));
    }
}
