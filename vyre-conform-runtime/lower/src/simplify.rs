//! Simplification of unidiomatic code: variables that only carry the value of an `if` to the next line,
//! and arrays that only name their elements.
//!
//! IR expressions are total and pure, so both branches of a choice may be evaluated.

use super::forward::{depth, forward};
use super::walk::{
    Usage, blocks_mut, each_node, each_own, each_part, rebuild_all, usage, written_local,
};
use std::collections::{HashMap, HashSet};
use vyre_conform_ir::{
    BinaryOp, Expr, ExprKind, Function, Local, LocalId, MAX_NESTING, Node, Type,
};

/// A choice whose branches together have more parts stays an `if`.
const MAX_PARTS: usize = 24;
/// Nested choices are simplified one level per round.
const ROUNDS: usize = 3;

/// Simplifies one function.
pub(super) fn simplify(function: &mut Function) {
    name_elements(function);
    for _ in 0..ROUNDS {
        let before = function.body.clone();
        let flags = flags(function);
        forward(&mut function.body, &flags);
        choices(&mut function.body);
        let mut merged = Vec::new();
        let usage = usage(&function.body);
        merge(&mut function.body, &usage, &mut merged);
        forward(&mut function.body, &merged);
        if function.body == before {
            break;
        }
    }
}

/// The Bools that flag the presence of an optional value: made by elaboration, not by the author.
fn flags(function: &Function) -> Vec<LocalId> {
    (0_u32..)
        .zip(&function.locals)
        .filter(|(_, local)| {
            local.ty == Type::Bool && (local.name == "is_some" || local.name.ends_with("_is_some"))
        })
        .map(|(k, _)| LocalId(k))
        .collect()
}

/// Turns `if c { x = a } else { x = b }` into `x = select(b, a, c)` if both values are small.
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
            && depth(condition) < MAX_NESTING
            && parts(a).saturating_add(parts(b)) <= MAX_PARTS
        {
            *node = Node::Assign {
                local: x,
                value: Expr {
                    ty: a.ty,
                    kind: ExprKind::Select {
                        condition: Box::new(condition.clone()),
                        then: Box::new(a.clone()),
                        otherwise: Box::new(b.clone()),
                    },
                },
            };
        }
    }
}

/// The only assignment of a block, possibly through a named intermediate value.
fn only_assignment(nodes: &[Node]) -> Option<(LocalId, &Expr)> {
    match nodes {
        [Node::Assign { local, value }] => Some((*local, value)),
        [
            Node::Let {
                local: name, value, ..
            },
            Node::Assign {
                local,
                value: given,
            },
        ] if given.kind == ExprKind::Local(*name) => Some((*local, value)),
        _ => None,
    }
}

/// The number of parts of an expression. A 64-bit division counts as too many, and so does a read of a
/// buffer: a condition that guards a memory access is kept.
fn parts(expr: &Expr) -> usize {
    let mut n = 0_usize;
    each_part(expr, &mut |e| {
        let long = e.ty == Type::U64
            && matches!(e.kind, ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..));
        let load = matches!(e.kind, ExprKind::Load(..));
        n = n.saturating_add(if long || load { MAX_PARTS + 1 } else { 1 });
    });
    n
}

/// Turns a declaration and the immediately following only assignment into a `Let`.
fn merge(nodes: &mut Vec<Node>, usage: &[Usage], merged: &mut Vec<LocalId>) {
    let mut kept: Vec<Node> = Vec::with_capacity(nodes.len());
    for mut node in std::mem::take(nodes) {
        for block in blocks_mut(&mut node) {
            merge(block, usage, merged);
        }
        if let Node::Assign { local, value } = &mut node
            && let Some(Node::Declare { local: declared }) = kept.last()
            && local == declared
            && usage[local.0 as usize].writes == 1
            && super::walk::reads(value, *local) == 0
        {
            merged.push(*local);
            let value = std::mem::replace(value, Expr::literal(value.ty, 0));
            kept.pop();
            node = Node::Let {
                local: *local,
                value,
                mutable: false,
            };
        }
        kept.push(node);
    }
    *nodes = kept;
}

/// Replaces reads of an array that is filled once with names or literals, and read by literal indices
/// only, by those names and literals.
fn name_elements(function: &mut Function) {
    if function.locals.iter().all(|local| local.len.is_none()) {
        return;
    }
    let mut filled = FilledArrays {
        usage: usage(&function.body),
        computed: HashSet::new(),
        values: HashMap::new(),
    };
    each_node(&function.body, &mut |node| {
        each_own(node, &mut |expr| {
            each_part(expr, &mut |e| {
                if let ExprKind::Element(array, index) = &e.kind {
                    let len = function.locals[array.0 as usize].len.unwrap_or(0);
                    let inside = matches!(index.kind, ExprKind::Literal(i) if i < u64::from(len));
                    if !inside {
                        filled.computed.insert(*array);
                    }
                }
            });
        });
    });
    filled.find(&function.body, &function.locals);
    let values = filled.values;
    if values.is_empty() {
        return;
    }
    remove_filling(&mut function.body, &values);
    rebuild_all(&mut function.body, &mut |e| {
        element_of(&values, &e).cloned().unwrap_or(e)
    });
}

/// The value of an element of an array whose values are known.
fn element_of<'a>(values: &'a HashMap<LocalId, Vec<Expr>>, expr: &Expr) -> Option<&'a Expr> {
    let ExprKind::Element(array, index) = &expr.kind else {
        return None;
    };
    match index.kind {
        ExprKind::Literal(i) => values.get(array)?.get(i as usize),
        _ => None,
    }
}

/// Arrays that are filled directly after their declaration.
struct FilledArrays {
    usage: Vec<Usage>,
    /// Arrays that are read by non-literal indices.
    computed: HashSet<LocalId>,
    values: HashMap<LocalId, Vec<Expr>>,
}

impl FilledArrays {
    fn find(&mut self, nodes: &[Node], locals: &[Local]) {
        for (index, node) in nodes.iter().enumerate() {
            if let Node::Declare { local } = node
                && let Some(len) = locals[local.0 as usize].len
                && !self.computed.contains(local)
                && self.usage[local.0 as usize].declarations == 1
                && self.usage[local.0 as usize].writes == len as usize
                && let Some(stores) =
                    super::stmt::initial_elements(*local, len, &nodes[index + 1..])
            {
                let values = stores.into_iter().map(|value| self.simple(value));
                if let Some(values) = values.collect() {
                    self.values.insert(*local, values);
                }
            }
            for block in super::walk::blocks(node) {
                self.find(block, locals);
            }
        }
    }

    /// A value that may replace any read of the element.
    fn simple(&self, value: &Expr) -> Option<Expr> {
        let value = element_of(&self.values, value).unwrap_or(value);
        let simple = match value.kind {
            ExprKind::Literal(_) => true,
            ExprKind::Local(local) => self.usage[local.0 as usize].writes == 0,
            _ => false,
        };
        simple.then(|| value.clone())
    }
}

fn remove_filling(nodes: &mut Vec<Node>, arrays: &HashMap<LocalId, Vec<Expr>>) {
    let of = |local: &LocalId| arrays.contains_key(local);
    nodes.retain(|node| {
        !written_local(node).is_some_and(|local| of(&local))
            && !matches!(node, Node::Declare { local } if of(local))
    });
    for node in nodes {
        for block in blocks_mut(node) {
            remove_filling(block, arrays);
        }
    }
}
