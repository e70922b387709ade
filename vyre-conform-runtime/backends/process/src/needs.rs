//! What code needs that a backend may say it lacks.

use std::collections::BTreeSet;
use vyre_conform_ir::{Expr, Module, Node, Type};
use vyre_conform_runtime::registry::Signature;

/// What a program needs that steps atomically, and one with barriers.
pub(super) const ATOMIC: &str = "atomic";
pub(super) const BARRIER: &str = "barrier";
/// All ops, and all programs.
pub(super) const OPS: &str = "ops";
pub(super) const PROGRAMS: &str = "programs";

/// Every name that stands for something that may be lacking.
pub(super) fn names() -> BTreeSet<&'static str> {
    let types = Type::ALL.iter().map(|ty| ty.name());
    types.chain([ATOMIC, BARRIER, OPS, PROGRAMS]).collect()
}

/// What the functions of a module need.
pub(super) fn of_module(module: &Module) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for function in &module.functions {
        found.extend(function.locals.iter().map(|local| local.ty.name()));
        found.extend(function.results.iter().map(|ty| ty.name()));
        found.extend(function.tables.iter().map(|table| table.ty.name()));
        of_nodes(&function.body, &mut found);
    }
    found
}

/// What the operands and the result of an op need.
pub(super) fn of_signature(signature: &Signature) -> BTreeSet<&'static str> {
    let types = signature.operands.iter().chain([&signature.result]);
    types.map(|ty| ty.family()).collect()
}

fn of_nodes(nodes: &[Node], found: &mut BTreeSet<&'static str>) {
    for node in nodes {
        match node {
            Node::Atomic { .. } => _ = found.insert(ATOMIC),
            Node::Barrier => _ = found.insert(BARRIER),
            _ => {}
        }
        let mut blocks = vec![];
        node.for_each_part(|expr| of_expr(expr, found), |block| blocks.push(block));
        for block in blocks {
            of_nodes(block, found);
        }
    }
}

fn of_expr(expr: &Expr, found: &mut BTreeSet<&'static str>) {
    found.insert(expr.ty.name());
    expr.for_each_operand(|operand| of_expr(operand, found));
}
