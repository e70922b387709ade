//! Names and expressions.

use crate::{
    BinaryOp, BufferDecl, BufferId, Expr, ExprKind, Function, Local, LocalId, Program, Table, Type,
    UnaryOp,
};
use std::collections::HashMap;
use std::fmt::Write as _;

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

    /// The text of an expression, in parentheses where it needs them inside another.
    pub(super) fn at(&self, expr: &Expr, nested: bool) -> String {
        let mut out = String::new();
        self.write(expr, nested, &mut out);
        out
    }

    /// Writes an expression where its text goes: the texts of large modules are made for their digests.
    pub(super) fn write(&self, expr: &Expr, nested: bool, out: &mut String) {
        let wrapped = nested
            && match &expr.kind {
                ExprKind::Binary(op, ..) => infix(*op).is_some(),
                ExprKind::Select { .. } => true,
                ExprKind::Cast(a) => !expr.ty.is_float() && !a.ty.is_float(),
                _ => false,
            };
        if wrapped {
            out.push('(');
        }
        match &expr.kind {
            ExprKind::Literal(bits) => write_literal(expr.ty, *bits, out),
            ExprKind::Local(local) => out.push_str(self.of_local(*local)),
            ExprKind::Element(array, index) => self.element(self.of_local(*array), index, out),
            ExprKind::TableElement(table, index) => {
                let name = self.tables.get(*table as usize).map_or("?", |t| &t.name);
                self.element(name, index, out);
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                out.push('!');
                self.write(a, true, out);
            }
            ExprKind::Unary(op, a) => {
                self.write(a, true, out);
                push(out, [".", unary(*op), "()"]);
            }
            ExprKind::Binary(op, a, b) => {
                self.write(a, true, out);
                match infix(*op) {
                    Some(sign) => {
                        push(out, [" ", sign, " "]);
                        self.write(b, true, out);
                    }
                    None => {
                        push(out, [".", method(*op), "("]);
                        self.write(b, false, out);
                        out.push(')');
                    }
                }
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                out.push_str("if ");
                self.write(condition, false, out);
                out.push_str(" { ");
                self.write(then, false, out);
                out.push_str(" } else { ");
                self.write(otherwise, false, out);
                out.push_str(" }");
            }
            // Between a float and anything else a cast keeps the bits.
            ExprKind::Cast(a) if expr.ty.is_float() => {
                push(out, [expr.ty.name(), "::from_bits("]);
                self.write(a, false, out);
                out.push(')');
            }
            ExprKind::Cast(a) if a.ty.is_float() => {
                self.write(a, true, out);
                out.push_str(".to_bits()");
            }
            ExprKind::Cast(a) => {
                self.write(a, true, out);
                push(out, [" as ", expr.ty.name()]);
            }
            ExprKind::Compose(lanes) => {
                push(out, [expr.ty.name(), "("]);
                for (k, lane) in lanes.iter().enumerate() {
                    out.push_str(if k == 0 { "" } else { ", " });
                    self.write(lane, false, out);
                }
                out.push(')');
            }
            ExprKind::Lane(a, lane) => {
                self.write(a, true, out);
                let _ = write!(out, ".lane({lane})");
            }
            ExprKind::Load(buffer, index) => self.element(self.of_buffer(*buffer), index, out),
            ExprKind::BufferLength(buffer) => push(out, [self.of_buffer(*buffer), ".len()"]),
            ExprKind::InvocationId(axis) => _ = write!(out, "invocation_id({})", axis.0),
            ExprKind::WorkgroupId(axis) => _ = write!(out, "workgroup_id({})", axis.0),
            ExprKind::LocalInvocationId(axis) => _ = write!(out, "local_id({})", axis.0),
        }
        if wrapped {
            out.push(')');
        }
    }

    fn element(&self, name: &str, index: &Expr, out: &mut String) {
        push(out, [name, "["]);
        self.write(index, false, out);
        out.push(']');
    }
}

fn push<const N: usize>(out: &mut String, texts: [&str; N]) {
    texts.iter().for_each(|text| out.push_str(text));
}

/// A value as a literal: hexadecimal, in decimal where signed or below ten.
pub fn literal(ty: Type, bits: u64) -> String {
    let mut out = String::new();
    write_literal(ty, bits, &mut out);
    out
}

/// Writes a [`literal`].
pub(super) fn write_literal(ty: Type, bits: u64, out: &mut String) {
    let _ = match ty {
        Type::Bool => write!(out, "{}", bits != 0),
        Type::I32 => write!(out, "{}i32", bits as u32 as i32),
        Type::U32 if bits < 10 => write!(out, "{bits}"),
        Type::U32 => {
            out.push_str("0x");
            hex(bits as u32, out);
            Ok(())
        }
        Type::Bytes | Type::Vec2 | Type::Vec4 | Type::U128 => {
            write!(out, "{bits:#x}{}", ty.name())
        }
        Type::Float(_) => write!(out, "{bits:#x}{}", ty.name()),
        Type::U64 if bits < 10 => write!(out, "{bits}u64"),
        Type::U64 => {
            out.push_str("0x");
            hex((bits >> 32) as u32, out);
            out.push('_');
            hex(bits as u32, out);
            out.push_str("u64");
            Ok(())
        }
    };
}

/// Eight digits, four and four.
fn hex(word: u32, out: &mut String) {
    for k in (0..8).rev() {
        let digit = char::from_digit(word >> (4 * k) & 15, 16);
        out.push(digit.unwrap_or('?'));
        if k == 4 {
            out.push('_');
        }
    }
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
