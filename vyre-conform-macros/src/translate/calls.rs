//! Calls: methods of the integers by name, functions by their item.

use super::Translator;
use super::cost::CALL;
use super::expr::MADE;
use super::operators::is_constant;
use super::remedies::{is_sequence, quoted};
use super::syntax::{OTHER_WIDTHS, contains, has_foreign_integer_type, is_float_type};
use crate::expand::Callee;
use crate::messages;
use crate::model::bare;
use crate::surroundings;
use crate::text::nearest;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Expr, ExprCall, ExprMethodCall, Ident};

/// The total methods of integers and of their `Option`s. The runtime's `elaborate` checks the receiver
/// types.
pub(super) const METHODS: &[&str] = &[
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

/// Ends of names of methods of the integers that the kernel subset lacks: such a name is not misspelt.
const OF_STANDARD: [&str; 9] = [
    "diff", "euclid", "exact", "ilog", "ilog10", "ilog2", "pow", "signed", "two",
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
        if let Some(refused) = self.range_method(call) {
            return refused;
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if self.is_refused(&name, &call.receiver) {
            return self.wanting(None, |t| t.expr(&call.receiver));
        }
        if let Some(instead) = self.remedy(&name, &call.receiver, &arguments) {
            let args = [&*name, &quoted(&self.fitting(&instead))];
            return self.refuse(&call.method, &messages::PANICKING_METHOD, &args);
        }
        let attempted = self.attempted(&name, &call.receiver, &arguments);
        if let Some(instead) = attempted {
            let args = [&*name, &format!("write `{}`", self.fitting(&instead))];
            return self.refuse(&call.method, &messages::UNKNOWN_METHOD, &args);
        }
        if !METHODS.contains(&&*name) {
            let hint = self.instead(&name, &call.receiver, &arguments);
            return self.refuse(&call.method, &messages::UNKNOWN_METHOD, &[&name, &hint]);
        }
        if name == "unwrap_or"
            && let [otherwise] = &arguments[..]
            && let Some((map, hint)) = self.mapped(&call.receiver, otherwise)
        {
            let args = [&*map.to_string(), &hint];
            return self.refuse(&map, &messages::UNKNOWN_METHOD, &args);
        }
        let [of_receiver, of_arguments] = self.method_types(&name, &call.receiver, &arguments);
        let receiver = self.wanting(of_receiver, |t| t.expr(&call.receiver));
        let args = self.wanting(of_arguments, |t| t.exprs(&call.args));
        quote!(#p::Ast::Method(#name, &#receiver, &[#(#args),*]))
    }

    /// True if the receiver is refused itself: it has an integer of another width, or the method takes an
    /// `Option` that no method of the kernel subset returns.
    fn is_refused(&self, method: &str, receiver: &Expr) -> bool {
        const OF_OPTIONS: [&str; 8] = [
            "expect",
            "map",
            "map_or",
            "map_or_else",
            "unwrap",
            "unwrap_or",
            "unwrap_or_default",
            "unwrap_or_else",
        ];
        if !METHODS.contains(&method) && contains(receiver, &has_foreign_integer_type) {
            return true;
        }
        if !OF_OPTIONS.contains(&method) || self.attempted("unwrap", receiver, &[]).is_some() {
            return false;
        }
        match bare(receiver) {
            Expr::MethodCall(inner) => {
                let name = inner.method.unraw().to_string();
                let is_mapped = method == "unwrap_or" && name == "map";
                let is_chosen = method == "unwrap_or" && name.starts_with("then");
                let is_other = !METHODS.contains(&&*name) && !is_mapped && !is_chosen;
                is_other || is_sequence(&inner.receiver)
            }
            Expr::Call(call) => {
                matches!(bare(&call.func), Expr::Path(path) if path.path.segments.len() > 1
                && path.path.segments.first().is_some_and(|first| is_builtin(&first.ident.to_string())))
            }
            _ => false,
        }
    }

    /// The suggestion for a method that the kernel subset lacks.
    pub(super) fn instead(&self, method: &str, receiver: &Expr, arguments: &[&Expr]) -> String {
        let near = || {
            let is_known = OF_STANDARD.iter().any(|name| method.ends_with(name));
            let near = nearest(method, METHODS.iter().copied()).filter(|_| !is_known)?;
            Some(format!("did you mean `{near}`?"))
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
        (name == "Some").then(|| self.refuse(ident, &messages::OPTION, &[MADE]))
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
        if let Some(standard) = self.standard_call(function, &args) {
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

/// True if a name is that of a type of the language or of a crate of the standard library.
fn is_builtin(name: &str) -> bool {
    const NAMES: [&str; 6] = ["u32", "i32", "u64", "usize", "std", "core"];
    NAMES.contains(&name) || OTHER_WIDTHS.contains(&name) || is_float_type(name)
}
