//! The receiver of a method in a suggestion: a literal there needs a type (rustc's E0689).

use super::Translator;
use super::mended::code;
use super::operators::operand_text;
use super::syntax::{is_untyped_integer, name};
use crate::model::bare;
use crate::text::source;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, UnOp};

/// Types of literals in the kernel subset.
const INTEGERS: [&str; 4] = ["u32", "i32", "u64", "usize"];

impl Translator<'_> {
    /// An operand as the receiver of a method; `other` is an operand of the same type, if there is one.
    pub(super) fn receiver(&self, operand: &Expr, other: Option<&Expr>) -> String {
        if !is_untyped(operand) {
            return self.operand(operand);
        }
        let entry = other.and_then(|other| self.own_type(other));
        let ty = entry.unwrap_or_else(|| self.wanted_type());
        let unsigned = operand_text(operand).contains("(-") && ty.starts_with('u');
        let text = suffixed(operand, if unsigned { "i32" } else { &ty });
        match code(&text, operand.span()) {
            Some(typed) => self.operand(&typed),
            None => format!("({text})"),
        }
    }

    /// True if an operand is known to be signed.
    pub(super) fn is_signed(&self, left: &Expr, right: &Expr) -> bool {
        [left, right]
            .iter()
            .any(|side| self.own_type(side).as_deref() == Some("i32"))
    }

    /// The type of an expression, as far as its tokens and the signature show.
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

    /// The type that the tokens of an expression determine regardless of context; for a shift that of
    /// its left operand.
    pub(super) fn own_type(&self, expr: &Expr) -> Option<String> {
        match bare(expr) {
            Expr::Unary(unary) => self.own_type(&unary.expr),
            Expr::Binary(binary) => match binary.op {
                BinOp::Shl(_) | BinOp::Shr(_) => self.own_type(&binary.left),
                op if returns_bool(&op) => None,
                _ => {
                    let left = self.own_type(&binary.left);
                    left.or_else(|| self.own_type(&binary.right))
                }
            },
            Expr::MethodCall(call) => {
                let own = || self.own_type(&call.receiver);
                self.type_of(expr).or_else(own)
            }
            path @ Expr::Path(_) => {
                let of_local = || {
                    self.local_types
                        .get(&self.scope.find(name(path)?)?)
                        .cloned()
                };
                self.type_of(path).or_else(of_local)
            }
            other => self.type_of(other),
        }
    }

    /// The expected types of an operator's operands.
    pub(super) fn operand_types(
        &self,
        op: &BinOp,
        left: &Expr,
        right: &Expr,
    ) -> [Option<String>; 2] {
        let either = || self.own_type(left).or_else(|| self.own_type(right));
        let selects = || self.wanted.clone();
        match op {
            BinOp::Shl(_) | BinOp::Shr(_) | BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => {
                let amount = self.own_type(right).unwrap_or_else(|| "u32".to_owned());
                [self.own_type(left).or_else(selects), Some(amount)]
            }
            BinOp::And(_) | BinOp::Or(_) => [None, None],
            op if returns_bool(op) => [either(), either()],
            _ => {
                let both = either().or_else(selects);
                [both.clone(), both]
            }
        }
    }

    /// Calls the translation with this expected type.
    pub(super) fn wanting<R>(
        &mut self,
        ty: Option<String>,
        translate: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let ty = ty.filter(|ty| INTEGERS.contains(&ty.as_str()));
        let before = std::mem::replace(&mut self.wanted, ty);
        let translated = translate(self);
        self.wanted = before;
        translated
    }

    /// The type of a literal here, or the most likely one if nothing determines it.
    pub(super) fn wanted_type(&self) -> String {
        let requested = self.wanted.clone();
        requested.unwrap_or_else(|| self.likely_type())
    }

    /// The most likely type of a literal without context: that of the result, otherwise of the first
    /// numeric operand.
    pub(super) fn likely_type(&self) -> String {
        let types = std::iter::once(&self.result).chain(&self.types);
        let mut numbers = types.filter(|ty| INTEGERS.contains(&ty.as_str()));
        numbers.next().map_or("u32".to_owned(), String::clone)
    }
}

/// True if an operator returns a bool for all operands.
fn returns_bool(op: &BinOp) -> bool {
    use BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(
        op,
        Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) | And(_) | Or(_)
    )
}

/// True if only literals without a suffix determine the type of an expression.
fn is_untyped(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Binary(binary) if matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_)) => {
            is_untyped(&binary.left)
        }
        Expr::Binary(binary) => is_untyped(&binary.left) && is_untyped(&binary.right),
        other => is_untyped_integer(other),
    }
}

/// An expression of literals with a suffix on the first one.
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
