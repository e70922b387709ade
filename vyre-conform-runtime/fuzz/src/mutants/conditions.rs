//! Mutants of branches, selections and conditions.

use super::expr::select;
use super::tree::rewrite;
use super::{SemanticMutant, expression, program};
use vyre_conform_ir::{Expr, Node, Operand, Program, Type};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program("if-swapped", "It swaps the arms of a branch.", |p| {
        branches(p, |condition, then, otherwise| Node::If {
            condition,
            then: otherwise,
            otherwise: then,
        });
    }),
    program(
        "else-dropped",
        "It drops the second arm of a branch.",
        |p| {
            branches(p, |condition, then, _| Node::If {
                condition,
                then,
                otherwise: vec![],
            });
        },
    ),
    program(
        "else-always",
        "It runs the second arm after the first.",
        |p| {
            branches(p, |condition, then, otherwise| {
                let first = Node::If {
                    condition,
                    then,
                    otherwise: vec![],
                };
                Node::Block([first].into_iter().chain(otherwise).collect())
            });
        },
    ),
    program("if-one", "A branch on a u32 is taken for 1 alone.", |p| {
        conditions(p, |value| value.equals(1));
    }),
    program("if-odd", "A branch on a u32 is taken if it is odd.", |p| {
        conditions(p, |value| value & 1);
    }),
    program(
        "if-positive",
        "A branch on a u32 is not taken from 2^31 on.",
        |p| {
            conditions(p, |value| value.cast(Type::I32).greater(Expr::i32(0)));
        },
    ),
    expression(
        "select-swapped",
        "It swaps the values of a selection.",
        |_, e| select(e).map(|[condition, then, otherwise]| condition.select(otherwise, then)),
    ),
    expression(
        "select-one",
        "A selection by a u32 takes the first value for 1 alone.",
        |_, e| by_number(e, |value| value.equals(1)),
    ),
    expression(
        "select-odd",
        "A selection by a u32 takes the first value if it is odd.",
        |_, e| by_number(e, |value| value & 1),
    ),
    expression(
        "select-lane",
        "A selection of vectors selects the first lane alone.",
        |_, e| {
            let [condition, then, otherwise] = select(e)?;
            let lanes = e.ty.lanes()?;
            let lane = |k| Expr::lane(otherwise.clone(), k);
            let first = condition.select(Expr::lane(then, 0), lane(0));
            Some(Expr::compose(
                [first].into_iter().chain((1..lanes).map(lane)).collect(),
            ))
        },
    ),
];

fn branches(program: &mut Program, f: fn(Expr, Vec<Node>, Vec<Node>) -> Node) {
    rewrite(program, &mut |node, _, _| match node {
        Node::If {
            condition,
            then,
            otherwise,
        } => vec![f(condition, then, otherwise)],
        other => vec![other],
    });
}

/// Changes u32 conditions of branches and loops.
fn conditions(program: &mut Program, f: fn(Expr) -> Expr) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::If { condition, .. } | Node::While { condition, .. } = &mut node
            && condition.ty == Type::U32
        {
            *condition = f(condition.clone());
        }
        vec![node]
    });
}

fn by_number(e: &Expr, of: fn(Expr) -> Expr) -> Option<Expr> {
    let [condition, then, otherwise] = select(e)?;
    (condition.ty == Type::U32).then(|| of(condition).select(then, otherwise))
}
