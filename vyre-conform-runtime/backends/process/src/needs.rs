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
    let mut needs = BTreeSet::new();
    for function in &module.functions {
        needs.extend(function.locals.iter().map(|local| local.ty.name()));
        needs.extend(function.results.iter().map(|ty| ty.name()));
        needs.extend(function.tables.iter().map(|table| table.ty.name()));
        of_nodes(&function.body, &mut needs);
    }
    needs
}

/// The needs of an op's operands and result.
pub(super) fn of_signature(signature: &Signature) -> BTreeSet<&'static str> {
    let types = signature.operands.iter().chain([&signature.result]);
    types.map(|ty| ty.family()).collect()
}

fn of_nodes(nodes: &[Node], needs: &mut BTreeSet<&'static str>) {
    for node in nodes {
        match node {
            Node::Atomic { .. } => _ = needs.insert(ATOMIC),
            Node::Barrier => _ = needs.insert(BARRIER),
            _ => {}
        }
        let mut blocks = vec![];
        node.for_each_part(|expr| of_expr(expr, needs), |block| blocks.push(block));
        for block in blocks {
            of_nodes(block, needs);
        }
    }
}

fn of_expr(expr: &Expr, needs: &mut BTreeSet<&'static str>) {
    needs.insert(expr.ty.name());
    expr.for_each_operand(|operand| of_expr(operand, needs));
}
