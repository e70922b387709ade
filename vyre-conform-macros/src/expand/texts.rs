//! The checks of the texts of WGSL in a declaration: what each must declare, found by the compiler, because a text
//! may be put together by macros.

use super::claim::refuse_if;
use crate::decl::LowerDecl;
use crate::model::Model;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Expr, Ident};

/// The check that a native text declares its function, and no name that the shader around it may have.
pub(super) fn own_names(p: &TokenStream, op: &str, keyword: &Ident, wgsl: &Expr) -> TokenStream {
    let span = keyword.span();
    let foreign = format!(
        "` in the native text of `{op}`: every name of module scope there begins with `native_`, and not with \
         `native_corrected_` or `native_strict_`: the shader around it has the others. Write `native_"
    );
    let foreign = quote!(.str("`").str(name).str(#foreign).str(name).str("`"));
    let foreign = refuse_if(p, &quote!(!name.is_empty()), span, &foreign);
    let lacking = format!("the native text of `{op}` declares no function `native_{op}`");
    let lacking = quote!(.str(#lacking));
    let defined = quote!(!#p::const_check::defines_native(TEXT, #op));
    let lacking = refuse_if(p, &defined, span, &lacking);
    quote! {
        const _: () = {
            const TEXT: &::core::primitive::str = #wgsl;
            let name = #p::const_check::foreign_name(TEXT);
            #foreign
            #lacking
        };
    }
}

/// The checks that each text of WGSL that stands for the op declares the function that is called. What a device
/// says of a text without it is about generated text, and names neither the op nor the place.
pub(super) fn named(p: &TokenStream, model: &Model) -> TokenStream {
    let op = model.function.name();
    let check = |what: String, span: Span, wgsl: &dyn ToTokens| {
        let lacking = format!(
            "{what} of `{op}` declares no function `{op}`, which is the one that is called: \
             write `fn {op}(..) -> .. {{ .. }}`"
        );
        let defined = quote!(!#p::const_check::defines_function(TEXT, #op));
        let lacking = refuse_if(p, &defined, span, &quote!(.str(#lacking)));
        quote! {
            const _: () = {
                const TEXT: &::core::primitive::str = #wgsl;
                #lacking
            };
        }
    };
    let alternates = model.alternates.iter().map(|alternate| {
        let what = format!("the alternate `{}`", alternate.name.unraw());
        check(what, alternate.name.span(), &alternate.wgsl)
    });
    let lowering = match &model.lower {
        Some(LowerDecl::Wgsl { keyword, text }) => {
            let what = "the shader `lower`".to_owned();
            Some(check(what, keyword.span(), text))
        }
        _ => None,
    };
    alternates.chain(lowering).collect()
}
