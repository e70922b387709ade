//! The receiver of a method that a hint suggests: a literal there needs a type (rustc's E0689).

use super::Translator;
use super::operators::operand_text;
use super::syntax::{is_untyped_integer, name};
use crate::model::bare;
use crate::text::source;
use syn::{Expr, Lit, UnOp};

/// Types that literals of the kernel subset have.
const INTEGERS: [&str; 4] = ["u32", "i32", "u64", "usize"];

impl Translator<'_> {
    /// An operand as the receiver of a method; `other` has the same type, if there is one.
    pub(super) fn receiver(&self, operand: &Expr, other: Option<&Expr>) -> String {
        if !is_untyped(operand) {
            return operand_text(operand);
        }
        let found = other.and_then(|other| self.type_of(other));
        let ty = found.unwrap_or_else(|| self.likely_type());
        let unsigned = operand_text(operand).contains("(-") && ty.starts_with('u');
        let text = suffixed(operand, if unsigned { "i32" } else { &ty });
        match bare(operand) {
            Expr::Lit(_) => text,
            _ => format!("({text})"),
        }
    }

    /// Whether an operand is known to be signed.
    pub(super) fn is_signed(&self, left: &Expr, right: &Expr) -> bool {
        [left, right]
            .iter()
            .any(|side| self.type_of(side).as_deref() == Some("i32"))
    }

    /// The type of an expression, as far as its tokens and the signature tell.
    pub(super) fn type_of(&self, expr: &Expr) -> Option<String> {
        let ty = match bare(expr) {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(int) => int.suffix().to_owned(),
                _ => return None,
            },
            Expr::Cast(cast) => source(&cast.ty),
            Expr::Unary(unary) => self.type_of(&unary.expr)?,
            Expr::Binary(binary) => self
                .type_of(&binary.left)
                .or_else(|| self.type_of(&binary.right))?,
            Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros" => "u32".into(),
                _ => self.type_of(&call.receiver)?,
            },
            path @ Expr::Path(_) => {
                let local = self.scope.find(name(path)?)?;
                // Parameters are the first locals.
                self.types.get(local as usize)?.clone()
            }
            _ => return None,
        };
        INTEGERS.contains(&ty.as_str()).then_some(ty)
    }

    /// What a literal most likely is where nothing beside it tells: of the result's type, else of the
    /// first operand that is a number.
    pub(super) fn likely_type(&self) -> String {
        let types = std::iter::once(&self.result).chain(&self.types);
        let mut numbers = types.filter(|ty| INTEGERS.contains(&ty.as_str()));
        numbers.next().map_or("u32".to_owned(), String::clone)
    }
}

/// Whether an expression is made of literals without a suffix only.
fn is_untyped(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Binary(binary) => is_untyped(&binary.left) && is_untyped(&binary.right),
        other => is_untyped_integer(other),
    }
}

/// An expression of literals with the type at the first of them.
fn suffixed(expr: &Expr, ty: &str) -> String {
    match bare(expr) {
        Expr::Unary(unary) => {
            let sign = match unary.op {
                UnOp::Not(_) => "!",
                _ => "-",
            };
            format!("{sign}{}", suffixed(&unary.expr, ty))
        }
        Expr::Binary(binary) => {
            let (op, right) = (source(binary.op), source(&binary.right));
            format!("{} {op} {right}", suffixed(&binary.left, ty))
        }
        other => format!("{}{ty}", source(other)),
    }
}
