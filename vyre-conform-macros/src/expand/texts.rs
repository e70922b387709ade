//! Checks of the declarations inside hand-written texts. The compiler evaluates them, because macros
//! may construct a text.

use super::claim::refuse_if;
use crate::decl::{LowerDecl, TextDecl};
use crate::model::Model;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Expr, Ident};
use vyre_conform_spec::TextTarget;

/// The check that a native text declares its function, and no name that may collide with the enclosing
/// shader.
pub(super) fn own_names(p: &TokenStream, op: &str, keyword: &Ident, wgsl: &Expr) -> TokenStream {
    let span = keyword.span();
    let foreign = format!(
        "` in the native text of `{op}`: every name of module scope there begins with `native_`, and not with \
         `native_corrected_` or `native_strict_`: the shader around it has the others. Write `native_"
    );
    let foreign = quote!(.str("`").str(name).str(#foreign).str(name).str("`"));
    let foreign = refuse_if(p, &quote!(!name.is_empty()), span, &foreign);
    let missing = format!("the native text of `{op}` declares no function `native_{op}`");
    let missing = quote!(.str(#missing));
    let defined = quote!(!#p::const_check::defines_native(TEXT, #op));
    let missing = refuse_if(p, &defined, span, &missing);
    quote! {
        const _: () = {
            const TEXT: &::core::primitive::str = #wgsl;
            let name = #p::const_check::foreign_name(TEXT);
            #foreign
            #missing
        };
    }
}

/// The checks that each text of the op declares the function that is called. Without them, the shader
/// compiler would complain about generated text, naming neither the op nor the place.
pub(super) fn name_checks(p: &TokenStream, model: &Model) -> TokenStream {
    let op = model.function.name();
    let check = |description: &str, span: Span, declared: &TextDecl| {
        let (target, text) = (declared.target, &declared.text);
        let name = format!("{}{op}", target.prefix());
        let (missing, defined) = match target {
            TextTarget::Wgsl => (
                format!(
                    "{description} of `{op}` declares no function `{op}`, which is the one that is called: \
                     write `fn {op}(..) -> .. {{ .. }}`"
                ),
                quote!(!#p::const_check::defines_function(TEXT, #name)),
            ),
            _ => (
                format!(
                    "{description} of `{op}` declares no function `{name}` in its text in {}, which is the one that is \
                     called there: write `{}.. {name}(..) {{ .. }}`",
                    target.name(),
                    match target {
                        TextTarget::Cuda => "__device__ ",
                        _ => "static ",
                    }
                ),
                quote!(!#p::const_check::defines_c_function(TEXT, #name)),
            ),
        };
        let missing = refuse_if(p, &defined, span, &quote!(.str(#missing)));
        quote! {
            const _: () = {
                const TEXT: &::core::primitive::str = #text;
                #missing
            };
        }
    };
    // A single text is reported at the keyword of its declaration.
    let at = |one: Span, all: &[TextDecl], declared: &TextDecl| match all.len() {
        1 => one,
        _ => declared.keyword.span(),
    };
    let mut checks = TokenStream::new();
    for alternate in &model.alternates {
        let description = format!("the alternate `{}`", alternate.name.unraw());
        for text in &alternate.texts {
            let span = at(alternate.name.span(), &alternate.texts, text);
            checks.extend(check(&description, span, text));
        }
    }
    if let Some(LowerDecl::Texts { keyword, texts }) = &model.lower {
        for text in texts {
            checks.extend(check(
                "the shader `lower`",
                at(keyword.span(), texts, text),
                text,
            ));
        }
    }
    checks
}
