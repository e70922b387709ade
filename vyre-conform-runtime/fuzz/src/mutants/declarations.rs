//! Mutants of declarations, each of which is zero each time it runs.

use super::tree::{fresh, rewrite};
use super::{SemanticMutant, program};
use crate::edit::functions;
use crate::expr::constant;
use vyre_conform_ir::{Expr, Local, LocalId, Node, Program, Type};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program(
        "declaration-kept",
        "A variable that is declared again keeps its value.",
        |p| hoist(p, |local| local.len.is_none()),
    ),
    program(
        "array-kept",
        "An array that is declared again keeps its elements.",
        |p| hoist(p, |local| local.len.is_some()),
    ),
    program(
        "declaration-undefined",
        "A variable that is declared without a value has all ones.",
        |p| {
            rewrite(p, &mut |node, _, locals| match node {
                Node::Declare { local } if single(locals, local) => {
                    let value = ones(locals, local);
                    let mutable = true;
                    vec![Node::Let {
                        local,
                        value,
                        mutable,
                    }]
                }
                other => vec![other],
            });
        },
    ),
    program(
        "array-undefined",
        "The elements of an array that is declared are all ones.",
        |p| arrays(p, 0),
    ),
    program(
        "array-first-zero",
        "The first element of an array that is declared is zero, the others are all ones.",
        |p| arrays(p, 1),
    ),
    program(
        "declaration-of-callee-undefined",
        "A variable of a callee that is declared without a value has all ones.",
        |p| {
            rewrite(p, &mut |node, at, locals| match node {
                Node::Declare { local } if single(locals, local) && !at.in_kernel => {
                    let value = ones(locals, local);
                    let mutable = true;
                    vec![Node::Let {
                        local,
                        value,
                        mutable,
                    }]
                }
                other => vec![other],
            });
        },
    ),
    program(
        "variable-first-turn",
        "A variable of a loop gets its value in the first turn alone.",
        |p| first_turn(p, true),
    ),
    program(
        "name-first-turn",
        "A name of a loop is evaluated in the first turn alone.",
        |p| first_turn(p, false),
    ),
];

fn single(locals: &[Local], local: LocalId) -> bool {
    locals[local.0 as usize].len.is_none()
}

fn ones(locals: &[Local], local: LocalId) -> Expr {
    constant(locals[local.0 as usize].ty, [u64::MAX; 2])
}

/// Moves declarations of some locals to the beginning of their function.
fn hoist(program: &mut Program, takes: fn(&Local) -> bool) {
    functions(program, &mut |function| {
        let mut moved = vec![];
        without(&mut function.body, &function.locals, takes, &mut moved);
        function.body.splice(0..0, moved);
    });
}

fn without(
    nodes: &mut Vec<Node>,
    locals: &[Local],
    takes: fn(&Local) -> bool,
    moved: &mut Vec<Node>,
) {
    for mut node in std::mem::take(nodes) {
        node.for_each_block_mut(|inner| without(inner, locals, takes, moved));
        match node {
            Node::Declare { local } if takes(&locals[local.0 as usize]) => moved.push(node),
            other => nodes.push(other),
        }
    }
}

/// Fills declared arrays from this element on with ones.
fn arrays(program: &mut Program, from: u32) {
    rewrite(program, &mut |node, _, locals| {
        let mut nodes = vec![node];
        if let Node::Declare { local: array } = nodes[0]
            && let Some(len) = locals[array.0 as usize].len
        {
            let value = ones(locals, array);
            nodes.extend((from..len).map(|index| Node::StoreElement {
                array,
                index: Expr::u32(index),
                value: value.clone(),
            }));
        }
        nodes
    });
}

/// Bindings in loops that keep the value of the first iteration that reached them.
fn first_turn(program: &mut Program, variables: bool) {
    functions(program, &mut |function| {
        let mut declared = vec![];
        let locals = &mut function.locals;
        once(&mut function.body, false, variables, locals, &mut declared);
        let declared = declared.into_iter().map(|local| Node::Declare { local });
        function.body.splice(0..0, declared);
    });
}

fn once(
    nodes: &mut Vec<Node>,
    in_loop: bool,
    variables: bool,
    locals: &mut Vec<Local>,
    declared: &mut Vec<LocalId>,
) {
    for mut node in std::mem::take(nodes) {
        let in_loop = in_loop || matches!(node, Node::Loop { .. } | Node::While { .. });
        node.for_each_block_mut(|inner| once(inner, in_loop, variables, locals, declared));
        match node {
            Node::Let {
                local,
                value,
                mutable,
            } if in_loop && mutable == variables => {
                let done = fresh(locals, Type::Bool);
                declared.extend([local, done]);
                let value = [(local, value), (done, Expr::bool(true))];
                nodes.push(Node::If {
                    condition: Expr::local(done, Type::Bool),
                    then: vec![],
                    otherwise: value
                        .map(|(local, value)| Node::Assign { local, value })
                        .to_vec(),
                });
            }
            other => nodes.push(other),
        }
    }
}
