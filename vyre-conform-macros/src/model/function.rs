//! The annotated function.

use crate::errors::Errors;
use crate::messages;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, FnArg, Item, ItemFn, Lit, Meta, Pat, ReturnType, Type, parse_quote};
use vyre_conform_spec::ValueType;

/// A function in the form that later stages use.
pub(crate) struct Function {
    pub(crate) item: ItemFn,
    pub(crate) operands: Vec<Operand>,
    pub(crate) result: Ty,
}

/// One operand.
pub(crate) struct Operand {
    /// Its name; `_` if it has none.
    pub(crate) name: Ident,
    pub(crate) mutable: bool,
    pub(crate) ty: Ty,
}

/// A type as written, and its value type if the tokens show it.
#[derive(Clone)]
pub(crate) struct Ty {
    pub(crate) written: Type,
    pub(crate) known: Option<ValueType>,
}

impl Function {
    /// Parses an item as a function; anything else is refused.
    pub(crate) fn parse(errors: &Errors, item: TokenStream, attribute: &str) -> Option<Self> {
        let item = match syn::parse2::<Item>(item.clone()) {
            Ok(Item::Fn(function)) => function,
            // The parser's message is at its token.
            Err(error) if is_function(&item) => {
                errors.syntax(error);
                return None;
            }
            _ => {
                errors.refuse(item, &messages::NOT_A_FUNCTION, &[attribute]);
                return None;
            }
        };
        let operands = item.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => {
                let (name, mutable) = match &*typed.pat {
                    Pat::Ident(name) => (name.ident.clone(), name.mutability.is_some()),
                    _ => (Ident::new("_", Span::call_site()), false),
                };
                Some(Operand {
                    name,
                    mutable,
                    ty: Ty::from_syntax(&typed.ty),
                })
            }
            FnArg::Receiver(_) => None,
        });
        let operands = operands.collect();
        let result = match &item.sig.output {
            ReturnType::Type(_, ty) => Ty::from_syntax(ty),
            ReturnType::Default => Ty {
                written: parse_quote!(()),
                known: None,
            },
        };
        Some(Self {
            item,
            operands,
            result,
        })
    }

    /// Parses an item as an engine function; anything else is refused with the required signature.
    pub(crate) fn parse_engine(errors: &Errors, item: TokenStream) -> Option<Self> {
        let parsed = syn::parse2::<Item>(item.clone());
        let is_broken = parsed.is_err() && is_function(&item);
        if !is_broken && !matches!(parsed, Ok(Item::Fn(_))) {
            errors.refuse(item, &messages::ENGINE_NOT_A_FUNCTION, &[]);
            return None;
        }
        Self::parse(errors, item, "vyre_engine")
    }

    /// True if it has documentation, as text or otherwise.
    pub(crate) fn is_documented(&self) -> bool {
        let doc = |a: &&Attribute| a.path().is_ident("doc");
        let as_text = |a: &Attribute| matches!(&a.meta, Meta::NameValue(doc) if matches!(&doc.value, Expr::Lit(_)));
        let mut docs = self.item.attrs.iter().filter(doc);
        !self.docs().is_empty() || docs.any(|a| !as_text(a))
    }

    /// Its name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.item.sig.ident.unraw().to_string()
    }

    /// True if an op may have this number of operands.
    pub(crate) fn is_op(&self) -> bool {
        let sig = &self.item.sig;
        let typed = self.operands.len() == sig.inputs.len();
        typed && sig.variadic.is_none() && (1..=4).contains(&self.operands.len())
    }

    /// True if it is a `const fn`.
    pub(crate) fn is_const(&self) -> bool {
        self.item.sig.constness.is_some()
    }

    /// True if an operand or the result is a float, as far as the tokens show.
    pub(crate) fn has_floats(&self) -> bool {
        let mut types = self.operands.iter().map(|o| &o.ty).chain([&self.result]);
        types.any(Ty::is_float)
    }

    /// True if rows and laws can be checked at compile time. The NaN of compile-time float arithmetic
    /// is unspecified, so float ops are checked at run time.
    pub(crate) fn is_checked(&self) -> bool {
        self.is_const() && !self.has_floats()
    }

    /// Its `cfg` attributes, which its emitted code must repeat.
    pub(crate) fn conditions(&self) -> Vec<&Attribute> {
        self.item
            .attrs
            .iter()
            .filter(|a| a.path().is_ident("cfg"))
            .collect()
    }

    /// The note of `#[deprecated]`, which may be empty.
    pub(crate) fn deprecated(&self) -> Option<String> {
        let mut attributes = self.item.attrs.iter();
        let attribute = attributes.find(|a| a.path().is_ident("deprecated"))?;
        let text = |value: &Expr| match value {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        };
        let mut note = None;
        if let Meta::NameValue(pair) = &attribute.meta {
            note = text(&pair.value);
        }
        // The compiler reports its mistakes.
        let _ = attribute.parse_nested_meta(|meta| {
            let value: Expr = meta.value()?.parse()?;
            if meta.path.is_ident("note") {
                note = text(&value);
            }
            Ok(())
        });
        Some(note.unwrap_or_default())
    }

    /// Its parameters, result and body, with names replaced by numbers.
    pub(crate) fn numbered(&self) -> String {
        let (sig, block) = (&self.item.sig, &self.item.block);
        let (inputs, output) = (&sig.inputs, &sig.output);
        crate::text::numbered(quote!((#inputs) #output #block))
    }

    /// Its documentation.
    pub(crate) fn docs(&self) -> String {
        let lines = self
            .item
            .attrs
            .iter()
            .filter_map(|attribute| match &attribute.meta {
                Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
                    Expr::Lit(lit) => match &lit.lit {
                        Lit::Str(text) => Some(text.value()),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            });
        let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned());
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }
}

/// True if some tokens begin like a function, whatever is in its body.
fn is_function(item: &TokenStream) -> bool {
    let is_keyword = |token: TokenTree| matches!(token, TokenTree::Ident(name) if name == "fn");
    item.clone().into_iter().any(is_keyword)
}

impl Ty {
    fn from_syntax(written: &Type) -> Self {
        Self {
            written: written.clone(),
            known: value_type(written),
        }
    }

    /// True if it is a float.
    pub(crate) fn is_float(&self) -> bool {
        self.known.is_some_and(|entry| entry.float().is_some())
    }

    /// The type as text.
    pub(crate) fn text(&self) -> String {
        match self.known {
            Some(cached) => cached.rust_name().to_owned(),
            None => crate::text::source(&self.written),
        }
    }
}

/// The type without parentheses and the invisible groups that macros leave.
pub(crate) fn unwrap_type(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => unwrap_type(&inner.elem),
        Type::Group(inner) => unwrap_type(&inner.elem),
        other => other,
    }
}

/// The value type with this spelling: `u32`, `core::primitive::u32`, `[u32; 2]`, `half::f16`.
fn value_type(ty: &Type) -> Option<ValueType> {
    match unwrap_type(ty) {
        Type::Path(path) if path.qself.is_none() => {
            let names: Vec<_> = path
                .path
                .segments
                .iter()
                .map(|s| s.ident.to_string())
                .collect();
            match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                [name] | ["core" | "std", "primitive", name] => ValueType::from_rust_name(name),
                [.., "half" | "spec", name] => ValueType::from_rust_name(name)
                    .filter(|ty| ty.float().is_some_and(|format| format.bits() < 32)),
                _ => None,
            }
        }
        Type::Array(array) => {
            let element = value_type(&array.elem)?.rust_name();
            let length = array.len.to_token_stream().to_string();
            ValueType::from_rust_name(&format!("[{element}; {length}]"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: `ValueType::rust_name`.
    #[test]
    fn spellings_of_types() {
        let known = |ty: Type| value_type(&ty);
        assert_eq!(known(parse_quote!(u32)), Some(ValueType::U32));
        assert_eq!(
            known(parse_quote!((::core::primitive::i32))),
            Some(ValueType::I32)
        );
        assert_eq!(known(parse_quote!([u32; 4])), Some(ValueType::Vec4U32));
        assert_eq!(known(parse_quote!([u32; 3])), None);
        assert_eq!(known(parse_quote!(Word)), None);
        assert_eq!(known(parse_quote!(::half::f16)), Some(ValueType::F16));
        assert_eq!(known(parse_quote!(half::f32)), None);
    }
}
