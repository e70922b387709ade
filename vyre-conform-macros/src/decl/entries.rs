//! Boundaries, classes, rows, category, lowering, alternates.

use super::entries;
use super::texts::{self, TARGET, TextDecl};
use crate::errors::Errors;
use crate::messages;
use crate::text::source;
use proc_macro2::{Ident, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitStr, Path, Token, braced, parenthesized, token};

mod kw {
    syn::custom_keyword!(c);
}

/// `name = predicate`.
pub(crate) struct ClassDecl {
    pub(crate) name: Ident,
    pub(crate) predicate: Expr,
}

/// `inputs => expected, "rationale" from "source"`.
pub(crate) struct RowDecl {
    pub(crate) inputs: Expr,
    pub(crate) expected: Expr,
    pub(crate) rationale: LitStr,
    pub(crate) source: Option<LitStr>,
}

/// `category = ..`.
pub(crate) enum CategoryDecl {
    A,
    /// The category was refused.
    Refused,
    C(Box<Hardware>),
}

/// The hardware feature of a category C op.
pub(crate) struct Hardware {
    pub(crate) hardware: Expr,
    pub(crate) available: Expr,
}

/// `lower = ..`.
pub(crate) enum LowerDecl {
    Function(Path),
    Texts {
        /// The word before the parenthesis, for messages.
        keyword: Ident,
        texts: Vec<TextDecl>,
    },
}

/// `name: wgsl = "text"`, `name: target(wgsl = "text", cuda = "text")`.
pub(crate) struct AlternateDecl {
    pub(crate) name: Ident,
    pub(crate) texts: Vec<TextDecl>,
}

/// `wgsl = "text", correct = path, c = "expression"`
pub(crate) struct NativeDecl {
    /// The word `wgsl`, for messages.
    pub(crate) keyword: Ident,
    pub(crate) wgsl: Expr,
    /// The expression of the C family.
    pub(crate) c: Option<LitStr>,
    pub(crate) correct: Option<Path>,
}

/// `(0, 1), (2, 3), ..`
pub(super) fn boundaries(errors: &Errors, tokens: TokenStream) -> Vec<Expr> {
    let mut all = Vec::new();
    entries(errors, "boundaries", tokens, &mut |input| {
        all.push(input.parse()?);
        Ok(())
    });
    all
}

/// `name = predicate, ..`
pub(super) fn classes(errors: &Errors, tokens: TokenStream) -> Vec<ClassDecl> {
    let mut all = Vec::new();
    entries(errors, "classes", tokens, &mut |input| {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let predicate = input.parse()?;
        all.push(ClassDecl { name, predicate });
        Ok(())
    });
    all
}

/// `inputs => expected, "rationale" from "source", ..`; the comma before the rationale separates the
/// parts of one row.
pub(super) fn rows(errors: &Errors, tokens: TokenStream) -> Vec<RowDecl> {
    let mut all = Vec::new();
    entries(errors, "table", tokens, &mut |input| {
        let row = row(errors, input);
        // The rationale of an unreadable row is not a row itself.
        if row.is_err() {
            super::skip_entry(input)?;
            if input.peek(Token![,]) && input.peek2(LitStr) {
                input.parse::<Token![,]>()?;
            }
        }
        all.extend(row?);
        Ok(())
    });
    all
}

/// One row; nothing if it was read and refused.
fn row(errors: &Errors, input: ParseStream<'_>) -> syn::Result<Option<RowDecl>> {
    let inputs: Expr = input.parse()?;
    if let Expr::Assign(assignment) = &inputs {
        return Err(syn::Error::new_spanned(
            assignment.eq_token,
            "expected `=>`",
        ));
    }
    input.parse::<Token![=>]>()?;
    let expected: Expr = input.parse()?;
    if !(input.peek(Token![,]) && input.peek2(LitStr)) {
        refuse_rationale(errors, &inputs, &expected);
        return Ok(None);
    }
    input.parse::<Token![,]>()?;
    let rationale: LitStr = input.parse()?;
    if rationale.value().trim().is_empty() {
        refuse_rationale(errors, &inputs, &expected);
    }
    let mut from = None;
    if input.peek(syn::Ident) {
        let keyword: Ident = input.parse()?;
        if keyword != "from" {
            return Err(syn::Error::new(keyword.span(), "expected `from` or `,`"));
        }
        from = Some(input.parse()?);
    }
    Ok(Some(RowDecl {
        inputs,
        expected,
        rationale,
        source: from,
    }))
}

fn refuse_rationale(errors: &Errors, inputs: &Expr, expected: &Expr) {
    let at = quote::quote!(#inputs => #expected);
    errors.refuse(
        at,
        &messages::ROW_WITHOUT_RATIONALE,
        &[&source(inputs), &source(expected)],
    );
}

/// `A`, `C { hardware = "..", available = .. }`.
pub(super) fn category(errors: &Errors, input: ParseStream<'_>) -> syn::Result<CategoryDecl> {
    let letter: Ident = input.parse()?;
    if letter == "A" {
        return Ok(CategoryDecl::A);
    }
    if letter != "C" {
        let (message, args) = match letter.to_string().as_str() {
            "B" => (&messages::CATEGORY_B, String::new()),
            other => (&messages::UNKNOWN_CATEGORY, other.to_owned()),
        };
        errors.refuse(&letter, message, &[&args]);
        super::skip_entry(input)?;
        return Ok(CategoryDecl::Refused);
    }
    let (mut hardware, mut available) = (None, None);
    if input.peek(token::Brace) {
        let content;
        braced!(content in input);
        while !content.is_empty() {
            let key: Ident = content.parse()?;
            content.parse::<Token![=]>()?;
            let value: Expr = content.parse()?;
            match key.to_string().as_str() {
                "hardware" => hardware = Some(value),
                "available" => available = Some(value),
                _ => {
                    let text = "expected `hardware` or `available`";
                    return Err(syn::Error::new(key.span(), text));
                }
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
    }
    match (hardware, available) {
        (Some(hardware), Some(available)) => Ok(CategoryDecl::C(Box::new(Hardware {
            hardware,
            available,
        }))),
        (None, _) => {
            errors.refuse(&letter, &messages::CATEGORY_C_INCOMPLETE, &["hardware"]);
            Ok(CategoryDecl::Refused)
        }
        (_, None) => {
            errors.refuse(&letter, &messages::CATEGORY_C_INCOMPLETE, &["available"]);
            Ok(CategoryDecl::Refused)
        }
    }
}

/// `path`, `wgsl("..")` or `target(wgsl = "..", cuda = "..")`.
pub(super) fn lower(errors: &Errors, input: ParseStream<'_>) -> syn::Result<LowerDecl> {
    let path = input.call(Path::parse_mod_style)?;
    let Some(keyword) = path.get_ident().filter(|_| input.peek(token::Paren)) else {
        return Ok(LowerDecl::Function(path));
    };
    let keyword = keyword.clone();
    let texts = if keyword == TARGET {
        texts::parse_texts(errors, input)?
    } else {
        let content;
        parenthesized!(content in input);
        let text = content.parse()?;
        texts::one(errors, keyword.clone(), text)
            .into_iter()
            .collect()
    };
    Ok(LowerDecl::Texts { keyword, texts })
}

/// `wgsl = "..", name: wgsl = "..", name: target(wgsl = "..", cuda = ".."), ..`
pub(super) fn alternates(errors: &Errors, tokens: TokenStream) -> Vec<AlternateDecl> {
    let mut all = Vec::new();
    entries(errors, "alternates", tokens, &mut |input| {
        let name: Ident = input.parse()?;
        let mut language = name.clone();
        if input.peek(Token![:]) {
            input.parse::<Token![:]>()?;
            language = input.parse()?;
        }
        let texts = if language == TARGET && input.peek(token::Paren) {
            texts::parse_texts(errors, input)?
        } else {
            input.parse::<Token![=]>()?;
            let text = input.parse()?;
            texts::one(errors, language, text).into_iter().collect()
        };
        all.push(AlternateDecl { name, texts });
        Ok(())
    });
    all
}

/// `wgsl = ".."`, optionally followed by `correct = path` and `c = ".."`.
pub(super) fn native(tokens: TokenStream) -> syn::Result<NativeDecl> {
    let parser = |content: ParseStream<'_>| {
        let mut declared = NativeDecl {
            keyword: word(content, "wgsl")?,
            wgsl: content.parse()?,
            c: None,
            correct: None,
        };
        while content.parse::<Option<Token![,]>>()?.is_some() && !content.is_empty() {
            if declared.c.is_none() && content.peek(kw::c) {
                word(content, "c")?;
                declared.c = Some(content.parse()?);
            } else if declared.correct.is_none() {
                word(content, "correct")?;
                declared.correct = Some(content.call(Path::parse_mod_style)?);
            } else {
                return Err(content.error("expected `c = \"..\"` or the end, each once"));
            }
        }
        Ok(declared)
    };
    parser.parse2(tokens)
}

/// `name =`
fn word(input: ParseStream<'_>, name: &str) -> syn::Result<Ident> {
    let ident: Ident = input.parse()?;
    if ident != name {
        let text = format!("expected `{name}`");
        return Err(syn::Error::new(ident.span(), text));
    }
    input.parse::<Token![=]>()?;
    Ok(ident)
}
