//! Replacement of expressions.

use crate::edit::{blocks_in, functions};
use vyre_conform_ir::{
    BinaryOp, BufferDecl, BufferId, Expr, ExprKind, Local, LocalId, Program, Table, Type, UnaryOp,
};

/// The declarations that an expression may refer to.
pub(super) struct Place<'a> {
    buffers: &'a [BufferDecl],
    locals: &'a [Local],
    tables: &'a [Table],
}

impl Place<'_> {
    pub(super) fn buffer(&self, buffer: BufferId) -> &BufferDecl {
        &self.buffers[buffer.0 as usize]
    }

    /// Length of a local array.
    pub(super) fn array_length(&self, array: LocalId) -> u32 {
        self.locals[array.0 as usize].len.unwrap_or(1)
    }

    /// Length of a table.
    pub(super) fn table_length(&self, table: u32) -> u32 {
        self.tables[table as usize].data.len() as u32
    }
}

/// Replaces every expression of a program that has a replacement, operands first.
pub(super) fn replace(program: &mut Program, change: fn(&Place<'_>, &Expr) -> Option<Expr>) {
    let buffers = program.buffers.clone();
    functions(program, &mut |function| {
        let (locals, tables) = (&function.locals, &function.tables);
        let place = Place {
            buffers: &buffers,
            locals,
            tables,
        };
        let mut visit = |expr: &mut Expr| {
            if let Some(other) = change(&place, expr) {
                *expr = other;
            }
        };
        blocks_in(&mut function.body, &mut |block| {
            for node in block {
                node.for_each_expr_mut(|root| operands_first(root, &mut visit));
            }
        });
    });
}

/// Calls `visit` on an expression and everything in it, operands first.
pub(super) fn operands_first(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    expr.for_each_operand_mut(|operand| operands_first(operand, visit));
    visit(expr);
}

/// The operands of an operator applied to this type.
pub(super) fn binary(expr: &Expr, requested: BinaryOp, ty: Type) -> Option<(Expr, Expr)> {
    match &expr.kind {
        ExprKind::Binary(op, a, b) if *op == requested && a.ty == ty => {
            Some(((**a).clone(), (**b).clone()))
        }
        _ => None,
    }
}

/// The operand of an operator applied to this type.
pub(super) fn unary(expr: &Expr, requested: UnaryOp, ty: Type) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Unary(op, a) if *op == requested && a.ty == ty => Some((**a).clone()),
        _ => None,
    }
}

/// The operand of a cast between these types.
pub(super) fn cast(expr: &Expr, from: Type, to: Type) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Cast(a) if a.ty == from && expr.ty == to => Some((**a).clone()),
        _ => None,
    }
}

/// Condition and values of a selection.
pub(super) fn select(expr: &Expr) -> Option<[Expr; 3]> {
    match &expr.kind {
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => Some([condition, then, otherwise].map(|part| (**part).clone())),
        _ => None,
    }
}

/// The operator applied to operands cast to another type, with the result cast back.
pub(super) fn as_type(expr: &Expr, other: Type) -> Option<Expr> {
    let ExprKind::Binary(op, a, b) = &expr.kind else {
        return None;
    };
    let left = Expr::cast(other, (**a).clone());
    let right = if op.is_shift() {
        (**b).clone()
    } else {
        Expr::cast(other, (**b).clone())
    };
    let mutants = Expr::binary(*op, left, right);
    Some(if mutants.ty == expr.ty {
        mutants
    } else {
        Expr::cast(expr.ty, mutants)
    })
}

/// The low and the high word of a u64.
pub(super) fn halves(value: &Expr) -> [Expr; 2] {
    let words = Expr::cast(Type::Vec2, value.clone());
    [0, 1].map(|lane| Expr::lane(words.clone(), lane))
}

/// The u64 of a low and a high word.
pub(super) fn joined(low: Expr, high: Expr) -> Expr {
    Expr::cast(Type::U64, Expr::compose(vec![low, high]))
}

/// The words of a u128.
pub(super) fn quarters(value: &Expr) -> [Expr; 4] {
    let words = Expr::cast(Type::Vec4, value.clone());
    [0, 1, 2, 3].map(|lane| Expr::lane(words.clone(), lane))
}
