//! Stage 5: the registration, and the compile-time checks of a `const fn`.
//!
//! Everything is inside `const _: () = { .. };` and uses only absolute paths, so it compiles in any
//! module of any edition and its names cannot collide with the author's.

mod callee;
mod checks;
mod claim;
mod counted;
mod custom;
mod engine;
mod op;
mod pools;
mod texts;

pub(crate) use callee::{Callee, must_use};
pub(crate) use engine::engine;
pub(crate) use op::op;

use crate::model::{Function, private};
use crate::translate::Translation;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;

/// The registration of a `#[vyre_fn]`.
pub(crate) fn helper(function: &Function, runtime: &Path, body: &Translation) -> TokenStream {
    let p = private(runtime);
    let conditions = function.conditions();
    let ident = &function.item.sig.ident;
    let name = function.name();
    let place = place(&p, ident.span());
    let light = checks::light(&p, function, Some(body));
    let called = callee::expectations(&p, &body.called);
    let body = &body.body;
    quote! {
        #(#conditions)*
        // Clippy takes `line!()` at a token `0` for a literal such as `012`.
        #[allow(clippy::zero_prefixed_literal)]
        const _: () = {
            static __VYRE_BODY: #p::Body = #body;
            #p::inventory::submit! {
                #p::FnDef::new(#p::FnKey::of(#ident), #name, &__VYRE_BODY, #place)
            }
            #light
            #called
        };
    }
}

/// The deprecation note of a function, and the attribute that allows its registration to use it.
fn deprecated(function: &Function) -> (TokenStream, Option<TokenStream>) {
    match function.deprecated() {
        Some(note) => (
            quote!(::core::option::Option::Some(#note)),
            Some(quote!(#[allow(deprecated)])),
        ),
        None => (quote!(::core::option::Option::None), None),
    }
}

/// The place of a span, as an expression of type `Place`.
fn place(p: &TokenStream, span: proc_macro2::Span) -> TokenStream {
    let line = line(span);
    quote! {
        #p::Place::new(::core::module_path!(), ::core::file!(), #line)
    }
}

/// The place of a text's expression, as an expression of type `TextPlace`.
fn text_place(p: &TokenStream, text: &syn::Expr) -> TokenStream {
    let written = match text {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => text.token().to_string(),
        _ => String::new(),
    };
    let span = syn::spanned::Spanned::span(text);
    let line = line(span);
    let column = quote_spanned!(span=> ::core::column!());
    quote!(#p::TextPlace::new(#line, #column, #written))
}

/// The line of a span, as an expression.
fn line(span: proc_macro2::Span) -> TokenStream {
    quote_spanned!(span=> ::core::line!())
}

/// An expression in a typed constant: its referents are `'static`, unlike those of a call's argument,
/// and the compiler reports a wrong type at the expression.
fn constant(ty: &TokenStream, value: &TokenStream) -> TokenStream {
    quote!({
        const __VYRE_CONSTANT: #ty = #value;
        __VYRE_CONSTANT
    })
}

/// A list of constants of one type.
fn list(of: &TokenStream, items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let items = items.into_iter();
    constant(&quote!(&[#of]), &quote!(&[#(#items),*]))
}
