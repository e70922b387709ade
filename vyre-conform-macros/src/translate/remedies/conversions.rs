//! Replacements for conversions that may fail, `u32::try_from(a)` and `a.try_into()`, and for conversions
//! of bytes.

use super::super::Translator;
use crate::model::bare;
use crate::text::source;
use syn::{Expr, Type};

/// A conversion that may fail.
struct Attempt<'e> {
    value: &'e Expr,
    to: String,
}

impl Translator<'_> {
    fn attempt<'e>(&self, expr: &'e Expr) -> Option<Attempt<'e>> {
        match bare(expr) {
            Expr::MethodCall(call) if call.method == "ok" => self.attempt(&call.receiver),
            Expr::MethodCall(call) if call.method == "try_into" => Some(Attempt {
                value: &call.receiver,
                to: self.wanted_type(),
            }),
            Expr::Call(call) => {
                let path = source(&call.func);
                let to = path.strip_suffix("::try_from")?;
                Some(Attempt {
                    value: call.args.first()?,
                    to: to.to_owned(),
                })
            }
            _ => None,
        }
    }

    /// The replacement for `receiver.method(arguments)` where the receiver is a conversion that may fail.
    pub(in super::super) fn attempted(
        &self,
        method: &str,
        receiver: &Expr,
        arguments: &[&Expr],
    ) -> Option<String> {
        let attempt = self.attempt(receiver)?;
        let (value, test) = (self.cast_of(&attempt)?, self.fits(&attempt));
        let otherwise = |otherwise: String| match &test {
            Some(test) => format!("if {test} {{ {value} }} else {{ {otherwise} }}"),
            None => value.clone(),
        };
        let first = arguments.first();
        Some(match method {
            "unwrap" | "expect" | "ok" => value,
            "unwrap_or" => otherwise(self.text(first?)),
            "unwrap_or_else" => otherwise(self.body_of(first?)?),
            "unwrap_or_default" => otherwise("0".to_owned()),
            "is_ok" | "is_some" => test.unwrap_or_else(|| "true".to_owned()),
            "is_err" | "is_none" => {
                test.map_or_else(|| "false".to_owned(), |test| format!("!({test})"))
            }
            _ => return None,
        })
    }

    /// The remedy for such a conversion by itself.
    pub(in super::super) fn attempt_alone(&self, to: &str, value: &Expr) -> Option<String> {
        let attempt = Attempt {
            value,
            to: to.to_owned(),
        };
        let cast = self.cast_of(&attempt)?;
        Some(match self.fits(&attempt) {
            Some(test) => format!(
                "test the range and cast: `if {test} {{ let x = {cast}; .. }} else {{ .. }}`"
            ),
            None => format!("write `{cast}`"),
        })
    }

    fn cast_of(&self, Attempt { value, to }: &Attempt<'_>) -> Option<String> {
        let value = self.operand(value);
        Some(match to.as_str() {
            "u32" | "i32" | "u64" | "usize" => format!("{value} as {to}"),
            "u8" => format!("{value} & 0xFF"),
            "u16" => format!("{value} & 0xFFFF"),
            _ => return None,
        })
    }

    /// The test that a value is one of the other type; `None` if each is.
    fn fits(&self, Attempt { value, to }: &Attempt<'_>) -> Option<String> {
        let from = self.own_type(value).unwrap_or_else(|| self.likely_type());
        let value = self.operand(value);
        let most = match (from.as_str(), to.as_str()) {
            ("i32", "u32" | "u64" | "usize") => return Some(format!("{value} >= 0")),
            ("i32", "u8") => return Some(format!("{value} >= 0 && {value} <= 0xFF")),
            ("i32", "u16") => return Some(format!("{value} >= 0 && {value} <= 0xFFFF")),
            ("u32" | "u64" | "usize", "i32") => "0x7FFF_FFFF",
            ("u64" | "usize", "u32") => "0xFFFF_FFFF",
            (_, "u8") => "0xFF",
            (_, "u16") => "0xFFFF",
            _ => return None,
        };
        Some(format!("{value} <= {most}"))
    }

    /// `u32::from_be_bytes([a, b, c, d])`, by shifts.
    pub(in super::super) fn joined(&self, method: &str, argument: &Expr) -> Option<String> {
        let Expr::Array(bytes) = bare(argument) else {
            return None;
        };
        if bytes.elems.len() != 4 {
            return None;
        }
        let byte = |e: &Expr| match bare(e) {
            Expr::Cast(cast) if matches!(&*cast.ty, Type::Path(ty) if ty.path.is_ident("u8")) => {
                format!("({} & 0xFF)", self.operand(&cast.expr))
            }
            Expr::Lit(_) => self.text(e),
            e => format!("({} as u32)", self.operand(e)),
        };
        let mut bytes: Vec<String> = bytes.elems.iter().map(byte).collect();
        if method == "from_be_bytes" {
            bytes.reverse();
        }
        let some = bytes
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, byte)| *byte != "0");
        let shifted = some.map(|(k, byte)| match k {
            0 => byte.clone(),
            _ => format!("({byte} << {})", 8 * k),
        });
        Some(shifted.collect::<Vec<_>>().join(" | "))
    }
}
