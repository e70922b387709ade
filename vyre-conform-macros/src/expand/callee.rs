//! Checks that every function called on a device has an attribute itself.
//!
//! A macro sees only its own item, and a trait cannot distinguish functions with one signature. But the
//! compiler knows if a function is `#[must_use]`, and all ops and helpers are: the expansion expects
//! the lint for an unused result of each call, and if the lint does not fire, the compiler reports that
//! at the name of the function.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, ItemFn, Path};

/// A called function, with its number of arguments.
pub(crate) struct Callee {
    pub(crate) path: Path,
    pub(crate) arguments: usize,
}

/// The lint expectations of some calls, one per function.
pub(super) fn expectations<'c>(
    p: &TokenStream,
    called: impl IntoIterator<Item = &'c Callee>,
) -> Option<TokenStream> {
    let mut observed: Vec<String> = Vec::new();
    let mut each = Vec::new();
    for Callee { path, arguments } in called {
        let text = crate::text::source(path);
        if observed.contains(&text) {
            continue;
        }
        let last = path
            .segments
            .last()
            .map_or(path.span(), |last| last.ident.span());
        let lint = quote_spanned!(last=> unused_must_use);
        let unfulfilled = quote_spanned!(last=> unfulfilled_lint_expectations);
        let reason = format!(
            "a device cannot run `{text}`: put #[vyre_fn] on it, or call an op in its place"
        );
        let operands = (0..*arguments).map(|_| quote!(#p::operand()));
        each.push(quote! {
            #[deny(#unfulfilled)]
            #[expect(#lint, reason = #reason)]
            #path(#(#operands),*);
        });
        observed.push(text);
    }
    let is_used = !each.is_empty();
    is_used.then(|| {
        quote! {
            #[allow(dead_code, deprecated)]
            fn __vyre_called() { #(#each)* }
        }
    })
}

/// `#[must_use]`, unless the author wrote it.
pub(crate) fn must_use(item: &TokenStream) -> Option<TokenStream> {
    let function = syn::parse2::<ItemFn>(item.clone()).ok()?;
    let is_must_use = |a: &Attribute| a.meta.to_token_stream().to_string().contains("must_use");
    (!function.attrs.iter().any(is_must_use)).then(|| quote!(#[must_use]))
}
