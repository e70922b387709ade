//! Calls: methods of the integers by name, functions by their item.

use super::Translator;
use super::cost::CALL;
use super::operators::is_constant;
use super::remedies::{quoted, without_reference};
use super::syntax::OTHER_WIDTHS;
use crate::expand::Callee;
use crate::messages;
use crate::model::bare;
use crate::surroundings;
use crate::text::{nearest, source};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Expr, ExprCall, ExprMethodCall, Ident, Path};

/// The total methods of integers and of their `Option`s. The runtime's `elaborate` checks the receiver
/// types.
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

impl Translator<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> TokenStream {
        let p = self.private.clone();
        let name = call.method.unraw().to_string();
        self.cost.add(3);
        if name == "len" && call.args.is_empty() {
            let base = self.wanting(None, |t| t.expr(&call.receiver));
            return quote!(#p::Ast::Len(&#base));
        }
        if let range @ Expr::Range(_) = bare(&call.receiver) {
            return self.refuse(range, &messages::RANGE, &[]);
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if let Some(instead) = self.remedy(&name, &call.receiver, &arguments) {
            let args = [&*name, &quoted(&instead)];
            return self.refuse(&call.method, &messages::PANICKING_METHOD, &args);
        }
        if !METHODS.contains(&&*name) {
            let hint = self.instead(&name, &call.receiver, &arguments);
            return self.refuse(&call.method, &messages::UNKNOWN_METHOD, &[&name, &hint]);
        }
        if name == "unwrap_or"
            && let [otherwise] = &arguments[..]
            && let Some((map, hint)) = self.mapped(&call.receiver, otherwise)
        {
            return self.refuse(map, &messages::UNKNOWN_METHOD, &["map", &hint]);
        }
        let [of_receiver, of_arguments] = self.method_types(&name, &call.receiver, &arguments);
        let receiver = self.wanting(of_receiver, |t| t.expr(&call.receiver));
        let args = self.wanting(of_arguments, |t| t.exprs(&call.args));
        quote!(#p::Ast::Method(#name, &#receiver, &[#(#args),*]))
    }

    /// The suggestion for a method that the kernel subset lacks.
    fn instead(&self, method: &str, receiver: &Expr, arguments: &[&Expr]) -> String {
        let closest = || {
            let closest = nearest(method, METHODS.iter().copied())?;
            Some(format!("did you mean `{closest}`?"))
        };
        let known = self.substitute(method, receiver, arguments);
        known.or_else(closest).unwrap_or_else(|| {
            "write it with the operators and methods that docs/spec/kernel-subset.md lists, or in a #[vyre_fn] of your \
             own"
                .to_owned()
        })
    }

    /// The expected types of a method's receiver and arguments.
    fn method_types(
        &self,
        method: &str,
        receiver: &Expr,
        arguments: &[&Expr],
    ) -> [Option<String>; 2] {
        let own = self.own_type(receiver);
        if method.ends_with("_shl") || method.ends_with("_shr") || method.starts_with("rotate") {
            let amount = Some("u32".to_owned());
            return [own.or_else(|| self.wanted.clone()), amount];
        }
        let Some(first) = arguments.first() else {
            return [own, None];
        };
        let both = own.or_else(|| self.own_type(first));
        let both = both.or_else(|| self.wanted.clone());
        [both.clone(), both]
    }

    /// The refusal of a name that is not a function, or not one to call here.
    fn refused_name(&mut self, ident: &Ident) -> Option<TokenStream> {
        let name = ident.unraw().to_string();
        if self.scope.find(ident).is_some() {
            return Some(self.refuse(ident, &messages::LOCAL_CALL, &[&name]));
        }
        if name == self.function {
            return Some(self.refuse(ident, &messages::RECURSION, &[&name]));
        }
        (name == "Some").then(|| self.refuse(ident, &messages::OPTION, &[]))
    }

    /// A call of a function of the standard library: a method, or a refusal with its replacement. `None` for
    /// another function.
    fn standard_call(&mut self, path: &Path, args: &[&Expr]) -> Option<TokenStream> {
        let p = self.private.clone();
        let names: Vec<_> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let text = |k: usize| args.get(k).map(|e| self.operand(e)).unwrap_or_default();
        let form = match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            // `u32::min(a, b)` is `a.min(b)`.
            ["u32" | "i32" | "u64", method] if METHODS.contains(&method) && !args.is_empty() => {
                self.cost.add(3);
                let receiver = self.expr(args[0]);
                let rest = self.exprs(args[1..].iter().copied());
                return Some(quote!(#p::Ast::Method(#method, &#receiver, &[#(#rest),*])));
            }
            [ty @ ("u32" | "i32" | "u64" | "usize"), "from"] => format!("{} as {ty}", text(0)),
            ["core" | "std", "cmp", method] | ["cmp", method] => {
                let receiver = args.first().map(|e| self.receiver(e, args.get(1).copied()));
                let other = args.get(1).map(|e| self.text(e)).unwrap_or_default();
                format!("{}.{method}({other})", receiver.unwrap_or_default())
            }
            [ty @ ("u32" | "i32" | "u64"), method] => {
                return Some(self.refused_method(path, [ty, method], args));
            }
            [ty, _] if OTHER_WIDTHS.contains(&ty) => {
                return Some(self.refuse(path, &messages::LITERAL_TYPE, &[ty]));
            }
            ["core" | "std", "mem", "swap"] | ["mem", "swap"] => {
                let [one, other] =
                    [0, 1].map(|k| args.get(k).map(|e| source(without_reference(e))));
                let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
                format!("({one}, {other}) = ({other}, {one})")
            }
            _ => return None,
        };
        Some(self.refuse(path, &messages::STANDARD_CALL, &[&source(path), &form]))
    }

    /// The refusal of a function of an integer type.
    fn refused_method(
        &mut self,
        path: &Path,
        [ty, method]: [&str; 2],
        args: &[&Expr],
    ) -> TokenStream {
        let rest = args.get(1..).unwrap_or_default();
        let first = args.first().copied();
        if let Some(instead) = first.and_then(|first| self.remedy(method, first, rest)) {
            let args = [method, &quoted(&instead)];
            return self.refuse(path, &messages::PANICKING_METHOD, &args);
        }
        let hint = match (method, first) {
            ("max_value", _) => "write `u32::MAX`".replace("u32", ty),
            ("min_value", _) => "write `u32::MIN`".replace("u32", ty),
            (_, Some(first)) => self.instead(method, first, rest),
            (_, None) => "write the value".to_owned(),
        };
        self.refuse(path, &messages::UNKNOWN_METHOD, &[method, &hint])
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> TokenStream {
        let p = self.private.clone();
        let Expr::Path(function) = bare(&call.func) else {
            return self.refuse(&call.func, &messages::CALL_TARGET, &[]);
        };
        let path = &function.path;
        if is_constant(function) {
            return self.refuse(path, &messages::CALL_TARGET, &[]);
        }
        if let Some(refused) = path.get_ident().and_then(|ident| self.refused_name(ident)) {
            return refused;
        }
        let args: Vec<&Expr> = call.args.iter().collect();
        if let Some(standard) = self.standard_call(path, &args) {
            return standard;
        }
        self.cost.add(CALL);
        if let Some(ident) = path.get_ident() {
            let name = ident.unraw().to_string();
            if surroundings::is_plain(self.signature, &name) {
                return self.refuse(ident, &messages::PLAIN_CALL, &[&name]);
            }
        }
        self.called.push(Callee {
            path: path.clone(),
            arguments: args.len(),
        });
        let args = self.exprs(args);
        quote!(#p::Ast::Call(#p::BodyCallee::of(#function), &[#(#args),*]))
    }
}
