//! Visitors for the parts of expressions and nodes, in order of evaluation.

use super::{Expr, ExprKind, Node};

impl Expr {
    /// Calls `visit` with every direct operand.
    pub fn for_each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::BufferLength(_)
            | ExprKind::InvocationId(_)
            | ExprKind::WorkgroupId(_)
            | ExprKind::LocalInvocationId(_) => {}
            ExprKind::Element(_, a)
            | ExprKind::TableElement(_, a)
            | ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Lane(a, _)
            | ExprKind::Load(_, a) => visit(a),
            ExprKind::Compose(lanes) => lanes.iter().for_each(visit),
            ExprKind::Binary(_, a, b) => {
                visit(a);
                visit(b);
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
        }
    }

    /// Calls `visit` with every direct operand.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Expr)) {
        match &mut self.kind {
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::BufferLength(_)
            | ExprKind::InvocationId(_)
            | ExprKind::WorkgroupId(_)
            | ExprKind::LocalInvocationId(_) => {}
            ExprKind::Element(_, a)
            | ExprKind::TableElement(_, a)
            | ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Lane(a, _)
            | ExprKind::Load(_, a) => visit(a),
            ExprKind::Compose(lanes) => lanes.iter_mut().for_each(visit),
            ExprKind::Binary(_, a, b) => {
                visit(a);
                visit(b);
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
        }
    }
}

impl Node {
    /// Calls `expr` with every direct expression of this node, and `block` with every block of nodes.
    pub fn for_each_part<'a>(
        &'a self,
        mut expr: impl FnMut(&'a Expr),
        mut block: impl FnMut(&'a [Node]),
    ) {
        match self {
            Self::Let { value, .. } | Self::Assign { value, .. } => expr(value),
            Self::Declare { .. } | Self::Break | Self::Continue | Self::Barrier => {}
            Self::StoreElement { index, value, .. } | Self::Store { index, value, .. } => {
                expr(index);
                expr(value);
            }
            Self::If {
                condition,
                then,
                otherwise,
            } => {
                expr(condition);
                block(then);
                block(otherwise);
            }
            Self::Loop { from, to, body, .. } => {
                expr(from);
                expr(to);
                block(body);
            }
            Self::While {
                head,
                condition,
                body,
                step,
                ..
            } => {
                block(head);
                expr(condition);
                block(body);
                block(step);
            }
            Self::Call { args, .. } => args.iter().for_each(expr),
            Self::Block(nodes) => block(nodes),
            Self::Return(values) => values.iter().for_each(expr),
            Self::Atomic {
                index,
                value,
                expected,
                ..
            } => {
                expr(index);
                expr(value);
                expected.iter().for_each(expr);
            }
        }
    }

    /// Calls `expr` with every direct expression of this node.
    pub fn for_each_expr_mut(&mut self, mut expr: impl FnMut(&mut Expr)) {
        match self {
            Self::Let { value, .. } | Self::Assign { value, .. } => expr(value),
            Self::Declare { .. }
            | Self::Break
            | Self::Continue
            | Self::Barrier
            | Self::Block(_) => {}
            Self::StoreElement { index, value, .. } | Self::Store { index, value, .. } => {
                expr(index);
                expr(value);
            }
            Self::If { condition, .. } | Self::While { condition, .. } => expr(condition),
            Self::Loop { from, to, .. } => {
                expr(from);
                expr(to);
            }
            Self::Call { args, .. } => args.iter_mut().for_each(expr),
            Self::Return(values) => values.iter_mut().for_each(expr),
            Self::Atomic {
                index,
                value,
                expected,
                ..
            } => {
                expr(index);
                expr(value);
                expected.iter_mut().for_each(expr);
            }
        }
    }

    /// Calls `visit` with every block of nodes in this node.
    pub fn for_each_block_mut(&mut self, mut visit: impl FnMut(&mut Vec<Node>)) {
        match self {
            Self::If {
                then, otherwise, ..
            } => {
                visit(then);
                visit(otherwise);
            }
            Self::Loop { body, .. } | Self::Block(body) => visit(body),
            Self::While {
                head, body, step, ..
            } => {
                visit(head);
                visit(body);
                visit(step);
            }
            Self::Let { .. }
            | Self::Declare { .. }
            | Self::Assign { .. }
            | Self::StoreElement { .. }
            | Self::Store { .. }
            | Self::Call { .. }
            | Self::Atomic { .. }
            | Self::Return(_)
            | Self::Break
            | Self::Continue
            | Self::Barrier => {}
        }
    }
}
