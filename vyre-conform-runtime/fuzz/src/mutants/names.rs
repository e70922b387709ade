//! Mutants of names and variables: the time of their evaluation, and their lifetime.

use super::expr::operands_first;
use super::tree::rewrite;
use super::{SemanticMutant, program};
use crate::edit::{blocks_in, functions};
use std::collections::BTreeMap;
use vyre_conform_ir::{Expr, ExprKind, LocalId, Node, Program};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program(
        "name-evaluated-late",
        "A name is evaluated where it is read, not where it is bound.",
        evaluated_late,
    ),
    program(
        "index-after-value",
        "A store to an element uses the index that holds after the next node.",
        |p| {
            swap(p, |first, second| {
                let Node::StoreElement { .. } = first else {
                    return false;
                };
                matches!(second, Node::Assign { .. })
            });
        },
    ),
    program(
        "assign-in-branch-dropped",
        "A value that is assigned in a branch is lost after it.",
        |p| {
            rewrite(p, &mut |node, at, _| match node {
                Node::Assign { .. } if at.branches > 0 => vec![],
                other => vec![other],
            });
        },
    ),
    program(
        "assign-in-loop-dropped",
        "A value that is assigned in a loop is lost.",
        |p| {
            rewrite(p, &mut |node, at, _| match node {
                Node::Assign { .. } if at.loops > 0 => vec![],
                other => vec![other],
            });
        },
    ),
    program(
        "assignments-swapped",
        "Two assignments side by side happen in the other order.",
        |p| {
            swap(p, |first, second| {
                matches!((first, second), (Node::Assign { .. }, Node::Assign { .. }))
            });
        },
    ),
    program(
        "read-before-assignment",
        "A name that is bound after an assignment is evaluated before it.",
        |p| {
            swap(p, |first, second| {
                matches!((first, second), (Node::Assign { .. }, Node::Let { .. }))
            });
        },
    ),
    program(
        "element-store-dropped-in-loop",
        "A store to an element of a local array in a loop is lost.",
        |p| {
            rewrite(p, &mut |node, at, _| match node {
                Node::StoreElement { .. } if at.loops > 0 => vec![],
                other => vec![other],
            });
        },
    ),
];

/// Swaps adjacent nodes, each at most once.
pub(super) fn swap(program: &mut Program, takes: fn(&Node, &Node) -> bool) {
    functions(program, &mut |function| {
        blocks_in(&mut function.body, &mut |block| {
            let mut k = 1;
            while k < block.len() {
                if takes(&block[k - 1], &block[k]) {
                    block.swap(k - 1, k);
                    k += 1;
                }
                k += 1;
            }
        });
    });
}

/// Substitutes the values of names at their reads, if they depend on something that may change.
fn evaluated_late(program: &mut Program) {
    functions(program, &mut |function| {
        let mut values: BTreeMap<LocalId, Expr> = BTreeMap::new();
        blocks_in(&mut function.body, &mut |block| {
            for node in block {
                match node {
                    Node::Let {
                        local,
                        value,
                        mutable: false,
                    } if reads_memory(value) => _ = values.insert(*local, value.clone()),
                    _ => {}
                }
            }
        });
        blocks_in(&mut function.body, &mut |block| {
            for node in block {
                node.for_each_expr_mut(|root| {
                    operands_first(root, &mut |expr| {
                        if let ExprKind::Local(local) = &expr.kind
                            && let Some(value) = values.get(local)
                        {
                            *expr = value.clone();
                        }
                    });
                });
            }
        });
    });
}

fn reads_memory(expr: &Expr) -> bool {
    let here = matches!(
        expr.kind,
        ExprKind::Local(_) | ExprKind::Element(..) | ExprKind::Load(..)
    );
    let mut is_present = here;
    expr.for_each_operand(|operand| is_present = is_present || reads_memory(operand));
    is_present
}
