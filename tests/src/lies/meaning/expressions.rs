//! Wrong expressions.

use super::nodes::{clamped, each_block};
use crate::lies::{Kind, Lie};
use vyre_conform_runtime::ir::{
    Access, Axis, BinaryOp, BufferDecl, BufferId, Expr, ExprKind, Program, Type, UnaryOp,
};

const fn meaning(name: &'static str, lie: fn(&mut Program)) -> Lie {
    let kind = Kind::Meaning(lie);
    Lie { name, kind }
}

pub(in crate::lies) const LIES: &[Lie] = &[
    meaning("loads the last element for what is beyond it", |program| {
        each_load(program, &|_, buffer, index| *index = clamped(buffer, index));
    }),
    meaning("counts bytes of a buffer in 32 bits", |program| {
        each_load(program, &|_, _, index| {
            *index = with(BinaryOp::And, index, 0x3fff_ffff);
        });
    }),
    meaning("packs two halves a word", |program| {
        let buffers = program.buffers.clone();
        for_each_expr(program, &|expr| {
            if let ExprKind::Load(buffer, index) = &expr.kind
                && matches!(buffers[buffer.0 as usize].element, Type::F16 | Type::BF16)
            {
                *expr = packed(*buffer, index);
            }
        });
    }),
    meaning("keeps the low half of a half's word", |program| {
        each_value(program, &|decl, value| {
            if matches!(decl.element, Type::F16 | Type::BF16) {
                *value = with(BinaryOp::And, value, 0xffff);
            }
        });
    }),
    meaning("has the high word of an element of u64 first", |program| {
        each_value(program, &|decl, value| {
            if decl.element == Type::U64 {
                *value = Expr::binary(BinaryOp::RotateLeft, value.clone(), Expr::from(32_u32));
            }
        });
    }),
    meaning("steps a uniform by 16 bytes an element", |program| {
        each_load(program, &|decl, _, index| {
            if decl.access == Access::Uniform && decl.element == Type::U32 {
                *index = with(BinaryOp::Mul, index, 4);
            }
        });
    }),
    meaning("has lengths in words", |program| {
        let words: Vec<u32> = program
            .buffers
            .iter()
            .map(|b| b.element.words() as u32)
            .collect();
        for_each_expr(program, &|expr| {
            if let ExprKind::BufferLength(buffer) = expr.kind {
                *expr = with(BinaryOp::Mul, expr, words[buffer.0 as usize]);
            }
        });
    }),
    meaning("swaps the axes y and z", |program| {
        for_each_expr(program, &|expr| {
            if let ExprKind::InvocationId(axis)
            | ExprKind::WorkgroupId(axis)
            | ExprKind::LocalInvocationId(axis) = &mut expr.kind
            {
                *axis = [Axis::X, Axis::Z, Axis::Y][usize::from(axis.0)];
            }
        });
    }),
    meaning("numbers invocations in their workgroup", |program| {
        for_each_expr(program, &|expr| {
            if let ExprKind::InvocationId(axis) = expr.kind {
                expr.kind = ExprKind::LocalInvocationId(axis);
            }
        });
    }),
    meaning("knows one workgroup", |program| {
        for_each_expr(program, &|expr| {
            if let ExprKind::WorkgroupId(_) = expr.kind {
                expr.kind = ExprKind::Literal(0);
            }
        });
    }),
    meaning("gives all ones for a division by zero", |program| {
        each_binary(program, &|op, a, b| {
            let is = op == BinaryOp::Div && a.ty == Type::U32;
            let ones = Expr::from(u32::MAX);
            is.then(|| Expr::select(b.clone(), Expr::binary(op, a.clone(), b.clone()), ones))
        });
    }),
    meaning("shifts by 32 to zero", |program| {
        each_binary(program, &|op, a, b| {
            let is = op == BinaryOp::Shl && a.ty == Type::U32;
            let small = Expr::binary(BinaryOp::Lt, b.clone(), Expr::from(32_u32));
            let shifted = || Expr::binary(op, a.clone(), b.clone());
            is.then(|| Expr::select(small, shifted(), Expr::from(0_u32)))
        });
    }),
    meaning("shifts zeros into an i32", |program| {
        each_binary(program, &|op, a, b| {
            let is = op == BinaryOp::Shr && a.ty == Type::I32;
            is.then(|| {
                let word = Expr::cast(Type::U32, a.clone());
                Expr::cast(Type::I32, Expr::binary(op, word, b.clone()))
            })
        });
    }),
    meaning("compares an i32 as a u32", |program| {
        each_binary(program, &|op, a, b| {
            let is = op.is_comparison() && a.ty == Type::I32;
            let word = |of: &Expr| Expr::cast(Type::U32, of.clone());
            is.then(|| Expr::binary(op, word(a), word(b)))
        });
    }),
    meaning("rotates to the other side", |program| {
        each_binary(program, &|op, a, b| {
            let other = match op {
                BinaryOp::RotateLeft => BinaryOp::RotateRight,
                _ => return None,
            };
            Some(Expr::binary(other, a.clone(), b.clone()))
        });
    }),
    meaning("multiplies u64 in 32 bits", |program| {
        each_binary(program, &|op, a, b| {
            let is = op == BinaryOp::Mul && a.ty == Type::U64;
            let word = |of: &Expr| Expr::cast(Type::U32, of.clone());
            is.then(|| Expr::cast(Type::U64, Expr::binary(op, word(a), word(b))))
        });
    }),
    meaning("extends an i32 by zeros", |program| {
        for_each_expr(program, &|expr| {
            if let (Type::U64, ExprKind::Cast(of)) = (expr.ty, &mut expr.kind)
                && of.ty == Type::I32
            {
                **of = Expr::cast(Type::U32, (**of).clone());
            }
        });
    }),
    meaning("has 31 leading zeros of zero", |program| {
        for_each_expr(program, &|expr| {
            if let ExprKind::Unary(UnaryOp::LeadingZeros, of) = &expr.kind
                && of.ty == Type::U32
            {
                *expr = Expr::binary(BinaryOp::Min, expr.clone(), Expr::from(31_u32));
            }
        });
    }),
    meaning("selects the other value", |program| {
        for_each_expr(program, &|expr| {
            if let ExprKind::Select {
                then, otherwise, ..
            } = &mut expr.kind
            {
                std::mem::swap(then, otherwise);
            }
        });
    }),
];

fn with(op: BinaryOp, left: &Expr, right: u32) -> Expr {
    Expr::binary(op, left.clone(), Expr::from(right))
}

/// Calls `change` for every expression, operands first.
fn for_each_expr(program: &mut Program, change: &dyn Fn(&mut Expr)) {
    fn within(expr: &mut Expr, change: &dyn Fn(&mut Expr)) {
        expr.for_each_operand_mut(|operand| within(operand, change));
        change(expr);
    }
    each_block(program, &mut |block| {
        for node in block {
            node.for_each_expr_mut(|expr| within(expr, change));
        }
    });
}

fn each_binary(program: &mut Program, change: &dyn Fn(BinaryOp, &Expr, &Expr) -> Option<Expr>) {
    for_each_expr(program, &|expr| {
        if let ExprKind::Binary(op, a, b) = &expr.kind
            && let Some(changed) = change(*op, a, b)
        {
            *expr = changed;
        }
    });
}

/// Calls `change` for every load of a buffer that the host binds: its declaration, its number and its index.
fn each_load(program: &mut Program, change: &dyn Fn(&BufferDecl, BufferId, &mut Expr)) {
    let buffers = program.buffers.clone();
    for_each_expr(program, &|expr| {
        if let ExprKind::Load(buffer, index) = &mut expr.kind {
            let decl = &buffers[buffer.0 as usize];
            if decl.access != Access::Workgroup {
                change(decl, *buffer, index);
            }
        }
    });
}

/// Calls `change` for every value loaded from a buffer.
fn each_value(program: &mut Program, change: &dyn Fn(&BufferDecl, &mut Expr)) {
    let buffers = program.buffers.clone();
    for_each_expr(program, &|expr| {
        if let ExprKind::Load(buffer, _) = expr.kind {
            change(&buffers[buffer.0 as usize], expr);
        }
    });
}

/// Half number `index` of a buffer with two halves per word.
fn packed(buffer: BufferId, index: &Expr) -> Expr {
    let (ty, place) = (Type::U32, with(BinaryOp::Shr, index, 1));
    let kind = ExprKind::Load(buffer, Box::new(place));
    let amount = with(BinaryOp::Mul, &with(BinaryOp::And, index, 1), 16);
    let half = Expr::binary(BinaryOp::Shr, Expr { ty, kind }, amount);
    with(BinaryOp::And, &half, 0xffff)
}
