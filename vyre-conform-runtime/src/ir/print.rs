//! The readable text form of a module: stable for the same module, in the notation of the source.
//!
//! Locals that share a name are told apart by a number (`x`, `x_2`); literals are typed where they
//! are not `u32`; every operator that is no Rust operator is written as the Rust method it means.

use super::{
    BinaryOp, Expr, ExprKind, Function, Local, LocalId, Module, Node, Table, Type, UnaryOp,
};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The text of a module, the op last.
pub fn module(module: &Module) -> String {
    let mut order: Vec<usize> = (0..module.functions.len()).collect();
    order.sort_by_key(|k| *k == module.entry.0 as usize);
    let texts: Vec<String> = order
        .into_iter()
        .map(|k| function(module, &module.functions[k]))
        .collect();
    texts.join("\n")
}

/// The text of one function.
pub fn function(module: &Module, function: &Function) -> String {
    let names = Names::of(function);
    let mut out = String::new();
    for table in &function.tables {
        let data: Vec<String> = table.data.iter().map(|v| literal(table.ty, *v)).collect();
        let (name, ty, len) = (&table.name, table.ty.name(), table.data.len());
        let _ = writeln!(out, "const {name}: [{ty}; {len}] = [{}];", data.join(", "));
    }
    let params: Vec<String> = function
        .params
        .iter()
        .map(|p| format!("{}: {}", names.of_local(*p), names.ty(*p)))
        .collect();
    let results: Vec<&str> = function.results.iter().map(|t| t.name()).collect();
    let results = match &results[..] {
        [one] => (*one).to_owned(),
        many => format!("({})", many.join(", ")),
    };
    let (name, params) = (&function.name, params.join(", "));
    let _ = writeln!(out, "fn {name}({params}) -> {results} {{");
    Printer {
        module,
        names: &names,
        out: &mut out,
    }
    .nodes(&function.body, 1);
    out.push_str("}\n");
    out
}

/// The names of a function's locals and tables, made unique.
#[derive(Debug)]
pub struct Names<'a> {
    locals: Vec<String>,
    declared: &'a [Local],
    tables: &'a [Table],
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
        }
    }

    /// The name of a local.
    pub fn of_local(&self, local: LocalId) -> &str {
        self.locals.get(local.0 as usize).map_or("?", |n| n)
    }

    fn ty(&self, local: LocalId) -> String {
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

    fn at(&self, expr: &Expr, nested: bool) -> String {
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

struct Printer<'a> {
    module: &'a Module,
    names: &'a Names<'a>,
    out: &'a mut String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 4 * depth);
    }

    fn nodes(&mut self, nodes: &[Node], depth: usize) {
        for node in nodes {
            self.node(node, depth);
        }
    }

    fn list(&self, exprs: &[Expr]) -> String {
        let texts: Vec<String> = exprs.iter().map(|e| self.names.expr(e)).collect();
        texts.join(", ")
    }

    fn node(&mut self, node: &Node, depth: usize) {
        let names = self.names;
        match node {
            Node::Let {
                local,
                value,
                mutable,
            } => {
                let mutable = if *mutable { "mut " } else { "" };
                let (name, ty) = (names.of_local(*local), names.ty(*local));
                let text = format!("let {mutable}{name}: {ty} = {};", names.expr(value));
                self.line(depth, &text);
            }
            Node::Declare { local } => {
                let text = format!("let mut {}: {};", names.of_local(*local), names.ty(*local));
                self.line(depth, &text);
            }
            Node::Assign { local, value } => {
                let text = format!("{} = {};", names.of_local(*local), names.expr(value));
                self.line(depth, &text);
            }
            Node::StoreElement {
                array,
                index,
                value,
            } => {
                let (array, index) = (names.of_local(*array), names.expr(index));
                self.line(depth, &format!("{array}[{index}] = {};", names.expr(value)));
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                self.line(depth, &format!("if {} {{", names.expr(condition)));
                self.nodes(then, depth + 1);
                if !otherwise.is_empty() {
                    self.line(depth, "} else {");
                    self.nodes(otherwise, depth + 1);
                }
                self.line(depth, "}");
            }
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => {
                let (from, to) = (names.at(from, true), names.at(to, true));
                let text = format!("for {} in {from}..{to} {{", names.of_local(*counter));
                self.line(depth, &text);
                self.nodes(body, depth + 1);
                self.line(depth, "}");
            }
            Node::While {
                bound,
                head,
                condition,
                body,
                step,
            } => self.while_loop(*bound, head, condition, body, step, depth),
            Node::Break => self.line(depth, "break;"),
            Node::Continue => self.line(depth, "continue;"),
            Node::Call {
                function,
                args,
                results,
            } => {
                let callee = self.module.functions.get(function.0 as usize);
                let callee = callee.map_or("?", |f| f.name.as_str());
                let results: Vec<&str> = results.iter().map(|l| names.of_local(*l)).collect();
                let results = match &results[..] {
                    [one] => (*one).to_owned(),
                    many => format!("({})", many.join(", ")),
                };
                self.line(
                    depth,
                    &format!("let {results} = {callee}({});", self.list(args)),
                );
            }
            Node::Block(nodes) => {
                self.line(depth, "{");
                self.nodes(nodes, depth + 1);
                self.line(depth, "}");
            }
            Node::Return(values) => {
                let text = match &values[..] {
                    [one] => names.expr(one),
                    many => format!("({})", self.list(many)),
                };
                self.line(depth, &format!("return {text};"));
            }
        }
    }

    /// `while c` where the condition needs no nodes, else a `loop` that leaves by `break`.
    fn while_loop(
        &mut self,
        bound: u64,
        head: &[Node],
        condition: &Expr,
        body: &[Node],
        step: &[Node],
        depth: usize,
    ) {
        let condition = self.names.expr(condition);
        if head.is_empty() {
            self.line(depth, &format!("while {condition} {{ // at most {bound}"));
        } else {
            self.line(depth, &format!("loop {{ // at most {bound}"));
            self.nodes(head, depth + 1);
            self.line(depth + 1, &format!("if !({condition}) {{ break; }}"));
        }
        self.nodes(body, depth + 1);
        if !step.is_empty() {
            self.line(depth, "} step {");
            self.nodes(step, depth + 1);
        }
        self.line(depth, "}");
    }
}
