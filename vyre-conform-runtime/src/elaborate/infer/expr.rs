//! Types of expressions without control flow.

use super::{Infer, MAX_DEPTH};
use crate::body::{Ast, ConstantValue, Primitive};
use crate::elaborate::tree::{Kind, Operator, Tree};
use crate::elaborate::types::Ty;
use vyre_conform_ir::{Table, Type};

impl Infer {
    /// The typed tree of an expression.
    pub(super) fn expr(&mut self, ast: &'static Ast) -> Tree {
        if let Ast::At(line, inner) = ast {
            let outer = std::mem::replace(&mut self.line, *line);
            let tree = self.expr(inner);
            self.line = outer;
            return tree;
        }
        if self.depth == MAX_DEPTH {
            return self.wrong(format!(
                "expressions nest more than {MAX_DEPTH} deep: name parts of it with `let`"
            ));
        }
        self.depth += 1;
        let tree = self.form(ast);
        self.depth -= 1;
        tree
    }

    fn form(&mut self, ast: &'static Ast) -> Tree {
        match ast {
            Ast::At(..) => self.expr(ast),
            Ast::Int(value) => {
                let ty = self.types.integer();
                self.tree(ty, Kind::Literal(*value))
            }
            Ast::Literal(primitive, bits) => self.tree(
                Ty::One(*primitive),
                Kind::Literal(signed(*primitive, *bits)),
            ),
            Ast::Constant(name, constant) => match constant.value() {
                ConstantValue::One(primitive, bits) => {
                    let value = signed(primitive, bits);
                    self.tree(Ty::One(primitive), Kind::Literal(value))
                }
                ConstantValue::Table(primitive, data) => self.table(name, primitive, data),
            },
            Ast::Local(local) => {
                let ty = self.type_of_local(*local);
                self.tree(ty, Kind::Local(*local))
            }
            Ast::Unary(name, operand) => self.unary(name, operand),
            Ast::Binary(name, left, right) => self.binary(name, left, right),
            Ast::Cast(primitive, operand) => self.cast(*primitive, operand),
            Ast::Method(name, receiver, arguments) => self.method(name, receiver, arguments),
            Ast::Call(callee, arguments) => self.call(callee, arguments),
            Ast::Tuple(parts) => {
                let parts = self.exprs(parts);
                let ty = Ty::Tuple(parts.iter().map(|t| t.ty.clone()).collect());
                self.tree(ty, Kind::Tuple(parts))
            }
            Ast::Array(elements) => {
                let elements = self.exprs(elements);
                let ty = self.types.any();
                for element in &elements {
                    self.same(&element.ty, &ty, "an element of this array");
                }
                let ty = Ty::Array(Box::new(ty), elements.len());
                self.array(ty, Kind::Array(elements))
            }
            Ast::Repeat(element, len) => {
                let element = self.expr(element);
                let ty = Ty::Array(Box::new(element.ty.clone()), *len);
                self.array(ty, Kind::Repeat(Box::new(element), *len))
            }
            Ast::Field(base, index) => self.field(base, *index),
            Ast::Index(base, index) => self.index(base, index),
            Ast::Len(base) => self.length(base),
            _ => self.control(ast),
        }
    }

    fn field(&mut self, base: &'static Ast, index: usize) -> Tree {
        let base = self.expr(base);
        match self.types.resolve(&base.ty) {
            Ty::Tuple(parts) if index < parts.len() => {
                self.tree(parts[index].clone(), Kind::Field(Box::new(base), index))
            }
            other => {
                let other = self.types.finish(&other);
                self.wrong(format!("`{other}` has no field {index}"))
            }
        }
    }

    fn index(&mut self, base: &'static Ast, index: &'static Ast) -> Tree {
        let base = self.expr(base);
        let index = self.expr(index);
        self.same(&index.ty, &Ty::USIZE, "an index");
        match self.types.resolve(&base.ty) {
            Ty::Array(element, _) => {
                self.tree(*element, Kind::Index(Box::new(base), Box::new(index)))
            }
            other => {
                let other = self.types.finish(&other);
                self.wrong(format!("`{other}` cannot be indexed: only arrays can"))
            }
        }
    }

    fn length(&mut self, base: &'static Ast) -> Tree {
        let base = self.expr(base);
        match self.types.resolve(&base.ty) {
            Ty::Array(_, len) => self.tree(Ty::USIZE, Kind::Literal(len as i128)),
            other => {
                let other = self.types.finish(&other);
                self.wrong(format!("`{other}` has no `len()`: only arrays have"))
            }
        }
    }

    fn array(&mut self, ty: Ty, kind: Kind) -> Tree {
        if let Ty::Array(_, 0) = ty {
            return self.wrong("an array needs at least one element: give it a length from 1");
        }
        self.tree(ty, kind)
    }

    fn table(&mut self, name: &'static str, primitive: Primitive, data: Vec<u64>) -> Tree {
        let ty = Ty::Array(Box::new(Ty::One(primitive)), data.len());
        if data.is_empty() {
            return self.wrong(format!("the table `{name}` is empty: give it an element"));
        }
        let element = super::super::ir_type(primitive);
        if let Some(large) = data.iter().find(|v| **v > element.mask()) {
            return self.wrong(format!(
                "the table `{name}` holds {large}, which is more than 32 bits: the IR keeps \
                 `usize` in 32 bits, so make it a table of `u64`"
            ));
        }
        let table = Table {
            name: table_name(name),
            ty: element,
            data,
        };
        let known = self.tables.iter().position(|t| *t == table);
        let index = known.unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        });
        self.tree(ty, Kind::Table(index as u32))
    }

    fn unary(&mut self, name: &str, operand: &'static Ast) -> Tree {
        let tree = self.expr(operand);
        match (name, tree.kind) {
            ("not", kind) => {
                let ty = tree.ty.clone();
                let operand = Tree { kind, ..tree };
                self.tree(ty, Kind::Not(Box::new(operand)))
            }
            ("neg", Kind::Literal(value)) => {
                self.tree(tree.ty, Kind::Literal(value.wrapping_neg()))
            }
            ("neg", Kind::Error) => self.tree(tree.ty, Kind::Error),
            ("neg", _) => {
                self.wrong("negation overflows for the least value: write `a.wrapping_neg()`")
            }
            (other, _) => self.wrong(format!("`{other}` is not an operator of the kernel subset")),
        }
    }

    fn binary(&mut self, name: &str, left: &'static Ast, right: &'static Ast) -> Tree {
        let left = Box::new(self.expr(left));
        let right = Box::new(self.expr(right));
        if let "land" | "lor" = name {
            for side in [&left, &right].into_iter().filter(|s| !s.diverges()) {
                self.same(&side.ty, &Ty::BOOL, "an operand of `&&` or `||`");
            }
            let or = name == "lor";
            return self.tree(Ty::BOOL, Kind::Lazy { or, left, right });
        }
        let Some(operator) = operator(name) else {
            return self.wrong(format!("`{name}` is not an operator of the kernel subset"));
        };
        let comparison = matches!(
            operator,
            Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge
        );
        if matches!(operator, Operator::Shl | Operator::Shr) {
            for side in [&left, &right] {
                let integer = self.types.integer();
                self.same(&side.ty, &integer, "an operand of a shift");
            }
        } else {
            self.same(&right.ty, &left.ty, "the right operand");
        }
        let ty = if comparison {
            Ty::BOOL
        } else {
            left.ty.clone()
        };
        self.tree(ty, Kind::Binary(operator, left, right))
    }

    fn cast(&mut self, primitive: Primitive, operand: &'static Ast) -> Tree {
        let target = Ty::One(primitive);
        let operand = self.expr(operand);
        // As in Rust, an otherwise undetermined literal takes the type of its cast.
        if primitive != Primitive::Bool && is_literal(&operand) {
            let _ = self.types.unify(&operand.ty, &target);
        }
        self.tree(target, Kind::Cast(Box::new(operand)))
    }
}

fn is_literal(tree: &Tree) -> bool {
    match &tree.kind {
        Kind::Literal(_) => true,
        Kind::Not(inner) => is_literal(inner),
        Kind::Block {
            statements,
            value: Some(value),
            ..
        } => statements.is_empty() && is_literal(value),
        _ => false,
    }
}

/// The number that the bits of a primitive represent.
fn signed(primitive: Primitive, bits: u64) -> i128 {
    match super::super::ir_type(primitive) {
        Type::I32 => i128::from(bits as u32 as i32),
        _ => i128::from(bits),
    }
}

/// The last segment of a path, which names a table.
fn table_name(path: &str) -> String {
    let last = path.rsplit("::").next().unwrap_or(path);
    last.trim().to_owned()
}

fn operator(name: &str) -> Option<Operator> {
    Some(match name {
        "add" => Operator::Add,
        "sub" => Operator::Sub,
        "mul" => Operator::Mul,
        "div" => Operator::Div,
        "rem" => Operator::Rem,
        "div_nonzero" => Operator::DivNonzero,
        "rem_nonzero" => Operator::RemNonzero,
        "div_total" => Operator::DivTotal,
        "rem_total" => Operator::RemTotal,
        "and" => Operator::And,
        "or" => Operator::Or,
        "xor" => Operator::Xor,
        "shl" => Operator::Shl,
        "shr" => Operator::Shr,
        "eq" => Operator::Eq,
        "ne" => Operator::Ne,
        "lt" => Operator::Lt,
        "le" => Operator::Le,
        "gt" => Operator::Gt,
        "ge" => Operator::Ge,
        _ => return None,
    })
}
