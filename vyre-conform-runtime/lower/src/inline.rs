//! Inlining of straight-line callees.
//!
//! A callee is spliced into its caller if it has no loop and its only `Return` is its last node;
//! `if c { return x } else { return y }` at the end counts as one return of a selection. Callees with
//! loops or early returns stay functions, and so do large ones that are called more than once, and
//! every callee whose blocks would nest too deeply at the call, or that exceeds the growth limit.

use super::forward::{depth, forward};
use super::splice::{Callee, Caller, parts};
use super::walk::{blocks_mut, each_node};
use std::collections::{BTreeSet, HashMap};
use vyre_conform_ir::{
    Expr, ExprKind, Function, FunctionBuilder, FunctionId, MAX_NESTING, MAX_STATEMENTS, Module,
    Node, block_levels, callees,
};

/// Callees with more nodes are spliced only if they are called once.
const LARGE: usize = 48;
/// The limit for nodes and parts of expressions together.
const LARGE_PARTS: usize = 1024;
/// Maximum growth of a module by copies, in nodes and parts of expressions.
const MAX_GROWTH: usize = 400_000;

/// The module with calls spliced in and unused functions removed, renumbered. A function named in
/// `texts` is not spliced.
pub(super) fn inlined(module: &Module, texts: &BTreeSet<String>) -> Module {
    let mut calls = vec![0; module.functions.len()];
    for function in &module.functions {
        for callee in callees(&function.body) {
            calls[callee.0 as usize] += 1;
        }
    }
    let mut work = Inliner {
        calls,
        done: module.functions.iter().map(|_| None).collect(),
        plain: HashMap::new(),
        growth_left: MAX_GROWTH,
    };
    for id in module.callees_first() {
        let function = module.functions[id.0 as usize].clone();
        let function = work.function(function);
        if !texts.contains(&function.name)
            && let Some(callee) = straight_line(&function)
        {
            work.plain.insert(id, callee);
        }
        work.done[id.0 as usize] = Some(function);
    }
    work.collected(module.entry)
}

/// The nesting level of a block.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Number of enclosing blocks, itself included.
    blocks: usize,
    /// Number of enclosing levels of statements.
    statements: usize,
}

struct Inliner {
    /// Number of calls of each function.
    calls: Vec<usize>,
    done: Vec<Option<Function>>,
    /// The finished functions that are straight-line code.
    plain: HashMap<FunctionId, Callee>,
    growth_left: usize,
}

impl Inliner {
    /// Splices calls into one function, whose callees are finished.
    fn function(&mut self, mut function: Function) -> Function {
        let mut body = std::mem::take(&mut function.body);
        let mut caller = Caller::new(function);
        let top = Level {
            blocks: 1,
            statements: 1,
        };
        self.block(&mut caller, &mut body, top);
        let Caller {
            mut function,
            temporaries,
            ..
        } = caller;
        forward(&mut body, &temporaries);
        function.body = body;
        function
    }

    fn block(&mut self, caller: &mut Caller, nodes: &mut Vec<Node>, level: Level) {
        for mut node in std::mem::take(nodes) {
            let deeper = block_levels(&node);
            for (block, deeper) in blocks_mut(&mut node).into_iter().zip(deeper) {
                let level = Level {
                    blocks: level.blocks + 1,
                    statements: level.statements + deeper,
                };
                self.block(caller, block, level);
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
            match self.welcome(function, level) {
                Some(callee) => caller.splice((function, callee), args, &results, nodes),
                None => nodes.push(Node::Call {
                    function,
                    args,
                    results,
                }),
            }
        }
    }

    /// The function, if a call of it in a block at this level may be spliced.
    fn welcome(&mut self, id: FunctionId, level: Level) -> Option<&Callee> {
        let callee = self.plain.get(&id)?;
        if level.blocks + callee.levels > MAX_NESTING
            || level.statements + callee.statements > MAX_STATEMENTS
        {
            return None;
        }
        if self.calls[id.0 as usize] > 1 {
            if callee.nodes > LARGE || callee.parts > LARGE_PARTS {
                return None;
            }
            self.growth_left = self.growth_left.checked_sub(callee.parts)?;
        }
        Some(callee)
    }

    /// The entry and its callees, callees first, renumbered.
    fn collected(self, entry: FunctionId) -> Module {
        let unused = || FunctionBuilder::new("", vec![]).finish(vec![]);
        let functions = self.done.into_iter().map(|f| f.unwrap_or_else(unused));
        let mut all = Module {
            functions: functions.collect(),
            entry,
        };
        let order = all.callees_first();
        let numbers: HashMap<FunctionId, FunctionId> =
            order.iter().copied().zip((0..).map(FunctionId)).collect();
        let mut functions = vec![];
        for id in &order {
            let mut function = std::mem::replace(&mut all.functions[id.0 as usize], unused());
            renumber(&mut function.body, &numbers);
            functions.push(function);
        }
        let entry = FunctionId(functions.len() as u32 - 1);
        Module { functions, entry }
    }
}

/// Renumbers the functions that nodes call.
pub(super) fn renumber(nodes: &mut [Node], numbers: &HashMap<FunctionId, FunctionId>) {
    for node in nodes {
        if let Node::Call { function, .. } = node {
            *function = numbers.get(function).copied().unwrap_or(*function);
        }
        for block in blocks_mut(node) {
            renumber(block, numbers);
        }
    }
}

/// The code to splice for a function; `None` if it is not straight-line code.
fn straight_line(function: &Function) -> Option<Callee> {
    let mut plain = true;
    each_node(&function.body, &mut |node| {
        plain &= matches!(
            node,
            Node::Let { .. }
                | Node::Declare { .. }
                | Node::Assign { .. }
                | Node::StoreElement { .. }
                | Node::Call { .. }
                | Node::Block(_)
                | Node::If { .. }
                | Node::Return(_)
        );
    });
    if !plain {
        return None;
    }
    let mut body = function.body.clone();
    let values = final_values(&mut body)?;
    let mut left = 0;
    each_node(&body, &mut |node| {
        left += usize::from(matches!(node, Node::Return(_)));
    });
    if left > 0 || values.iter().any(|value| depth(value) > MAX_NESTING) {
        return None;
    }
    Some(Callee::new(function, body, values))
}

/// Removes the return from the end of a block, and returns its values.
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
            // Each value repeats the condition.
            if then_values.len() > 1 && then_values.len() * parts(&condition) > LARGE_PARTS {
                return None;
            }
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
