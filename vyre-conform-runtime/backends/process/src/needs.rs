//! Needs of code that a backend may state as lacks.

use std::collections::BTreeSet;
use vyre_conform_ir::{Expr, Module, Node, Type};
use vyre_conform_runtime::registry::Signature;

/// Needs of programs with atomic steps and with barriers.
pub(super) const ATOMIC: &str = "atomic";
pub(super) const BARRIER: &str = "barrier";
/// Needs of all ops and of all programs.
pub(super) const OPS: &str = "ops";
pub(super) const PROGRAMS: &str = "programs";

/// All names of lacks.
pub(super) fn names() -> BTreeSet<&'static str> {
    let types = Type::ALL.iter().map(|ty| ty.name());
    types.chain([ATOMIC, BARRIER, OPS, PROGRAMS]).collect()
}

/// The needs of a module's functions.
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

/// The needs of an op's operands and result.
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
