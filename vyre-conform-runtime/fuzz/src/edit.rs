//! Small edits of a program, each at one place. The results may be invalid; callers validate them.

use super::expr::constant;
use vyre_conform_ir::{
    BufferId, Callee, Expr, ExprKind, Function, FunctionId, Local, LocalId, Node, Program, Type,
};

/// Calls `visit` on every block of a program, an outer one before those inside it.
pub(super) fn blocks(program: &mut Program, visit: &mut dyn FnMut(&mut Vec<Node>)) {
    functions(program, &mut |function| {
        blocks_in(&mut function.body, visit)
    });
}

pub(super) fn functions(program: &mut Program, visit: &mut dyn FnMut(&mut Function)) {
    visit(&mut program.entry);
    for callee in &mut program.callees {
        if let Callee::Function(function) = callee {
            visit(function);
        }
    }
}

pub(super) fn blocks_in(block: &mut Vec<Node>, visit: &mut dyn FnMut(&mut Vec<Node>)) {
    visit(block);
    for node in block {
        match node {
            Node::If {
                then, otherwise, ..
            } => {
                blocks_in(then, visit);
                blocks_in(otherwise, visit);
            }
            Node::Loop { body, .. } | Node::Block(body) => blocks_in(body, visit),
            Node::While {
                head, body, step, ..
            } => {
                blocks_in(head, visit);
                blocks_in(body, visit);
                blocks_in(step, visit);
            }
            _ => {}
        }
    }
}

/// Calls `visit` on every expression of a program, an outer one before its operands.
pub(super) fn expressions(program: &mut Program, visit: &mut dyn FnMut(&mut Expr)) {
    blocks(program, &mut |block| {
        for node in block {
            roots(node)
                .into_iter()
                .for_each(|expr| expressions_in(expr, visit));
        }
    });
}

/// The direct expressions of a node.
fn roots(node: &mut Node) -> Vec<&mut Expr> {
    match node {
        Node::Let { value, .. } | Node::Assign { value, .. } => vec![value],
        Node::StoreElement { index, value, .. } | Node::Store { index, value, .. } => {
            vec![index, value]
        }
        Node::If { condition, .. } | Node::While { condition, .. } => vec![condition],
        Node::Loop { from, to, .. } => vec![from, to],
        Node::Call { args, .. } => args.iter_mut().collect(),
        Node::Return(values) => values.iter_mut().collect(),
        Node::Atomic {
            index,
            value,
            expected,
            ..
        } => [index, value].into_iter().chain(expected).collect(),
        Node::Declare { .. } | Node::Break | Node::Continue | Node::Block(_) | Node::Barrier => {
            vec![]
        }
    }
}

fn expressions_in(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(expr);
    match &mut expr.kind {
        ExprKind::Element(_, a)
        | ExprKind::TableElement(_, a)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(a)
        | ExprKind::Lane(a, _)
        | ExprKind::Load(_, a) => expressions_in(a, visit),
        ExprKind::Binary(_, a, b) => {
            expressions_in(a, visit);
            expressions_in(b, visit);
        }
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => {
            expressions_in(condition, visit);
            expressions_in(then, visit);
            expressions_in(otherwise, visit);
        }
        ExprKind::Compose(lanes) => lanes.iter_mut().for_each(|e| expressions_in(e, visit)),
        ExprKind::Literal(_)
        | ExprKind::Local(_)
        | ExprKind::BufferLength(_)
        | ExprKind::InvocationId(_)
        | ExprKind::WorkgroupId(_)
        | ExprKind::LocalInvocationId(_) => {}
    }
}

/// The contents of a node that may replace it, alternatives in order.
pub(super) fn contents(node: &Node) -> Vec<Vec<Node>> {
    match node {
        Node::If {
            then, otherwise, ..
        } => vec![then.clone(), otherwise.clone()],
        Node::Block(nodes) => vec![nodes.clone()],
        Node::Loop {
            counter,
            from,
            body,
            ..
        } => {
            let first = Node::Let {
                local: *counter,
                value: from.clone(),
                mutable: false,
            };
            vec![[first].into_iter().chain(body.iter().cloned()).collect()]
        }
        Node::While { head, body, .. } => vec![head.iter().chain(body).cloned().collect()],
        _ => vec![],
    }
}

/// Replacements for an expression: an operand of its type, or a constant.
pub(super) fn simpler(expr: &Expr) -> Vec<Expr> {
    let zero = || match expr.ty {
        Type::U128 => Expr::cast(Type::U128, Expr::u64(0)),
        ty => constant(ty, [0; 2]),
    };
    match &expr.kind {
        ExprKind::Literal(0) => vec![],
        ExprKind::Literal(1) => vec![zero()],
        _ if *expr == zero() => vec![],
        _ => {
            let one = (expr.ty.words() == 1).then(|| Expr::literal(expr.ty, 1));
            let operands = expr.operands().into_iter();
            let operands = operands.filter(|e| e.ty == expr.ty).cloned();
            [zero()].into_iter().chain(one).chain(operands).collect()
        }
    }
}

/// Removes callee `k`, and renumbers calls of later ones.
pub(super) fn without_callee(program: &Program, k: usize) -> Program {
    let mut program = program.clone();
    program.callees.remove(k);
    blocks(&mut program, &mut |block| {
        for node in block {
            if let Node::Call { function, .. } = node
                && function.0 as usize > k
            {
                *function = FunctionId(function.0 - 1);
            }
        }
    });
    program
}

/// Removes buffer `k`, and renumbers references to later ones.
pub(super) fn without_buffer(program: &Program, k: usize) -> Program {
    let mut program = program.clone();
    program.buffers.remove(k);
    let follow = |id: &mut BufferId| {
        if id.0 as usize > k {
            *id = BufferId(id.0 - 1);
        }
    };
    blocks(&mut program, &mut |block| {
        for node in block {
            if let Node::Store { buffer, .. } | Node::Atomic { buffer, .. } = node {
                follow(buffer);
            }
        }
    });
    expressions(&mut program, &mut |expr| {
        if let ExprKind::Load(buffer, _) | ExprKind::BufferLength(buffer) = &mut expr.kind {
            follow(buffer);
        }
    });
    program
}

/// Removes unused locals and tables.
pub(super) fn without_unused(program: &Program) -> Program {
    let mut program = program.clone();
    functions(&mut program, &mut |function| {
        let mut numbers: Vec<LocalId> = function.params.clone();
        each_local(function, &mut |local| {
            if !numbers.contains(local) {
                numbers.push(*local);
            }
        });
        numbers.sort();
        let locals = std::mem::take(&mut function.locals);
        let kept = |local: &LocalId| locals.get(local.0 as usize).cloned();
        let kept: Option<Vec<Local>> = numbers.iter().map(kept).collect();
        let Some(kept) = kept else {
            function.locals = locals;
            return;
        };
        function.locals = kept;
        let new = |local: &LocalId| {
            let position = numbers.binary_search(local).unwrap_or(usize::MAX);
            LocalId(position as u32)
        };
        function.params.iter_mut().for_each(|p| *p = new(p));
        each_local(function, &mut |local| *local = new(local));
    });
    program
}

/// Calls `visit` on every reference to a local in a body.
fn each_local(function: &mut Function, visit: &mut dyn FnMut(&mut LocalId)) {
    blocks_in(&mut function.body, &mut |block| {
        for node in block {
            match node {
                Node::Let { local, .. } | Node::Declare { local } | Node::Assign { local, .. } => {
                    visit(local);
                }
                Node::StoreElement { array, .. } => visit(array),
                Node::Loop { counter, .. } => visit(counter),
                Node::Call { results, .. } => results.iter_mut().for_each(&mut *visit),
                Node::Atomic { result, .. } => visit(result),
                _ => {}
            }
            for root in roots(node) {
                expressions_in(root, &mut |expr| {
                    if let ExprKind::Local(local) | ExprKind::Element(local, _) = &mut expr.kind {
                        visit(local);
                    }
                });
            }
        }
    });
}
