//! What a person would not write: a variable that only carries the value of an `if` from one line to
//! the next, and an array that only gives names to its elements.
//!
//! Expressions of the IR are total and pure, so both sides of a choice may be evaluated.

use super::forward::forward;
use super::walk::{blocks_mut, each_node, each_part, own_exprs, rebuild_all, writes_in, written};
use crate::ir::{BinaryOp, Expr, ExprKind, Function, LocalId, Node, Type};
use std::collections::BTreeMap;

/// A choice whose sides have more parts than this together stays an `if`.
const MOST_PARTS: usize = 24;
/// Choices inside choices are seen one level a round.
const ROUNDS: usize = 3;

/// Simplifies one function.
pub(super) fn simplify(function: &mut Function) {
    name_elements(function);
    for _ in 0..ROUNDS {
        let before = function.body.clone();
        let flags = flags(function);
        forward(&mut function.body, &flags);
        choices(&mut function.body);
        let mut writes = BTreeMap::new();
        each_node(&function.body, &mut |node| {
            if let Some(local) = written(node) {
                *writes.entry(local).or_insert(0_usize) += 1;
            }
        });
        let mut merged = Vec::new();
        merge(&mut function.body, &writes, &mut merged);
        forward(&mut function.body, &merged);
        if function.body == before {
            break;
        }
    }
}

/// The Bools that say whether an optional value is there: made while elaborating, not by the author.
fn flags(function: &Function) -> Vec<LocalId> {
    (0_u32..)
        .zip(&function.locals)
        .filter(|(_, local)| {
            local.ty == Type::Bool && (local.name == "is_some" || local.name.ends_with("_is_some"))
        })
        .map(|(k, _)| LocalId(k))
        .collect()
}

/// `if c { x = a } else { x = b }` becomes `x = select(b, a, c)` where both values are small.
fn choices(nodes: &mut [Node]) {
    for node in nodes {
        for block in blocks_mut(node) {
            choices(block);
        }
        let Node::If {
            condition,
            then,
            otherwise,
        } = node
        else {
            continue;
        };
        if let (Some((x, a)), Some((y, b))) = (only_assignment(then), only_assignment(otherwise))
            && x == y
            && parts(&a).saturating_add(parts(&b)) <= MOST_PARTS
        {
            *node = Node::Assign {
                local: x,
                value: Expr {
                    ty: a.ty,
                    kind: ExprKind::Select {
                        condition: Box::new(condition.clone()),
                        then: Box::new(a),
                        otherwise: Box::new(b),
                    },
                },
            };
        }
    }
}

/// The assignment that a block consists of, also where a name stands for the value on the way.
fn only_assignment(nodes: &[Node]) -> Option<(LocalId, Expr)> {
    match nodes {
        [Node::Assign { local, value }] => Some((*local, value.clone())),
        [
            Node::Let {
                local: name, value, ..
            },
            Node::Assign {
                local,
                value: given,
            },
        ] if given.kind == ExprKind::Local(*name) => Some((*local, value.clone())),
        _ => None,
    }
}

/// How many parts an expression has; a 64-bit division counts as too many, and so does reading a
/// buffer: where an `if` decides whether memory is read, it goes on deciding.
fn parts(expr: &Expr) -> usize {
    let mut n = 0_usize;
    each_part(expr, &mut |e| {
        let long = e.ty == Type::U64
            && matches!(e.kind, ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..));
        let load = matches!(e.kind, ExprKind::Load(..));
        n = n.saturating_add(if long || load { MOST_PARTS + 1 } else { 1 });
    });
    n
}

/// A declaration and the only assignment, right after it, become a `Let`.
fn merge(nodes: &mut Vec<Node>, writes: &BTreeMap<LocalId, usize>, merged: &mut Vec<LocalId>) {
    let mut k = 0;
    while k < nodes.len() {
        for block in blocks_mut(&mut nodes[k]) {
            merge(block, writes, merged);
        }
        if let [
            Node::Declare { local },
            Node::Assign { local: to, value },
            ..,
        ] = &nodes[k..]
            && local == to
            && writes.get(local) == Some(&1)
            && super::walk::reads(value, *local) == 0
        {
            merged.push(*local);
            let binding = Node::Let {
                local: *local,
                value: value.clone(),
                mutable: false,
            };
            nodes.splice(k..k + 2, [binding]);
        }
        k += 1;
    }
}

/// Reads of an array that is filled once with names or literals, and read by literal indices only,
/// become those names and literals.
fn name_elements(function: &mut Function) {
    for k in 0..function.locals.len() {
        let array = LocalId(k as u32);
        let Some(len) = function.locals[k].len else {
            continue;
        };
        let mut literal_reads = true;
        each_node(&function.body, &mut |node| {
            for expr in own_exprs(node) {
                each_part(expr, &mut |e| {
                    if let ExprKind::Element(of, index) = &e.kind
                        && *of == array
                    {
                        literal_reads &=
                            matches!(index.kind, ExprKind::Literal(i) if i < u64::from(len));
                    }
                });
            }
        });
        let mut stores = 0;
        each_node(&function.body, &mut |node| {
            stores += usize::from(written(node) == Some(array));
        });
        if !literal_reads || stores != len as usize {
            continue;
        }
        let body = std::mem::take(&mut function.body);
        let constant = |local: LocalId| !writes_in(&body, local);
        let values = find_filling(&body, array, len, &constant);
        function.body = body;
        let Some(values) = values else { continue };
        remove_filling(&mut function.body, array);
        rebuild_all(&mut function.body, &mut |e| match &e.kind {
            ExprKind::Element(of, index) if *of == array => match index.kind {
                ExprKind::Literal(i) => values[i as usize].clone(),
                _ => e,
            },
            _ => e,
        });
    }
}

/// The values of an array that is filled right after its declaration.
fn find_filling(
    nodes: &[Node],
    array: LocalId,
    len: u32,
    constant: &dyn Fn(LocalId) -> bool,
) -> Option<Vec<Expr>> {
    let declared = |node: &Node| matches!(node, Node::Declare { local } if *local == array);
    if let Some(at) = nodes.iter().position(declared) {
        let stores = super::stmt::initial_elements(array, len, &nodes[at + 1..])?;
        let simple = |value: &&Expr| match value.kind {
            ExprKind::Literal(_) => true,
            ExprKind::Local(local) => constant(local),
            _ => false,
        };
        return stores
            .iter()
            .all(simple)
            .then(|| stores.into_iter().cloned().collect());
    }
    nodes
        .iter()
        .flat_map(super::walk::blocks)
        .find_map(|block| find_filling(block, array, len, constant))
}

fn remove_filling(nodes: &mut Vec<Node>, array: LocalId) {
    nodes.retain(|node| {
        written(node) != Some(array) && !matches!(node, Node::Declare { local } if *local == array)
    });
    for node in nodes {
        for block in blocks_mut(node) {
            remove_filling(block, array);
        }
    }
}
