//! Stage 1: the tokens in the attribute's parentheses become a [`Declaration`].
//!
//! This stage checks only the form. A key that cannot be read is refused and skipped, so that mistakes
//! in other keys are reported as well.

mod engine;
mod entries;
mod keys;
mod laws;
mod texts;

pub(crate) use engine::{EngineDeclaration, InvariantEntry};
pub(crate) use entries::{
    AlternateDecl, CategoryDecl, ClassDecl, Hardware, LowerDecl, NativeDecl, RowDecl,
};
pub(crate) use laws::{LawDecl, LawEntry};
pub(crate) use texts::TextDecl;

use crate::errors::Errors;
use proc_macro2::{Ident, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitInt, LitStr, Path, Token, parse_quote};

/// The declaration of an op, as written.
pub(crate) struct Declaration {
    pub(crate) laws: Vec<LawDecl>,
    pub(crate) boundaries: Vec<Expr>,
    pub(crate) classes: Vec<ClassDecl>,
    pub(crate) rows: Vec<RowDecl>,
    pub(crate) category: CategoryDecl,
    pub(crate) lower: Option<LowerDecl>,
    /// `nan = exact`, by its place.
    pub(crate) exact_nan: Option<Ident>,
    /// `ulps = 3`: the permitted deviation of a backend.
    pub(crate) ulps: Option<LitInt>,
    pub(crate) alternates: Vec<AlternateDecl>,
    pub(crate) native: Option<NativeDecl>,
    pub(crate) id: Option<LitStr>,
    pub(crate) version: u32,
    /// Path of the runtime crate.
    pub(crate) runtime: Path,
}

impl Declaration {
    /// Parses the declaration in the attribute's parentheses.
    pub(crate) fn parse(errors: &Errors, tokens: TokenStream) -> Self {
        let mut declaration = Self {
            laws: Vec::new(),
            boundaries: Vec::new(),
            classes: Vec::new(),
            rows: Vec::new(),
            category: CategoryDecl::A,
            lower: None,
            exact_nan: None,
            ulps: None,
            alternates: Vec::new(),
            native: None,
            id: None,
            version: 1,
            runtime: default_runtime(),
        };
        keys::parse(errors, tokens, "vyre_op", keys::OP, &mut |key, input| {
            declaration.value(errors, key, input)
        });
        declaration
    }
}

/// The runtime crate that a `#[vyre_fn]` names.
pub(crate) fn helper(errors: &Errors, tokens: TokenStream) -> Path {
    let mut runtime = default_runtime();
    keys::parse(errors, tokens, "vyre_fn", keys::HELPER, &mut |_, input| {
        runtime = input.call(Path::parse_mod_style)?;
        Ok(())
    });
    runtime
}

fn default_runtime() -> Path {
    parse_quote!(::vyre_conform_runtime)
}

/// Parses the entries of a key, separated by commas; an entry that cannot be read is refused and
/// skipped.
fn entries(
    errors: &Errors,
    key: &str,
    tokens: TokenStream,
    one: &mut dyn FnMut(ParseStream<'_>) -> syn::Result<()>,
) {
    let list = |input: ParseStream<'_>| {
        while !input.is_empty() {
            if let Err(error) = one(input).and_then(|()| end_of_entry(input)) {
                errors.syntax(keys::explain(error, key));
                skip_entry(input)?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = list.parse2(tokens) {
        errors.syntax(error);
    }
}

fn end_of_entry(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        Ok(())
    } else {
        Err(input.error("expected `,`"))
    }
}

fn skip_entry(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}
