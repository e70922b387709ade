//! Names and expressions.

use crate::ir::{
    BinaryOp, BufferDecl, BufferId, Expr, ExprKind, Function, Local, LocalId, Program, Table, Type,
    UnaryOp,
};
use std::collections::HashMap;

/// The names of a function's locals and tables, made unique.
#[derive(Debug)]
pub struct Names<'a> {
    locals: Vec<String>,
    declared: &'a [Local],
    tables: &'a [Table],
    buffers: &'a [BufferDecl],
}

impl<'a> Names<'a> {
    /// The names of a function.
    pub fn of(function: &'a Function) -> Self {
        let mut taken: HashMap<String, u32> = function
            .tables
            .iter()
            .map(|t| (t.name.clone(), 1))
            .collect();
        let locals = function.locals.iter().map(|local| {
            loop {
                let n = taken.entry(local.name.clone()).or_insert(0);
                *n += 1;
                if *n == 1 {
                    break local.name.clone();
                }
                let name = format!("{}_{n}", local.name);
                if !taken.contains_key(&name) {
                    taken.insert(name.clone(), 1);
                    break name;
                }
            }
        });
        Self {
            locals: locals.collect(),
            declared: &function.locals,
            tables: &function.tables,
            buffers: &[],
        }
    }

    /// The names of a program's kernel.
    pub fn of_kernel(program: &'a Program) -> Self {
        Self {
            buffers: &program.buffers,
            ..Self::of(&program.entry)
        }
    }

    /// The name of a buffer.
    pub fn of_buffer(&self, buffer: BufferId) -> &str {
        self.buffers
            .get(buffer.0 as usize)
            .map_or("?", |decl| &decl.name)
    }

    /// The name of a local.
    pub fn of_local(&self, local: LocalId) -> &str {
        self.locals.get(local.0 as usize).map_or("?", |n| n)
    }

    pub(super) fn ty(&self, local: LocalId) -> String {
        match self.declared.get(local.0 as usize) {
            Some(Local {
                ty, len: Some(len), ..
            }) => format!("[{}; {len}]", ty.name()),
            Some(Local { ty, .. }) => ty.name().to_owned(),
            None => "?".to_owned(),
        }
    }

    /// The text of an expression.
    pub fn expr(&self, expr: &Expr) -> String {
        self.at(expr, false)
    }

    pub(super) fn at(&self, expr: &Expr, nested: bool) -> String {
        let wrap = |text: String| if nested { format!("({text})") } else { text };
        match &expr.kind {
            ExprKind::Literal(bits) => literal(expr.ty, *bits),
            ExprKind::Local(local) => self.of_local(*local).to_owned(),
            ExprKind::Element(array, index) => {
                format!("{}[{}]", self.of_local(*array), self.expr(index))
            }
            ExprKind::TableElement(table, index) => {
                let name = self.tables.get(*table as usize).map_or("?", |t| &t.name);
                format!("{name}[{}]", self.expr(index))
            }
            ExprKind::Unary(UnaryOp::Not, a) => format!("!{}", self.at(a, true)),
            ExprKind::Unary(op, a) => format!("{}.{}()", self.at(a, true), unary(*op)),
            ExprKind::Binary(op, a, b) => match infix(*op) {
                Some(sign) => wrap(format!("{} {sign} {}", self.at(a, true), self.at(b, true))),
                None => format!("{}.{}({})", self.at(a, true), method(*op), self.expr(b)),
            },
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => wrap(format!(
                "if {} {{ {} }} else {{ {} }}",
                self.expr(condition),
                self.expr(then),
                self.expr(otherwise)
            )),
            ExprKind::Cast(a) => wrap(format!("{} as {}", self.at(a, true), expr.ty.name())),
            ExprKind::Compose(lanes) => {
                let lanes: Vec<String> = lanes.iter().map(|lane| self.expr(lane)).collect();
                format!("{}({})", expr.ty.name(), lanes.join(", "))
            }
            ExprKind::Lane(a, lane) => format!("{}.lane({lane})", self.at(a, true)),
            ExprKind::Load(buffer, index) => {
                format!("{}[{}]", self.of_buffer(*buffer), self.expr(index))
            }
            ExprKind::BufferLength(buffer) => format!("{}.len()", self.of_buffer(*buffer)),
            ExprKind::InvocationId(axis) => format!("invocation_id({})", axis.0),
            ExprKind::WorkgroupId(axis) => format!("workgroup_id({})", axis.0),
            ExprKind::LocalInvocationId(axis) => format!("local_id({})", axis.0),
        }
    }
}

/// A value as a literal: hexadecimal, in decimal where signed or below ten.
pub fn literal(ty: Type, bits: u64) -> String {
    match ty {
        Type::Bool => (bits != 0).to_string(),
        Type::I32 => format!("{}i32", bits as u32 as i32),
        Type::U32 if bits < 10 => bits.to_string(),
        Type::U32 => hex(bits as u32),
        Type::Bytes | Type::Vec2 | Type::Vec4 | Type::U128 => format!("{bits:#x}{}", ty.name()),
        Type::F32 | Type::F16 | Type::BF16 => format!("{bits:#x}{}", ty.name()),
        Type::U64 if bits < 10 => format!("{bits}u64"),
        Type::U64 => format!("{}_{}u64", hex((bits >> 32) as u32), &hex(bits as u32)[2..]),
    }
}

fn hex(word: u32) -> String {
    format!("0x{:04x}_{:04x}", word >> 16, word & 0xffff)
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not",
        UnaryOp::Negate => "wrapping_neg",
        UnaryOp::CountOnes => "count_ones",
        UnaryOp::LeadingZeros => "leading_zeros",
        UnaryOp::TrailingZeros => "trailing_zeros",
        UnaryOp::ReverseBits => "reverse_bits",
        UnaryOp::SwapBytes => "swap_bytes",
    }
}

fn infix(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        _ => return None,
    })
}

fn method(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::RotateLeft => "rotate_left",
        BinaryOp::RotateRight => "rotate_right",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::MulHigh => "mul_high",
        _ => "?",
    }
}
