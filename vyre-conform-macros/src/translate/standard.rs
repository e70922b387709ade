//! Calls of functions of the standard library: a method of an integer is translated, any other function is
//! refused with its replacement.

use super::Translator;
use super::calls::METHODS;
use super::remedies::{quoted, without_reference};
use super::syntax::{OTHER_WIDTHS, is_float_type};
use crate::messages;
use crate::surroundings;
use crate::text::source;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprPath, Path, PathArguments};

/// Types with memory from the heap.
const OF_HEAP: [&str; 11] = [
    "Arc", "BTreeMap", "BTreeSet", "Box", "Cell", "HashMap", "HashSet", "Rc", "RefCell", "String",
    "Vec",
];

/// Traits whose methods are also methods of the integers.
const TRAITS: [&str; 2] = ["Ord", "PartialOrd"];

impl Translator<'_> {
    /// A call of a function of the standard library: a method, or a refusal with its replacement. `None` for
    /// another function.
    pub(super) fn standard_call(
        &mut self,
        function: &ExprPath,
        args: &[&Expr],
    ) -> Option<TokenStream> {
        let p = self.private.clone();
        let path = &function.path;
        let names = self.full_names(function);
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
            [
                ty,
                method @ ("try_from" | "from_be_bytes" | "from_le_bytes" | "from_ne_bytes"),
            ] if let Some(refused) = self.conversion_call(path, [ty, method], args) => {
                return Some(refused);
            }
            [.., "cmp", method @ ("min" | "max")] => self.method_form(method, args),
            [name, method] if TRAITS.contains(&name) && METHODS.contains(&method) => {
                self.method_form(method, args)
            }
            [ty @ ("u32" | "i32" | "u64" | "usize" | "bool"), "default"] => match ty {
                "bool" => "false".to_owned(),
                ty => format!("0{ty}"),
            },
            ["Default", "default"] => "0".to_owned(),
            [ty @ ("u32" | "i32" | "u64"), method] => {
                return Some(self.refused_method(path, [ty, method], args));
            }
            [ty, _] if OTHER_WIDTHS.contains(&ty) => {
                return Some(self.refuse(path, &messages::LITERAL_TYPE, &[ty]));
            }
            [ty, _] if is_float_type(ty) => {
                return Some(self.refuse(path, &messages::FLOAT, &[&source(path)]));
            }
            ["core" | "std", "mem", "swap"] | ["mem", "swap"] => {
                let [one, other] =
                    [0, 1].map(|k| args.get(k).map(|e| source(without_reference(e))));
                let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
                format!("({one}, {other}) = ({other}, {one})")
            }
            ref names => return self.unknown_function(path, names),
        };
        let (name, form) = (
            source(path).replace("< ", "<").replace(" >", ">"),
            self.fitting(&form),
        );
        Some(self.refuse(path, &messages::STANDARD_CALL, &[&name, &form]))
    }

    /// The refusal of `u32::try_from(a)` or `u32::from_be_bytes([..])`.
    fn conversion_call(
        &self,
        path: &Path,
        [ty, method]: [&str; 2],
        args: &[&Expr],
    ) -> Option<TokenStream> {
        let name = format!("{ty}::{method}");
        if method == "try_from" {
            let hint = self.attempt_alone(ty, args.first()?)?;
            return Some(self.refuse(path, &messages::UNKNOWN_FUNCTION, &[&name, &hint]));
        }
        let form = (ty == "u32").then(|| self.joined(method, args.first()?))??;
        Some(self.refuse(
            path,
            &messages::STANDARD_CALL,
            &[&name, &self.fitting(&form)],
        ))
    }

    /// The names of a path; those of an imported function of the standard library begin with `std` or `core`.
    fn full_names(&self, function: &ExprPath) -> Vec<String> {
        let segments = function.path.segments.iter();
        let names: Vec<String> = segments.map(|s| s.ident.to_string()).collect();
        // `<u32 as Ord>::max` is `Ord::max`.
        if function.qself.is_some() {
            return names[names.len().saturating_sub(2)..].to_vec();
        }
        let imported = names
            .first()
            .and_then(|first| surroundings::imported(self.signature, first));
        match imported {
            Some(full) => [full, names[1..].to_vec()].concat(),
            None => names,
        }
    }

    /// A function of two operands as a method.
    fn method_form(&self, method: &str, args: &[&Expr]) -> String {
        let receiver = args.first().map(|e| self.receiver(e, args.get(1).copied()));
        let other = args.get(1).map(|e| self.text(e)).unwrap_or_default();
        format!("{}.{method}({other})", receiver.unwrap_or_default())
    }

    /// Refuses a function that no device runs: one of the standard library, or a generic one.
    fn unknown_function(&self, path: &Path, names: &[&str]) -> Option<TokenStream> {
        let name = source(path).replace("< ", "<").replace(" >", ">");
        let last = names.last().copied()?;
        let is_standard = matches!(
            names,
            ["core" | "std" | "alloc", _, ..] | ["mem" | "cmp" | "hint" | "iter", _]
        );
        let owner = names.len().checked_sub(2).and_then(|k| names.get(k));
        let hint = match last {
            _ if owner.is_some_and(|owner| OF_HEAP.contains(owner)) => {
                "a device has no heap: write an array of fixed length, `let mut v = [0; 8];`, and count its elements \
                 in a variable"
            }
            _ if !is_standard => {
                let generic = |s: &syn::PathSegment| !matches!(s.arguments, PathArguments::None);
                let is_generic = path.segments.iter().any(generic);
                return is_generic.then(|| self.refuse(path, &messages::GENERIC_CALL, &[&name]));
            }
            "size_of" | "align_of" => "write the number of bytes: 4 of a u32 or an i32, 8 of a u64",
            "identity" | "black_box" => "write its argument",
            "replace" | "take" => "write an assignment: `let y = x; x = b;`",
            "from_fn" => "write the elements: `[.., ..]`",
            _ => {
                "write it with the operators and methods that docs/spec/kernel-subset.md lists, or in a #[vyre_fn]"
            }
        };
        Some(self.refuse(path, &messages::UNKNOWN_FUNCTION, &[&name, hint]))
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
            let args = [method, &quoted(&self.fitting(&instead))];
            return self.refuse(path, &messages::PANICKING_METHOD, &args);
        }
        let hint = match (method, first) {
            ("max_value", _) => "write `u32::MAX`".replace("u32", ty),
            ("min_value", _) => "write `u32::MIN`".replace("u32", ty),
            ("from_str_radix", _) => "write the number".to_owned(),
            (_, Some(_)) if method.starts_with("from_") => {
                "join the bytes by shifts: `(high << 8) | low`".to_owned()
            }
            (_, Some(first)) => self.instead(method, first, rest),
            (_, None) => "write the value".to_owned(),
        };
        self.refuse(path, &messages::UNKNOWN_METHOD, &[method, &hint])
    }
}
