//! Macros: `bound!` in its place is parsed with its loop; any other is refused, with a replacement.

use super::Translator;
use super::patterns::is_named;
use crate::messages;
use crate::text::source;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Macro, Pat, Token};

/// Macros that panic.
const PANICKING_MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
];

/// Macros that print.
const PRINTING_MACROS: &[&str] = &[
    "eprint", "eprintln", "print", "println", "trace", "debug", "info", "warn",
];

/// Macros whose value is text.
const TEXT_MACROS: &[&str] = &[
    "concat",
    "env",
    "format",
    "format_args",
    "include_str",
    "stringify",
];

impl Translator<'_> {
    pub(super) fn macro_(&mut self, mac: &Macro) -> TokenStream {
        let name = source(&mac.path);
        let last = name.rsplit("::").next().unwrap_or_default();
        if is_named(&mac.path, "bound") {
            self.refuse(&mac.path, &messages::BOUND_PLACE, &[])
        } else if PANICKING_MACROS.contains(&last) {
            self.refuse(&mac.path, &messages::PANICKING_MACRO, &[last])
        } else {
            let hint = self.expansion(last, mac);
            self.refuse(&mac.path, &messages::UNKNOWN_MACRO, &[&name, &hint])
        }
    }

    /// The replacement for a macro.
    fn expansion(&self, name: &str, mac: &Macro) -> String {
        let tokens = &mac.tokens;
        match name {
            "dbg" => match syn::parse2::<Expr>(tokens.clone()) {
                Ok(value) => format!("write `{}`", self.text(&value)),
                Err(_) => "remove it: a device prints nothing".to_owned(),
            },
            "vec" => match syn::parse2::<Expr>(quote!([#tokens])) {
                Ok(array) => format!("write an array of fixed length, `{}`", self.text(&array)),
                Err(_) => "write an array of fixed length".to_owned(),
            },
            "matches" => match matched.parse2(tokens.clone()) {
                Ok((value, pattern)) => {
                    let (value, pattern) = (self.text(&value), source(pattern));
                    format!("write `match {value} {{ {pattern} => true, _ => false }}`")
                }
                Err(_) => "write a `match` with the arms `true` and `false`".to_owned(),
            },
            name if PRINTING_MACROS.contains(&name) => "remove it: a device prints nothing".to_owned(),
            name if TEXT_MACROS.contains(&name) => "remove it: kernels know numbers only".to_owned(),
            "cfg" => "write two functions, each with its own `cfg`".to_owned(),
            _ => "write out what it expands to, or call a #[vyre_fn] in its place: a macro is expanded after the body \
                  is translated".to_owned(),
        }
    }
}

/// The arguments of `matches!`.
fn matched(input: ParseStream<'_>) -> syn::Result<(Expr, Pat)> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    let pattern = Pat::parse_multi_with_leading_vert(input)?;
    input.parse::<Option<Token![,]>>()?;
    Ok((value, pattern))
}
