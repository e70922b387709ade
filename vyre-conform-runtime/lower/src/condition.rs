//! Conditions: a u32 condition becomes a comparison with zero, because WGSL requires a bool.

use super::walk::{blocks_mut, rebuild_all};
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Function, Node, Type};

/// Makes every condition of a function a Bool.
pub(super) fn bool_conditions(function: &mut Function) {
    statements(&mut function.body);
    rebuild_all(&mut function.body, &mut |mut expr| {
        if let ExprKind::Select { condition, .. } = &mut expr.kind {
            decide(condition);
        }
        expr
    });
}

fn statements(nodes: &mut [Node]) {
    for node in nodes {
        if let Node::If { condition, .. } | Node::While { condition, .. } = node {
            decide(condition);
        }
        for block in blocks_mut(node) {
            statements(block);
        }
    }
}

/// Appends `!= 0` to a number.
fn decide(condition: &mut Expr) {
    if condition.ty != Type::Bool {
        let zero = Expr::literal(condition.ty, 0);
        let number = std::mem::replace(condition, zero.clone());
        *condition = Expr::binary(BinaryOp::Ne, number, zero);
    }
}
