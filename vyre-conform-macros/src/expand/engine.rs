//! The registration of an engine.

use super::{constant, deprecated, place};
use crate::model::EngineModel;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Path;
use vyre_conform_spec::{AdditionOrder, EngineKind};

/// The registration of an engine. Each path is assigned to a typed constant, so that the compiler
/// reports a wrong type at the path.
pub(crate) fn engine(model: &EngineModel) -> TokenStream {
    let p = &model.private();
    let (function, declared) = (&model.function, &model.declaration);
    let conditions = function.conditions();
    let ident = &function.item.sig.ident;
    let (id, name, docs) = (&model.id, function.name(), function.docs());
    let version = declared.version;
    let (deprecated, allowed) = deprecated(function);
    let place = place(p, ident.span());
    let invariants = model
        .invariants
        .iter()
        .map(|(_, name)| quote!(#p::Invariant::#name));
    let inputs = &declared.inputs;
    let reference = optional(&declared.reference, &quote!(fn(&#p::Input) -> #p::Output));
    let order = optional(
        &declared.order,
        &quote!(fn(&#p::Record, &#p::Record) -> ::core::cmp::Ordering),
    );
    let kind = match declared.kind {
        EngineKind::Tensor => quote!(Tensor),
        EngineKind::Composed => quote!(Composed),
        _ => quote!(Integer),
    };
    let accumulation = accumulation(model);
    let corpus = match &declared.corpus {
        Some(path) => constant(&quote!(&[#p::CorpusCase]), &quote!(#path)),
        None => quote!(&[]),
    };
    quote! {
        #(#conditions)*
        #allowed
        // Clippy takes `line!()` at a token `0` for a literal such as `012`.
        #[allow(clippy::zero_prefixed_literal)]
        const _: () = {
            const __VYRE_PLAN: fn(&#p::Input, ::core::primitive::u32) -> #p::Plan = #ident;
            const __VYRE_INPUTS: fn(::core::primitive::u64) -> #p::Input = #inputs;
            #p::inventory::submit! {
                #p::EngineDef::new(#id, #name, #place, __VYRE_PLAN, __VYRE_INPUTS)
                    .version(#version)
                    .deprecated(#deprecated)
                    .docs(#docs)
                    .kind(#p::EngineKind::#kind)
                    .accumulation(#accumulation)
                    .invariants(&[#(#invariants),*])
                    .reference(#reference)
                    .corpus(#corpus)
                    .order(#order)
            }
        };
    }
}

/// The order of additions, with the function that builds probing inputs.
fn accumulation(model: &EngineModel) -> TokenStream {
    let p = &model.private();
    let declared = &model.declaration;
    let order = declared.additions.as_ref().and_then(|of| of.order);
    let (Some(order), Some(_)) = (order, &declared.sums) else {
        return quote!(::core::option::Option::None);
    };
    let name = format_ident!("{}", order.name());
    let order = match order {
        AdditionOrder::SplitK(parts) => quote!(#name(#parts)),
        _ => quote!(#name),
    };
    let new = format_ident!("{}", if declared.similar { "similar" } else { "new" });
    let inputs = optional(&declared.sums, &quote!(fn(&#p::Sums) -> #p::Inputs));
    quote! {
        match #inputs {
            ::core::option::Option::Some(inputs) => ::core::option::Option::Some(
                #p::Accumulation::#new(#p::AdditionOrder::#order, inputs)
            ),
            ::core::option::Option::None => ::core::option::Option::None,
        }
    }
}

/// An optional function of this type.
fn optional(path: &Option<Path>, ty: &TokenStream) -> TokenStream {
    match path {
        None => quote!(::core::option::Option::None),
        Some(path) => quote! {
            ::core::option::Option::Some({
                const __VYRE_FUNCTION: #ty = #path;
                __VYRE_FUNCTION
            })
        },
    }
}
