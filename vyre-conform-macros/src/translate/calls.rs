//! Calls: methods of the integers by name, functions by their item, macros refused.

use super::Translator;
use super::cost::CALL;
use super::operators::operand_text;
use super::patterns::is_named;
use crate::messages;
use crate::model::bare;
use crate::text::{nearest, source};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Expr, ExprCall, ExprMethodCall, Macro};

/// The total methods of integers and of the `Option`s they give. Which type has which is found by
/// the runtime's `elaborate`.
const METHODS: &[&str] = &[
    "abs_diff",
    "borrowing_sub",
    "carrying_add",
    "carrying_mul",
    "checked_add",
    "checked_div",
    "checked_mul",
    "checked_neg",
    "checked_rem",
    "checked_shl",
    "checked_shr",
    "checked_sub",
    "count_ones",
    "count_zeros",
    "is_negative",
    "is_none",
    "is_positive",
    "is_power_of_two",
    "is_some",
    "leading_ones",
    "leading_zeros",
    "max",
    "min",
    "overflowing_add",
    "overflowing_mul",
    "overflowing_neg",
    "overflowing_sub",
    "reverse_bits",
    "rotate_left",
    "rotate_right",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
    "signum",
    "swap_bytes",
    "trailing_ones",
    "trailing_zeros",
    "unsigned_abs",
    "unwrap_or",
    "wrapping_abs",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_shl",
    "wrapping_shr",
    "wrapping_sub",
];

/// Methods that panic for some operands, and what to write instead.
const PANICKING: &[(&str, &str)] = &[
    (
        "unwrap",
        "write `.unwrap_or(0)`, or `if let Some(x) = .. { .. } else { .. }`",
    ),
    (
        "expect",
        "write `.unwrap_or(0)`, or `if let Some(x) = .. { .. } else { .. }`",
    ),
    (
        "clamp",
        "its bounds can be the wrong way round: write `.max(lo).min(hi)`, in a `const fn` `if x < lo { lo } else if x > hi { hi } else { x }`",
    ),
    (
        "wrapping_div",
        "write `if let Some(q) = a.checked_div(b) { q } else { 0 }`",
    ),
    (
        "wrapping_rem",
        "write `if let Some(r) = a.checked_rem(b) { r } else { 0 }`",
    ),
    (
        "overflowing_div",
        "write `if let Some(q) = a.checked_div(b) { q } else { 0 }`",
    ),
    (
        "overflowing_rem",
        "write `if let Some(r) = a.checked_rem(b) { r } else { 0 }`",
    ),
    (
        "div_euclid",
        "write `if let Some(q) = a.checked_div(b) { q } else { 0 }` and mend the sign",
    ),
    (
        "rem_euclid",
        "write `if let Some(r) = a.checked_rem(b) { r } else { 0 }` and mend the sign",
    ),
    (
        "div_ceil",
        "write `if let Some(q) = a.checked_div(b) { q } else { 0 }` and add the rest",
    ),
    ("abs", "write `.wrapping_abs()` or `.unsigned_abs()`"),
    ("pow", "multiply in a loop: `p = p.wrapping_mul(x)`"),
    ("ilog2", "write `31 ^ x.leading_zeros()` after a test for 0"),
    (
        "ilog10",
        "compare with the powers of ten in a `const` table",
    ),
    (
        "next_power_of_two",
        "shift: `1u32.wrapping_shl(32u32.wrapping_sub(x.leading_zeros()))`",
    ),
    ("next_multiple_of", "write it with `.checked_rem(b)`"),
];

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

impl Translator<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> TokenStream {
        let p = self.private.clone();
        let name = call.method.unraw().to_string();
        self.cost.add(3);
        if name == "len" && call.args.is_empty() {
            let base = self.expr(&call.receiver);
            return quote!(#p::Ast::Len(&#base));
        }
        if let range @ Expr::Range(_) = bare(&call.receiver) {
            return self.refuse(range, &messages::RANGE, &[]);
        }
        if let Some((_, instead)) = PANICKING.iter().find(|(method, _)| *method == name) {
            return self.refuse(&call.method, &messages::PANICKING_METHOD, &[&name, instead]);
        }
        if !METHODS.contains(&&*name) {
            let hint = match nearest(&name, METHODS.iter().copied()) {
                Some(method) => format!("did you mean `{method}`?"),
                None => format!("the methods are {}", METHODS.join(", ")),
            };
            return self.refuse(&call.method, &messages::UNKNOWN_METHOD, &[&name, &hint]);
        }
        let receiver = self.expr(&call.receiver);
        let args = self.exprs(&call.args);
        quote!(#p::Ast::Method(#name, &#receiver, &[#(#args),*]))
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> TokenStream {
        let p = self.private.clone();
        let Expr::Path(function) = bare(&call.func) else {
            return self.refuse(&call.func, &messages::CALL_TARGET, &[]);
        };
        let path = &function.path;
        if let Some(ident) = path.get_ident() {
            let name = ident.unraw().to_string();
            if self.scope.find(ident).is_some() {
                return self.refuse(ident, &messages::LOCAL_CALL, &[&name]);
            }
            if name == self.function {
                return self.refuse(ident, &messages::RECURSION, &[&name]);
            }
            if name == "Some" {
                return self.refuse(ident, &messages::OPTION, &[]);
            }
        }
        let names: Vec<_> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let args: Vec<&Expr> = call.args.iter().collect();
        let text = |k: usize| args.get(k).map(|e| operand_text(e)).unwrap_or_default();
        match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            // `u32::min(a, b)` is `a.min(b)`.
            ["u32" | "i32" | "u64", method] if METHODS.contains(&method) && !args.is_empty() => {
                self.cost.add(3);
                let receiver = self.expr(args[0]);
                let rest = self.exprs(args[1..].iter().copied());
                return quote!(#p::Ast::Method(#method, &#receiver, &[#(#rest),*]));
            }
            [ty @ ("u32" | "i32" | "u64" | "usize"), "from"] => {
                let form = format!("{} as {ty}", text(0));
                return self.refuse(path, &messages::STANDARD_CALL, &[&source(path), &form]);
            }
            ["core" | "std", "cmp", method] | ["cmp", method] => {
                let receiver = args.first().map(|e| self.receiver(e, args.get(1).copied()));
                let form = format!("{}.{method}({})", receiver.unwrap_or_default(), text(1));
                return self.refuse(path, &messages::STANDARD_CALL, &[&source(path), &form]);
            }
            ["u32" | "i32" | "u64", method] => {
                let known = PANICKING.iter().find(|(name, _)| *name == method);
                let hint = known.map_or_else(
                    || format!("the methods are {}", METHODS.join(", ")),
                    |(_, instead)| (*instead).to_owned(),
                );
                return self.refuse(path, &messages::UNKNOWN_METHOD, &[method, &hint]);
            }
            _ => {}
        }
        self.cost.add(CALL);
        let args = self.exprs(args);
        quote!(#p::Ast::Call(#p::Callee::of(#function), &[#(#args),*]))
    }

    pub(super) fn macro_(&mut self, mac: &Macro) -> TokenStream {
        let name = source(&mac.path);
        let last = name.rsplit("::").next().unwrap_or_default();
        if is_named(&mac.path, "bound") {
            self.refuse(&mac.path, &messages::BOUND_PLACE, &[])
        } else if PANICKING_MACROS.contains(&last) {
            self.refuse(&mac.path, &messages::PANICKING_MACRO, &[last])
        } else {
            self.refuse(&mac.path, &messages::UNKNOWN_MACRO, &[&name])
        }
    }
}
