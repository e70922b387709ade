//! Inlining: a call leaves no trace where the callee is straight-line code.
//!
//! A callee is spliced into its caller when it has no loop and its only `Return` is its last node;
//! `if c { return x } else { return y }` at the end counts as one return of a selection. Callees
//! with loops or early returns stay functions, as do large ones that are called more than once.

use super::forward::forward;
use super::walk::{blocks_mut, each_node, reads_in, rebuild_all, writes_in};
use crate::ir::{Expr, ExprKind, Function, FunctionId, Local, LocalId, Module, Node, Type};
use std::collections::BTreeMap;

/// Callees of more nodes than this are spliced only where they are called once.
const LARGE: usize = 48;

/// The module with calls spliced in and functions that nothing calls any more left out.
pub(super) fn inlined(module: &Module) -> Module {
    let mut work = Work {
        source: module,
        done: BTreeMap::new(),
        calls: BTreeMap::new(),
    };
    for function in &module.functions {
        each_node(&function.body, &mut |node| {
            if let Node::Call { function, .. } = node {
                *work.calls.entry(*function).or_default() += 1;
            }
        });
    }
    work.function(module.entry);
    let mut functions = Vec::new();
    collect(
        module.entry,
        &mut work.done,
        &mut BTreeMap::new(),
        &mut functions,
    )
    .map(|entry| Module { functions, entry })
    .unwrap_or_else(|| module.clone())
}

struct Work<'a> {
    source: &'a Module,
    done: BTreeMap<FunctionId, Function>,
    calls: BTreeMap<FunctionId, usize>,
}

impl Work<'_> {
    /// Splices into one function, callees first.
    fn function(&mut self, id: FunctionId) {
        if self.done.contains_key(&id) {
            return;
        }
        let mut function = self.source.functions[id.0 as usize].clone();
        let mut body = std::mem::take(&mut function.body);
        let mut temporaries = Vec::new();
        self.block(&mut function, &mut body, &mut temporaries);
        forward(&mut body, &temporaries);
        function.body = body;
        self.done.insert(id, function);
    }

    fn block(&mut self, caller: &mut Function, nodes: &mut Vec<Node>, made: &mut Vec<LocalId>) {
        for mut node in std::mem::take(nodes) {
            for block in blocks_mut(&mut node) {
                self.block(caller, block, made);
            }
            let Node::Call {
                function,
                args,
                results,
            } = node
            else {
                nodes.push(node);
                continue;
            };
            self.function(function);
            let callee = &self.done[&function];
            match straight_line(callee) {
                Some((body, values)) if self.is_welcome(function, &body) => {
                    let callee = Function {
                        body,
                        ..callee.clone()
                    };
                    splice(caller, callee, values, args, &results, nodes);
                    made.extend(results);
                }
                _ => nodes.push(Node::Call {
                    function,
                    args,
                    results,
                }),
            }
        }
    }

    fn is_welcome(&self, id: FunctionId, body: &[Node]) -> bool {
        let mut size = 0;
        each_node(body, &mut |_| size += 1);
        size <= LARGE || self.calls.get(&id).copied().unwrap_or(0) <= 1
    }
}

/// The body of a function without its final return, and the values that it returns; `None` if the
/// function is no straight-line code.
fn straight_line(function: &Function) -> Option<(Vec<Node>, Vec<Expr>)> {
    let mut body = function.body.clone();
    let values = final_values(&mut body)?;
    let mut plain = true;
    each_node(&body, &mut |node| {
        plain &= matches!(
            node,
            Node::Let { .. }
                | Node::Declare { .. }
                | Node::Assign { .. }
                | Node::StoreElement { .. }
                | Node::Call { .. }
                | Node::Block(_)
                | Node::If { .. }
        );
    });
    plain.then_some((body, values))
}

/// Takes the return off the end of a block.
fn final_values(body: &mut Vec<Node>) -> Option<Vec<Expr>> {
    match body.pop()? {
        Node::Return(values) => Some(values),
        Node::Block(inner) => {
            body.extend(inner);
            final_values(body)
        }
        Node::If {
            condition,
            mut then,
            mut otherwise,
        } => {
            let (then_values, other_values) =
                (final_values(&mut then)?, final_values(&mut otherwise)?);
            let choose = |(then, otherwise): (Expr, Expr)| Expr {
                ty: then.ty,
                kind: ExprKind::Select {
                    condition: Box::new(condition.clone()),
                    then: Box::new(then),
                    otherwise: Box::new(otherwise),
                },
            };
            (then.is_empty() && otherwise.is_empty()).then(|| {
                then_values
                    .into_iter()
                    .zip(other_values)
                    .map(choose)
                    .collect()
            })
        }
        _ => None,
    }
}

/// Appends the body of `callee` to `nodes`, with arguments for parameters and the results bound.
fn splice(
    caller: &mut Function,
    callee: Function,
    values: Vec<Expr>,
    args: Vec<Expr>,
    results: &[LocalId],
    nodes: &mut Vec<Node>,
) {
    let Function {
        params,
        locals,
        tables,
        mut body,
        ..
    } = callee;
    body.push(Node::Return(values));
    let tables: Vec<u32> = tables
        .into_iter()
        .map(|table| {
            let known = caller.tables.iter().position(|t| *t == table);
            let at = known.unwrap_or_else(|| {
                caller.tables.push(table);
                caller.tables.len() - 1
            });
            at as u32
        })
        .collect();

    let mut arguments = BTreeMap::new();
    let mut renamed = BTreeMap::new();
    let mut bindings = Vec::new();
    for (param, arg) in params.iter().zip(args) {
        let assigned = writes_in(&body, *param);
        let free = matches!(arg.kind, ExprKind::Literal(_) | ExprKind::Local(_));
        if !assigned && (free || reads_in(&body, *param) <= 1) {
            arguments.insert(*param, arg);
        } else {
            let local = fresh(caller, locals[param.0 as usize].clone());
            renamed.insert(*param, local);
            bindings.push(Node::Let {
                local,
                value: arg,
                mutable: assigned,
            });
        }
    }
    for (k, local) in locals.into_iter().enumerate() {
        let id = LocalId(k as u32);
        if !arguments.contains_key(&id) && !renamed.contains_key(&id) {
            renamed.insert(id, fresh(caller, local));
        }
    }

    rename_bindings(&mut body, &renamed);
    rebuild_all(&mut body, &mut |expr| match expr.kind {
        ExprKind::Local(local) => match arguments.get(&local) {
            Some(argument) => argument.clone(),
            None => with_kind(expr.ty, ExprKind::Local(renamed[&local])),
        },
        ExprKind::Element(local, index) => {
            with_kind(expr.ty, ExprKind::Element(renamed[&local], index))
        }
        ExprKind::TableElement(table, index) => with_kind(
            expr.ty,
            ExprKind::TableElement(tables[table as usize], index),
        ),
        kind => with_kind(expr.ty, kind),
    });
    let values = match body.pop() {
        Some(Node::Return(values)) => values,
        _ => Vec::new(),
    };
    nodes.extend(bindings);
    nodes.extend(body);
    nodes.extend(results.iter().zip(values).map(|(local, value)| Node::Let {
        local: *local,
        value,
        mutable: false,
    }));
}

fn with_kind(ty: Type, kind: ExprKind) -> Expr {
    Expr { ty, kind }
}

fn fresh(function: &mut Function, local: Local) -> LocalId {
    function.locals.push(local);
    LocalId(function.locals.len() as u32 - 1)
}

/// Renames the locals that nodes bind or write.
fn rename_bindings(nodes: &mut [Node], names: &BTreeMap<LocalId, LocalId>) {
    let rename = |local: &mut LocalId| {
        if let Some(to) = names.get(local) {
            *local = *to;
        }
    };
    for node in nodes {
        match node {
            Node::Let { local, .. } | Node::Declare { local } | Node::Assign { local, .. } => {
                rename(local);
            }
            Node::StoreElement { array, .. } => rename(array),
            Node::Loop { counter, .. } => rename(counter),
            Node::Call { results, .. } => results.iter_mut().for_each(rename),
            _ => {}
        }
        for block in blocks_mut(node) {
            rename_bindings(block, names);
        }
    }
}

/// Moves a function and its callees into `into`, callees first, with new numbers.
fn collect(
    id: FunctionId,
    done: &mut BTreeMap<FunctionId, Function>,
    numbers: &mut BTreeMap<FunctionId, FunctionId>,
    into: &mut Vec<Function>,
) -> Option<FunctionId> {
    if let Some(number) = numbers.get(&id) {
        return Some(*number);
    }
    let mut function = done.remove(&id)?;
    renumber(&mut function.body, &mut |callee| {
        collect(callee, done, numbers, into).unwrap_or(callee)
    });
    into.push(function);
    let number = FunctionId(into.len() as u32 - 1);
    numbers.insert(id, number);
    Some(number)
}

fn renumber(nodes: &mut [Node], number: &mut dyn FnMut(FunctionId) -> FunctionId) {
    for node in nodes {
        if let Node::Call { function, .. } = node {
            *function = number(*function);
        }
        for block in blocks_mut(node) {
            renumber(block, number);
        }
    }
}
