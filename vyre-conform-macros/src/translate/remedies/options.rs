//! Replacements for methods of an `Option` and of a `bool`.

use super::super::Translator;
use super::others::is_sequence;
use crate::model::bare;
use syn::{Expr, ExprClosure, Pat};

/// Methods of an `Option` that return another one.
const OF_OPTIONS: [&str; 12] = [
    "and",
    "and_then",
    "as_ref",
    "filter",
    "inspect",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
    "take_if",
    "transpose",
    "xor",
];

impl Translator<'_> {
    /// Methods of an `Option` from `checked_*`, and of a `bool`.
    pub(super) fn of_option(
        &self,
        method: &str,
        receiver: &Expr,
        arguments: &[&Expr],
    ) -> Option<String> {
        let whole = self.text(receiver);
        let choice = |(name, value): (String, String), otherwise: &str| {
            let form =
                format!("if let Some({name}) = {whole} {{ {value} }} else {{ {otherwise} }}");
            format!("write `{}`", self.fitting(&form))
        };
        let same = || ("x".to_owned(), "x".to_owned());
        let argument = |k: usize| arguments.get(k).copied();
        Some(match method {
            "map" => {
                let choice = choice(self.closure(argument(0)?)?, "0");
                format!("{choice}, with the value for None in place of 0")
            }
            "map_or" => choice(self.closure(argument(1)?)?, &self.text(argument(0)?)),
            "map_or_else" => choice(self.closure(argument(1)?)?, &self.body_of(argument(0)?)?),
            "unwrap_or_else" => choice(same(), &self.body_of(argument(0)?)?),
            "unwrap_or_default" => choice(same(), "0"),
            "is_some_and" => choice(self.closure(argument(0)?)?, "false"),
            "is_none_or" => choice(self.closure(argument(0)?)?, "true"),
            "then" | "then_some" => {
                let value = argument(0)?;
                let value = self.body_of(value).unwrap_or_else(|| self.text(value));
                let choice = self.fitting(&format!("if {whole} {{ {value} }} else {{ 0 }}"));
                format!("write `{choice}`, with the value for false in place of 0")
            }
            method if OF_OPTIONS.contains(&method) => {
                format!("look into the `Option`: `if let Some(x) = {whole} {{ .. }} else {{ .. }}`")
            }
            _ => return None,
        })
    }

    /// `unwrap_or` of a mapped `Option`: `a.checked_add(b).map(|x| x ^ 1).unwrap_or(0)`.
    pub(in super::super) fn mapped(
        &self,
        receiver: &Expr,
        otherwise: &Expr,
    ) -> Option<(syn::Ident, String)> {
        let Expr::MethodCall(map) = bare(receiver) else {
            return None;
        };
        let (whole, otherwise) = (self.text(&map.receiver), self.text(otherwise));
        let form = match map.method.to_string().as_str() {
            "map" if !is_sequence(&map.receiver) && !self.is_array(&map.receiver) => {
                let (name, value) = self.closure(map.args.first()?)?;
                format!("if let Some({name}) = {whole} {{ {value} }} else {{ {otherwise} }}")
            }
            "then" | "then_some" => {
                let value = map.args.first()?;
                let value = self.body_of(value).unwrap_or_else(|| self.text(value));
                format!("if {whole} {{ {value} }} else {{ {otherwise} }}")
            }
            _ => return None,
        };
        Some((
            map.method.clone(),
            format!("write `{}`", self.fitting(&form)),
        ))
    }

    /// The parameter name and body of a closure; for a function path, a call of it.
    pub(in super::super) fn closure(&self, expr: &Expr) -> Option<(String, String)> {
        match bare(expr) {
            Expr::Closure(ExprClosure { inputs, body, .. }) => {
                let Some(Pat::Ident(parameter)) = inputs.first() else {
                    return None;
                };
                Some((parameter.ident.to_string(), self.text(body)))
            }
            Expr::Path(_) => Some(("x".to_owned(), format!("{}(x)", self.text(expr)))),
            _ => None,
        }
    }

    /// The body of a closure without parameters.
    pub(super) fn body_of(&self, expr: &Expr) -> Option<String> {
        match bare(expr) {
            Expr::Closure(ExprClosure { body, .. }) => Some(self.text(body)),
            _ => None,
        }
    }
}
