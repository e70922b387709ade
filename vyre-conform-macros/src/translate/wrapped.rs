//! `Wrapping(a) + Wrapping(b)`: standard-library types with explicit overflow behaviour.

use super::Translator;
use super::operators::{operand_text, sign_of};
use super::patterns::is_named;
use crate::messages;
use crate::model::bare;
use proc_macro2::TokenStream;
use syn::{BinOp, Expr, ExprCall, Member, Path};

impl Translator<'_> {
    /// Refuses an expression of such a type, and suggests the equivalent integer method.
    pub(super) fn wrapped(&self, expr: &Expr) -> Option<TokenStream> {
        let (path, form) = self.unwrapped(expr)?;
        let name = path.segments.last()?.ident.to_string();
        let form = self.fitting(&form);
        // The value of a local is read elsewhere.
        let hint = if is_wrapped(expr) {
            format!("write `{form}`, and remove the `.0` behind it")
        } else {
            format!("write `{form}`")
        };
        Some(self.refuse(expr, &messages::WRAPPED, &[&name, &hint]))
    }

    /// The name of the type, and the same computation on the inner integers.
    fn unwrapped<'e>(&self, expr: &'e Expr) -> Option<(&'e Path, String)> {
        match bare(expr) {
            Expr::Call(call) => {
                let path = constructor(call)?;
                Some((path, self.text(call.args.first()?)))
            }
            Expr::Field(field) => match &field.member {
                Member::Unnamed(index) if index.index == 0 => self.unwrapped(&field.base),
                _ => None,
            },
            Expr::Binary(binary) => {
                let (left, right) = (&*binary.left, &*binary.right);
                let (of_left, of_right) = (self.unwrapped(left), self.unwrapped(right));
                let (path, _) = of_left.as_ref().or(of_right.as_ref())?;
                let path = *path;
                let text = |side: &Expr, of_side: Option<(&Path, String)>| {
                    of_side.map_or_else(|| self.text(side), |(_, text)| text)
                };
                let (left, right) = (text(left, of_left), text(right, of_right));
                let form = form(is_named(path, "Saturating"), &binary.op, &left, &right)?;
                Some((path, form))
            }
            _ => None,
        }
    }
}

/// The path of `Wrapping(x)` or `Saturating(x)`.
fn constructor(call: &ExprCall) -> Option<&Path> {
    let Expr::Path(function) = bare(&call.func) else {
        return None;
    };
    let is_one = ["Wrapping", "Saturating"]
        .iter()
        .any(|name| is_named(&function.path, name));
    is_one.then_some(&function.path)
}

/// An operator of the type, expressed on integers.
fn form(saturating: bool, op: &BinOp, left: &str, right: &str) -> Option<String> {
    let (name, sign) = sign_of(op)?;
    let receiver = operand(left);
    Some(match (name, saturating) {
        ("add" | "sub" | "mul", true) => format!("{receiver}.saturating_{name}({right})"),
        ("add" | "sub" | "mul", false) => format!("{receiver}.wrapping_{name}({right})"),
        ("shl" | "shr", false) => format!("{receiver}.wrapping_{name}({} as u32)", operand(right)),
        ("and" | "or" | "xor" | "eq" | "ne" | "lt" | "le" | "gt" | "ge", _) => {
            format!("{receiver} {sign} {}", operand(right))
        }
        _ => return None,
    })
}

/// Code as an operand.
fn operand(code: &str) -> String {
    match syn::parse_str::<Expr>(code) {
        Ok(expr) => operand_text(&expr),
        Err(_) => format!("({code})"),
    }
}

/// True if an expression is a value of the type, not an integer from it.
fn is_wrapped(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Call(call) => constructor(call).is_some(),
        Expr::Binary(binary) if is_comparison(&binary.op) => false,
        Expr::Binary(binary) => is_wrapped(&binary.left) || is_wrapped(&binary.right),
        _ => false,
    }
}

/// True if an operator of the type returns a bool.
fn is_comparison(op: &BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}
