//! Names of literals, and indices computed from them: values that a front end knows without a literal.

use super::statement::FunctionContext;
use vyre_conform_ir::{BinaryOp, Expr, LocalId, Node, Type};

impl FunctionContext<'_> {
    /// A name for a literal that is often an out-of-bounds index: front ends resolve it.
    pub(super) fn name_literal(&mut self, nodes: &mut Vec<Node>) {
        let number = match self.draw.below(3) {
            0 => self.draw.below(3),
            1 => self.draw.below(40),
            _ => self.draw.word(),
        };
        let (value, ty) = (Expr::u32(number), Type::U32);
        let local = self.builder.local("n", ty);
        self.know(local, ty, false);
        self.uniform_local(local);
        self.literals.push(local);
        nodes.push(Node::Let {
            local,
            value,
            mutable: self.draw.percent(20),
        });
    }

    /// An index computed from named literals in scope, if there are any.
    pub(super) fn literal_index(&mut self) -> Option<Expr> {
        let entry = |local: &LocalId| self.scope.iter().any(|entry| entry.local == *local);
        let all: Vec<LocalId> = self.literals.iter().copied().filter(entry).collect();
        if all.is_empty() {
            return None;
        }
        let first = Expr::local(self.draw.of(&all), Type::U32);
        let second = if self.draw.percent(50) {
            Expr::local(self.draw.of(&all), Type::U32)
        } else {
            Expr::u32(self.draw.below(4))
        };
        let op = self
            .draw
            .of(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Shl]);
        Some(if self.draw.percent(50) {
            first
        } else {
            Expr::binary(op, first, second)
        })
    }
}
