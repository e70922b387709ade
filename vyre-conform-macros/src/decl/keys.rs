//! The keys of the attributes, and the forms of their values.

use super::entries::{alternates, boundaries, category, classes, lower, native, rows};
use super::{Declaration, entries, laws};
use crate::errors::Errors;
use crate::messages;
use crate::text::{nearest, source};
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{LitInt, LitStr, Path, Token, parenthesized, token};

/// A key: its name and its form.
type Key = (&'static str, &'static str);

/// The keys of `#[vyre_op]`.
pub(super) const OP: &[Key] = &[
    ("laws", "laws(Commutative, Identity(0))"),
    ("boundaries", "boundaries((u32::MAX, 1), (0, 0))"),
    ("classes", "classes(carry = a.checked_add(b).is_none())"),
    ("table", "table((1, 1) => 2, \"why\")"),
    ("category", "category = A"),
    ("lower", "lower = path::to::vyre_fn"),
    ("nan", "nan = exact"),
    ("ulps", "ulps = 3"),
    ("alternates", "alternates(wgsl = \"fn ..\")"),
    (
        "native",
        "native(wgsl = \"fn native_..\", correct = path::to::vyre_fn, c = \"a + b\")",
    ),
    ("id", "id = \"u32::add\""),
    ("version", "version = 2"),
    ("crate", "crate = path::to::vyre_conform_runtime"),
];

/// The keys of `#[vyre_fn]`.
pub(super) const HELPER: &[Key] = &[("crate", "crate = path::to::vyre_conform_runtime")];

/// The keys of `#[vyre_engine]`.
pub(super) const ENGINE: &[Key] = &[
    ("invariants", "invariants(Deterministic, NoOutputLost)"),
    ("reference", "reference = path::to::function"),
    ("inputs", "inputs = path::to::function"),
    ("corpus", "corpus = path::to::SLICE"),
    ("order", "order = path::to::function"),
    ("kind", "kind = tensor"),
    ("additions", "additions = FmaChain"),
    ("sums", "sums = path::to::function"),
    ("similar_sums", "similar_sums = path::to::function"),
    ("id", "id = \"engine::scan\""),
    ("version", "version = 2"),
    ("crate", "crate = path::to::vyre_conform_runtime"),
];

/// Parses `key(..)` and `key = ..`; `value` reads the part after the name (or the `=`).
pub(super) fn parse(
    errors: &Errors,
    tokens: TokenStream,
    attribute: &str,
    keys: &[Key],
    value: &mut dyn FnMut(&str, ParseStream<'_>) -> syn::Result<()>,
) {
    let mut observed: Vec<String> = Vec::new();
    entries(errors, attribute, tokens, &mut |input| {
        if !input.peek(Ident::peek_any) {
            let token: TokenTree = input.parse()?;
            let example = keys.iter().find(|(key, _)| *key == "id").or(keys.first());
            let form = example.map_or("", |(_, form)| form);
            let args = [&*token.to_string(), form, attribute];
            errors.refuse(&token, &messages::NO_KEY, &args);
            return super::skip_entry(input);
        }
        let key = input.call(Ident::parse_any)?;
        let name = key.to_string();
        let Some((_, form)) = keys.iter().find(|(k, _)| *k == name) else {
            errors.refuse(
                &key,
                &messages::UNKNOWN_KEY,
                &[&name, attribute, &suggestion(&name, keys)],
            );
            return super::skip_entry(input);
        };
        if observed.contains(&name) {
            errors.refuse(&key, &messages::DUPLICATE_KEY, &[&name]);
            return super::skip_entry(input);
        }
        let list = form.starts_with(&format!("{name}("));
        let right = if list {
            input.peek(token::Paren)
        } else {
            input.peek(Token![=])
        };
        if !right {
            let written = rewritten(&name, form, list, input)?;
            errors.refuse(&key, &messages::KEY_FORM, &[&name, &written]);
            return Ok(());
        }
        if !list {
            input.parse::<Token![=]>()?;
        }
        observed.push(name.clone());
        if let Err(error) = value(&name, input) {
            errors.syntax(explain(error, &name));
            super::skip_entry(input)?;
        }
        Ok(())
    });
}

/// An entry in the form of its key, with the author's tokens, or the generic form if these are
/// unusable.
fn rewritten(name: &str, form: &str, list: bool, input: ParseStream<'_>) -> syn::Result<String> {
    let mut tokens: Vec<TokenTree> = vec![];
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.push(input.parse()?);
    }
    let text = |of: &[TokenTree]| source(of.iter().cloned().collect::<TokenStream>());
    Ok(match &tokens[..] {
        [TokenTree::Punct(_), value @ ..] if list && !value.is_empty() => {
            format!("{name}({})", text(value))
        }
        [TokenTree::Group(group)] if !list && !group.stream().is_empty() => {
            format!("{name} = {}", source(group.stream()))
        }
        _ => form.to_owned(),
    })
}

/// Adds the form of the key to a parser error.
pub(super) fn explain(error: syn::Error, key: &str) -> syn::Error {
    let known = OP.iter().chain(ENGINE).find(|(k, _)| *k == key);
    let form = match (known, key) {
        (Some((_, form)), _) => form,
        (None, "target") => "target(wgsl = \"fn ..\", cuda = \"..\")",
        (None, "vyre_engine") => "#[vyre_engine(invariants(..), inputs = path)]",
        (None, _) => "#[vyre_op(laws(..), table(..))]",
    };
    let text = messages::SYNTAX.render(&[&error.to_string(), key, form]);
    syn::Error::new(error.span(), text)
}

fn suggestion(name: &str, keys: &[Key]) -> String {
    let names = keys.iter().map(|(k, _)| *k);
    if let Some(key) = nearest(name, names.clone()) {
        return format!("did you mean `{key}`?");
    }
    match keys {
        [(only, form)] if OP.iter().any(|(k, _)| *k == name) => {
            format!("it is a key of #[vyre_op]; the only key here is `{only}`, written `{form}`")
        }
        [(only, form)] => format!("the only key is `{only}`, written `{form}`"),
        _ => format!("the keys are {}", names.collect::<Vec<_>>().join(", ")),
    }
}

impl Declaration {
    /// Reads the value of one key of `#[vyre_op]`.
    pub(super) fn value(
        &mut self,
        errors: &Errors,
        key: &str,
        input: ParseStream<'_>,
    ) -> syn::Result<()> {
        match key {
            "laws" => self.laws = laws::parse(errors, list(input)?),
            "boundaries" => self.boundaries = boundaries(errors, list(input)?),
            "classes" => self.classes = classes(errors, list(input)?),
            "table" => self.rows = rows(errors, list(input)?),
            "alternates" => self.alternates = alternates(errors, list(input)?),
            "native" => self.native = Some(native(list(input)?)?),
            "category" => self.category = category(errors, input)?,
            "lower" => self.lower = Some(lower(errors, input)?),
            "nan" => self.exact_nan = Some(exact_nan(input)?),
            "ulps" => self.ulps = ulps(errors, input)?,
            "id" => self.id = Some(id(errors, input)?),
            "version" => self.version = version(errors, input)?,
            _ => self.runtime = input.call(Path::parse_mod_style)?,
        }
        Ok(())
    }
}

/// An id, such as `"u32::add"`.
pub(super) fn id(errors: &Errors, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let id: LitStr = input.parse()?;
    if !is_id(&id.value()) {
        errors.refuse(&id, &messages::BAD_ID, &[&id.value()]);
    }
    Ok(id)
}

/// `exact`, the only definition of NaN results other than the canonical NaN.
fn exact_nan(input: ParseStream<'_>) -> syn::Result<Ident> {
    let word: Ident = input.parse()?;
    if word == "exact" {
        Ok(word)
    } else {
        Err(syn::Error::new(word.span(), "expected `exact`"))
    }
}

/// A tolerance in units in the last place, from 1.
fn ulps(errors: &Errors, input: ParseStream<'_>) -> syn::Result<Option<LitInt>> {
    let written: LitInt = input.parse()?;
    if written.base10_parse::<u32>().unwrap_or(0) == 0 {
        errors.refuse(&written, &messages::BAD_ULPS, &[]);
        return Ok(None);
    }
    Ok(Some(written))
}

/// A version, from 1.
pub(super) fn version(errors: &Errors, input: ParseStream<'_>) -> syn::Result<u32> {
    let written: LitInt = input.parse()?;
    let version = written.base10_parse().unwrap_or(0);
    if version == 0 {
        errors.refuse(&written, &messages::BAD_VERSION, &[]);
    }
    Ok(version)
}

/// The tokens in parentheses.
pub(super) fn list(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let content;
    parenthesized!(content in input);
    content.parse()
}

fn is_id(id: &str) -> bool {
    id.split("::").all(|part| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}
