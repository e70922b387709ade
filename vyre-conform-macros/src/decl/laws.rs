//! `laws(Commutative, Identity(0), Not(Idempotent, witness = (2, 2)), ..)`.

use super::{end_of_entry, entries};
use crate::errors::Errors;
use crate::messages;
use proc_macro2::{Ident, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Token, parenthesized, token};

/// One law as written, perhaps inside `Not(..)`.
pub(crate) struct LawDecl {
    /// The `Not` that encloses the law.
    pub(crate) negation: Option<Ident>,
    pub(crate) entry: LawEntry,
}

/// `Name(params, witness = .., at = run)`.
pub(crate) struct LawEntry {
    pub(crate) name: Ident,
    pub(crate) params: Vec<Expr>,
    pub(crate) witness: Option<Expr>,
    /// True if the law is checked at run time only.
    pub(crate) at_run: bool,
}

/// The laws in the parentheses.
pub(super) fn parse(errors: &Errors, tokens: TokenStream) -> Vec<LawDecl> {
    let mut all = Vec::new();
    entries(errors, "laws", tokens, &mut |input| {
        if let Some(law) = law(errors, input)? {
            all.push(law);
        }
        Ok(())
    });
    all
}

fn law(errors: &Errors, input: ParseStream<'_>) -> syn::Result<Option<LawDecl>> {
    let name: Ident = input.parse()?;
    if name != "Not" {
        let mut entry = LawEntry::new(name);
        if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            entry.arguments(errors, &content)?;
        }
        return Ok(Some(LawDecl {
            negation: None,
            entry,
        }));
    }
    let mut inside = TokenStream::new();
    if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        inside = content.parse()?;
    }
    let form = "Not(Commutative, witness = (0, 1))";
    let read = |content: ParseStream<'_>| {
        if content.is_empty() {
            errors.refuse(&name, &messages::NOT_WHAT, &[form]);
            return Ok(None);
        }
        let inner: Ident = content.parse()?;
        let mut entry = LawEntry::new(inner);
        if content.peek(token::Paren) {
            let params;
            parenthesized!(params in content);
            if entry.name == "Not" {
                params.parse::<TokenStream>()?;
            } else {
                entry.arguments(errors, &params)?;
            }
        }
        if entry.name == "Not" {
            errors.refuse(&entry.name, &messages::NOT_WHAT, &[form]);
            content.parse::<TokenStream>()?;
            return Ok(None);
        }
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
            let mut options = LawEntry::new(entry.name.clone());
            options.arguments(errors, content)?;
            if let Some(stray) = options.params.first() {
                return Err(syn::Error::new_spanned(stray, "expected `witness = ..`"));
            }
            entry.witness = options.witness.or(entry.witness);
            entry.at_run |= options.at_run;
        }
        Ok(Some(entry))
    };
    let entry = read.parse2(inside)?;
    Ok(entry.map(|entry| LawDecl {
        negation: Some(name),
        entry,
    }))
}

impl LawEntry {
    fn new(name: Ident) -> Self {
        Self {
            name,
            params: Vec::new(),
            witness: None,
            at_run: false,
        }
    }

    /// Parameters and options, separated by commas.
    fn arguments(&mut self, errors: &Errors, input: ParseStream<'_>) -> syn::Result<()> {
        while !input.is_empty() {
            if input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
                let option: Ident = input.parse()?;
                input.parse::<Token![=]>()?;
                let value: Expr = input.parse()?;
                match option.to_string().as_str() {
                    "witness" => self.witness = Some(value),
                    "at" => {
                        self.at_run = true;
                        if crate::text::source(&value) != "run" {
                            errors.refuse(&value, &messages::LAW_AT, &[]);
                        }
                    }
                    other => errors.refuse(&option, &messages::LAW_OPTION, &[other]),
                }
            } else {
                self.params.push(input.parse()?);
            }
            end_of_entry(input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }
}
