//! Mutants of calls: arguments, results, and the frames of callees.

use super::tree::{fresh, rewrite};
use super::{SemanticMutant, program};
use crate::edit::{blocks_in, functions};
use crate::expr::constant;
use std::collections::BTreeSet;
use vyre_conform_ir::{
    Callee, Expr, ExprKind, Function, FunctionId, Local, LocalId, Node, Program, Type,
};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program(
        "argument-by-reference",
        "A callee that assigns a parameter assigns the caller's variable.",
        by_reference,
    ),
    program(
        "parameter-assignment-lost",
        "An assignment of a parameter is lost.",
        |p| {
            functions(p, &mut |function| {
                let params = function.params.clone();
                blocks_in(&mut function.body, &mut |block| {
                    block.retain(
                        |node| !matches!(node, Node::Assign { local, .. } if params.contains(local)),
                    );
                });
            });
        },
    ),
    program(
        "arguments-reversed",
        "Arguments of one type arrive in the other order.",
        |p| {
            calls(p, |args, _| {
                let types = args.iter().map(|arg| arg.ty).collect::<Vec<_>>();
                let mut reversed = args.clone();
                reversed.reverse();
                for (arg, ty) in args.iter_mut().zip(types) {
                    let other = reversed.iter().position(|other| other.ty == ty);
                    if let Some(at) = other {
                        *arg = reversed.remove(at);
                    }
                }
            });
        },
    ),
    program(
        "first-argument-zero",
        "The first argument of a call arrives as zero.",
        |p| {
            calls(p, |args, _| {
                if let Some(first) = args.first_mut() {
                    *first = constant(first.ty, [0; 2]);
                }
            });
        },
    ),
    program("call-dropped", "A call gives zeros.", |p| {
        rewrite(p, &mut |node, _, locals| match node {
            Node::Call { results, .. } => {
                let zeros = results.into_iter().map(|local| Node::Let {
                    local,
                    value: constant(locals[local.0 as usize].ty, [0; 2]),
                    mutable: false,
                });
                zeros.collect()
            }
            other => vec![other],
        });
    }),
    program(
        "last-result-lost",
        "The last of several results of a call is zero.",
        |p| {
            rewrite(p, &mut |mut node, _, locals| {
                let Node::Call { results, .. } = &mut node else {
                    return vec![node];
                };
                let [_, .., last] = &mut results[..] else {
                    return vec![node];
                };
                let ty = locals[last.0 as usize].ty;
                let local = std::mem::replace(last, fresh(locals, ty));
                let zero = Node::Let {
                    local,
                    value: constant(ty, [0; 2]),
                    mutable: false,
                };
                vec![node, zero]
            });
        },
    ),
    program(
        "frame-of-callee-kept",
        "A variable that a callee declares has the value that an earlier call left.",
        frame_kept,
    ),
    program(
        "call-clobbers-variables",
        "A call sets the variables of its caller to zero.",
        clobbered,
    ),
];

fn calls(program: &mut Program, change: fn(&mut Vec<Expr>, FunctionId)) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::Call { args, function, .. } = &mut node {
            change(args, *function);
        }
        vec![node]
    });
}

/// Appends values to every return of a function, and their types to its results.
fn also_return(function: &mut Function, locals: &[LocalId]) {
    let read = |local: &LocalId| Expr::local(*local, function.locals[local.0 as usize].ty);
    let values: Vec<Expr> = locals.iter().map(read).collect();
    function.results.extend(values.iter().map(|value| value.ty));
    blocks_in(&mut function.body, &mut |block| {
        for node in block {
            if let Node::Return(returned) = node {
                returned.extend(values.iter().cloned());
            }
        }
    });
}

fn function_of(program: &Program, id: FunctionId) -> Option<&Function> {
    match program.callees.get(id.0 as usize)? {
        Callee::Function(function) => Some(function),
        Callee::Op(_) => None,
    }
}

/// Locals that bodies assign.
fn assigned(function: &Function) -> BTreeSet<LocalId> {
    let mut locals = BTreeSet::new();
    let mut body = function.body.clone();
    blocks_in(&mut body, &mut |block| {
        for node in block {
            if let Node::Assign { local, .. } = node {
                locals.insert(*local);
            }
        }
    });
    locals
}

fn by_reference(program: &mut Program) {
    // For every callee the parameters that it assigns.
    let ids = (0..program.callees.len() as u32).map(FunctionId);
    let changed: Vec<Vec<usize>> = ids
        .map(|id| match function_of(program, id) {
            Some(function) => {
                let assigned = assigned(function);
                let params = function.params.iter().enumerate();
                let params = params.filter(|(_, param)| assigned.contains(param));
                params.map(|(k, _)| k).collect()
            }
            None => vec![],
        })
        .collect();
    for (callee, changed) in program.callees.iter_mut().zip(&changed) {
        if let Callee::Function(function) = callee {
            let params: Vec<LocalId> = changed.iter().map(|k| function.params[*k]).collect();
            also_return(function, &params);
        }
    }
    functions(program, &mut |function| {
        let variables = make_variables(function);
        rewrite_calls(function, &mut |node, locals| {
            let Node::Call {
                function,
                args,
                results,
            } = &mut *node
            else {
                return vec![];
            };
            let mut after = vec![];
            for k in &changed[function.0 as usize] {
                let result = fresh(locals, args[*k].ty);
                results.push(result);
                if let ExprKind::Local(local) = args[*k].kind
                    && variables.contains(&local)
                {
                    let value = Expr::local(result, args[*k].ty);
                    after.push(Node::Assign { local, value });
                }
            }
            after
        });
    });
}

/// Turns every name of a function into a variable, and returns its variables.
fn make_variables(function: &mut Function) -> BTreeSet<LocalId> {
    let mut variables: BTreeSet<LocalId> = function.params.iter().copied().collect();
    blocks_in(&mut function.body, &mut |block| {
        for node in block {
            match node {
                Node::Let { local, mutable, .. } => {
                    *mutable = true;
                    variables.insert(*local);
                }
                Node::Declare { local } => _ = variables.insert(*local),
                _ => {}
            }
        }
    });
    variables
}

/// Changes every call in a function, and appends nodes after it.
fn rewrite_calls(
    function: &mut Function,
    change: &mut dyn FnMut(&mut Node, &mut Vec<Local>) -> Vec<Node>,
) {
    let Function { body, locals, .. } = function;
    blocks_in(body, &mut |block| {
        for mut node in std::mem::take(block) {
            let after = change(&mut node, locals);
            block.push(node);
            block.extend(after);
        }
    });
}

/// Makes parameters and results of the locals that callees declare without a value. Returns their types, for each
/// callee.
fn kept_locals(program: &mut Program) -> Vec<Vec<Type>> {
    let mut kept: Vec<Vec<Type>> = vec![];
    for callee in &mut program.callees {
        let Callee::Function(function) = callee else {
            kept.push(vec![]);
            continue;
        };
        let mut declared = vec![];
        let locals = &mut function.locals;
        blocks_in(&mut function.body, &mut |block| {
            block.retain(|node| match node {
                Node::Declare { local } if locals[local.0 as usize].len.is_none() => {
                    declared.push(*local);
                    false
                }
                _ => true,
            });
        });
        let types = declared.iter().map(|local| locals[local.0 as usize].ty);
        kept.push(types.collect());
        for local in &declared {
            let ty = locals[local.0 as usize].ty;
            let param = fresh(locals, ty);
            function.params.push(param);
            let first = Node::Let {
                local: *local,
                value: Expr::local(param, ty),
                mutable: true,
            };
            function.body.insert(0, first);
        }
        also_return(function, &declared);
    }
    kept
}

/// Passes the locals that callees declare without a value in and out, from one call to the next.
fn frame_kept(program: &mut Program) {
    let kept = kept_locals(program);
    functions(program, &mut |function| {
        let mut states: Vec<Vec<LocalId>> = vec![];
        let mut first = vec![];
        for types in &kept {
            let item = types.iter().map(|ty| fresh(&mut function.locals, *ty));
            let item: Vec<LocalId> = item.collect();
            first.extend(item.iter().map(|local| Node::Declare { local: *local }));
            states.push(item);
        }
        rewrite_calls(function, &mut |node, locals| {
            let Node::Call {
                function,
                args,
                results,
            } = &mut *node
            else {
                return vec![];
            };
            let mut after = vec![];
            for state in &states[function.0 as usize] {
                let ty = locals[state.0 as usize].ty;
                args.push(Expr::local(*state, ty));
                let result = fresh(locals, ty);
                results.push(result);
                let value = Expr::local(result, ty);
                after.push(Node::Assign {
                    local: *state,
                    value,
                });
            }
            after
        });
        function.body.splice(0..0, first);
    });
}

/// Zeroes the variables visible at a call after it.
fn clobbered(program: &mut Program) {
    functions(program, &mut |function| {
        let locals = function.locals.clone();
        clobber(&mut function.body, &locals, &mut vec![]);
    });
}

fn clobber(nodes: &mut Vec<Node>, locals: &[Local], visible: &mut Vec<LocalId>) {
    let mark = visible.len();
    for mut node in std::mem::take(nodes) {
        node.for_each_block_mut(|inner| clobber(inner, locals, visible));
        if let Node::Let {
            local,
            mutable: true,
            ..
        } = node
        {
            visible.push(local);
        }
        let is_call = matches!(node, Node::Call { .. });
        nodes.push(node);
        if is_call {
            nodes.extend(visible.iter().map(|local| Node::Assign {
                local: *local,
                value: constant(locals[local.0 as usize].ty, [0; 2]),
            }));
        }
    }
    visible.truncate(mark);
}
