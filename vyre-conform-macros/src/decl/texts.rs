//! Texts of an implementation, each in one language.

use super::entries;
use crate::errors::Errors;
use crate::messages;
use crate::text::{nearest, source};
use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Lit, Token, parenthesized};
use vyre_conform_spec::TextTarget;

/// The keyword for several texts.
pub(super) const TARGET: &str = "target";

/// `wgsl = "text"`.
pub(crate) struct TextDecl {
    /// The name of the language, for messages.
    pub(crate) keyword: Ident,
    pub(crate) target: TextTarget,
    pub(crate) text: Expr,
}

/// `(wgsl = "..", cuda = "..")`, each language at most once; refused texts are left out.
pub(super) fn parse_texts(errors: &Errors, input: ParseStream<'_>) -> syn::Result<Vec<TextDecl>> {
    let content;
    let at = parenthesized!(content in input);
    if content.is_empty() {
        let span = at.span.join();
        errors.syntax(syn::Error::new(span, messages::NO_TARGET.render(&[])));
    }
    let mut all: Vec<TextDecl> = Vec::new();
    entries(errors, TARGET, content.parse()?, &mut |input| {
        let keyword: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let text = input.parse()?;
        let Some(read) = one(errors, keyword, text) else {
            return Ok(());
        };
        if all.iter().any(|other| other.target == read.target) {
            let name = read.target.name();
            errors.refuse(&read.keyword, &messages::DUPLICATE_TARGET, &[name]);
            return Ok(());
        }
        all.push(read);
        Ok(())
    });
    Ok(all)
}

/// A text in the language with this name; nothing if it was refused.
pub(super) fn one(errors: &Errors, keyword: Ident, text: Expr) -> Option<TextDecl> {
    let name = keyword.to_string();
    let Some(target) = TextTarget::of_key(&name) else {
        let keys = TextTarget::ALL.map(TextTarget::key);
        let hint = match nearest(&name, keys) {
            Some(key) => format!("did you mean `{key}`?"),
            None => format!("the languages are `{}`", keys.join("`, `")),
        };
        errors.refuse(&keyword, &messages::UNKNOWN_TARGET, &[&name, &hint]);
        return None;
    };
    if let Expr::Lit(ExprLit {
        lit: Lit::Str(literal),
        ..
    }) = &text
        && literal.value().trim().is_empty()
    {
        let args = [target.name(), target.key(), &source(&text)];
        errors.refuse(literal, &messages::EMPTY_TEXT, &args);
        return None;
    }
    Some(TextDecl {
        keyword,
        target,
        text,
    })
}
