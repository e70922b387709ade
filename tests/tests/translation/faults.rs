//! Faults planted in translated ops: each must show as a disagreement with the Rust function.

use super::{agrees, disagreement, translated};
use vyre_conform_runtime::ir::{BinaryOp, Expr, ExprKind, Module, Node, UnaryOp};
use vyre_conform_runtime::registry::op_ref;
use vyre_conform_runtime::valid::validate;
use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn subject(a: u32, b: u32) -> u32 {
    let mut t = [a, b, 3, 4];
    let mut total = a.wrapping_sub(b);
    let mut i = 0;
    while i < 4 {
        if t[i] < b {
            total = total.wrapping_add(t[i] << (a & 31));
        } else {
            t[0] = !total;
        }
        i += 1;
    }
    total ^ t[0] ^ (total as u64).wrapping_mul(b as u64).wrapping_shr(32) as u32
}

#[vyre_fn]
fn signed(a: i32, b: i32) -> i32 {
    let least = a.min(b);
    let high = (least as u64) >> 32;
    match a.checked_div(b) {
        Some(q) => q.wrapping_add(high as i32),
        None => least >> 3,
    }
}

#[vyre_fn]
fn ordered(a: u32, b: u32) -> u32 {
    let mut q = a;
    q ^ if b & 1 == 0 {
        q = b;
        q.wrapping_mul(3)
    } else {
        7
    }
}

fn expr(e: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match &mut e.kind {
        ExprKind::Element(_, a)
        | ExprKind::TableElement(_, a)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(a) => expr(a, change),
        ExprKind::Binary(_, a, b) => {
            expr(a, change);
            expr(b, change);
        }
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => {
            expr(condition, change);
            expr(then, change);
            expr(otherwise, change);
        }
        _ => {}
    }
    change(e);
}

fn nodes(
    list: &mut Vec<Node>,
    on_list: &mut dyn FnMut(&mut Vec<Node>),
    on_expr: &mut dyn FnMut(&mut Expr),
) {
    for node in list.iter_mut() {
        match node {
            Node::Let { value, .. } | Node::Assign { value, .. } => expr(value, on_expr),
            Node::StoreElement { index, value, .. } => {
                expr(index, on_expr);
                expr(value, on_expr);
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                expr(condition, on_expr);
                nodes(then, on_list, on_expr);
                nodes(otherwise, on_list, on_expr);
            }
            Node::Loop { from, to, body, .. } => {
                expr(from, on_expr);
                expr(to, on_expr);
                nodes(body, on_list, on_expr);
            }
            Node::While {
                head,
                condition,
                body,
                step,
                ..
            } => {
                nodes(head, on_list, on_expr);
                expr(condition, on_expr);
                nodes(body, on_list, on_expr);
                nodes(step, on_list, on_expr);
            }
            Node::Call { args, .. } => args.iter_mut().for_each(|a| expr(a, on_expr)),
            Node::Block(inner) => nodes(inner, on_list, on_expr),
            Node::Return(values) => values.iter_mut().for_each(|v| expr(v, on_expr)),
            _ => {}
        }
    }
    on_list(list);
}

/// Plants a fault in every expression that `change` affects, one at a time, and panics unless each is caught.
#[track_caller]
fn assert_caught<M, F: vyre_conform_runtime::registry::OpFn<M>>(f: F, change: impl Fn(&mut Expr)) {
    let op = op_ref(f);
    let whole = translated(op).module().clone();
    let mut planted = 0;
    for k in 0.. {
        let (mut module, mut met, mut changed) = (whole.clone(), 0, false);
        for function in &mut module.functions {
            nodes(&mut function.body, &mut |_| {}, &mut |e| {
                if met == k {
                    let before = e.clone();
                    change(e);
                    changed = *e != before;
                }
                met += 1;
            });
        }
        if k == met {
            break;
        }
        if changed {
            planted += 1;
            is_caught(op, module);
        }
    }
    assert!(planted > 0, "nothing was changed");
}

#[track_caller]
fn is_caught(op: vyre_conform_runtime::registry::OpRef, module: Module) {
    let text = vyre_conform_runtime::ir::print::module(&module);
    let valid = validate(module).expect("the fault is not a matter of types");
    assert!(disagreement(op, &valid).is_some(), "not caught:\n{text}");
}

fn replace(from: BinaryOp, to: BinaryOp) -> impl Fn(&mut Expr) {
    move |e| {
        if let ExprKind::Binary(op, ..) = &mut e.kind
            && *op == from
        {
            *op = to;
        }
    }
}

/// Oracle: the Rust functions; without a fault nothing disagrees.
#[test]
fn bodies_without_a_fault_agree() {
    agrees(subject);
    agrees(signed);
    agrees(ordered);
}

/// Oracle: the Rust function, from which the fault makes the IR differ.
#[test]
fn faults_in_operators_are_caught() {
    assert_caught(subject, |e| {
        if let ExprKind::Binary(BinaryOp::Sub, a, b) = &mut e.kind {
            std::mem::swap(a, b);
        }
    });
    assert_caught(subject, replace(BinaryOp::Lt, BinaryOp::Le));
    assert_caught(subject, replace(BinaryOp::Lt, BinaryOp::Ge));
    assert_caught(subject, replace(BinaryOp::Shl, BinaryOp::Shr));
    assert_caught(subject, replace(BinaryOp::Xor, BinaryOp::Or));
    assert_caught(subject, replace(BinaryOp::Add, BinaryOp::Sub));
    assert_caught(signed, replace(BinaryOp::Min, BinaryOp::Max));
    assert_caught(signed, replace(BinaryOp::Div, BinaryOp::Rem));
}

/// Oracle: the Rust function, from which the fault makes the IR differ.
#[test]
fn a_shift_mask_off_by_one_bit_is_caught() {
    assert_caught(subject, |e| {
        if e.kind == ExprKind::Literal(31) {
            e.kind = ExprKind::Literal(15);
        }
    });
}

/// Oracle: the Rust function: a sign-extending cast made zero-extending.
#[test]
fn a_dropped_sign_is_caught() {
    use vyre_conform_runtime::ir::Type;
    assert_caught(signed, |e| {
        if let ExprKind::Cast(inner) = &e.kind
            && (inner.ty, e.ty) == (Type::I32, Type::U64)
        {
            *e = Expr::cast(Type::U64, Expr::cast(Type::U32, (**inner).clone()));
        }
    });
}

/// Oracle: the Rust function: a 64-bit product computed in 32 bits, and a dropped complement.
#[test]
fn a_dropped_width_or_complement_is_caught() {
    use vyre_conform_runtime::ir::Type;
    assert_caught(subject, |e| {
        if let ExprKind::Binary(BinaryOp::Mul, a, b) = &e.kind {
            let narrow = |e: &Expr| Expr::cast(Type::U32, e.clone());
            let product = Expr::binary(BinaryOp::Mul, narrow(a), narrow(b));
            *e = Expr::cast(Type::U64, product);
        }
    });
    assert_caught(subject, |e| {
        if let ExprKind::Unary(UnaryOp::Not, inner) = &e.kind
            && e.ty == Type::U32
        {
            *e = (**inner).clone();
        }
    });
}

/// Oracle: the Rust function; each statement is omitted once.
#[test]
fn a_dropped_statement_is_caught() {
    let op = op_ref(subject);
    let whole = translated(op).module().clone();
    let mut planted = 0;
    for k in 0.. {
        let (mut module, mut met, mut dropped) = (whole.clone(), 0, false);
        for function in &mut module.functions {
            let mut on_list = |list: &mut Vec<Node>| {
                let stores =
                    |n: &Node| matches!(n, Node::Assign { .. } | Node::StoreElement { .. });
                let mut position = 0;
                while position < list.len() {
                    if stores(&list[position]) {
                        if met == k {
                            list.remove(position);
                            dropped = true;
                        }
                        met += 1;
                    }
                    position += 1;
                }
            };
            nodes(&mut function.body, &mut on_list, &mut |_| {});
        }
        if !dropped {
            break;
        }
        planted += 1;
        is_caught(op, module);
    }
    assert!(planted >= 7, "{planted} statements");
}

/// Oracle: the Rust function; a value that is kept before an assignment is read after it instead.
#[test]
fn a_late_read_is_caught() {
    let op = op_ref(ordered);
    let mut module = translated(op).module().clone();
    let function = &mut module.functions[0];
    let Some(Node::Let { local, value, .. }) = function.body.iter().find(|n| {
        matches!(n, Node::Let { local, .. } if function.locals[local.0 as usize].name == "kept")
    }) else {
        panic!("the first operand is kept before the second one assigns");
    };
    let (kept, value) = (*local, value.clone());
    nodes(&mut function.body, &mut |_| {}, &mut |e| {
        if e.kind == ExprKind::Local(kept) {
            *e = value.clone();
        }
    });
    is_caught(op, module);
}

/// Oracle: the Rust function, from which the fault makes the IR differ.
#[test]
fn swapped_arms_are_caught() {
    let op = op_ref(subject);
    let mut module = translated(op).module().clone();
    fn swap(list: &mut [Node]) {
        for node in list {
            match node {
                Node::If {
                    then, otherwise, ..
                } => std::mem::swap(then, otherwise),
                Node::While { body, .. } => swap(body),
                _ => {}
            }
        }
    }
    swap(&mut module.functions[0].body);
    is_caught(op, module);
}
