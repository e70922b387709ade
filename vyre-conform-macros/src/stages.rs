//! The pipeline of an annotation through the stages.

use crate::decl::{self, Declaration, EngineDeclaration};
use crate::errors::Errors;
use crate::model::{EngineModel, Function, Model};
use crate::{admit, expand, messages, surroundings, translate};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, ItemFn};

/// `#[vyre_op(attr)] item`, inlined unless its author decided otherwise.
pub(crate) fn op(attr: TokenStream, item: TokenStream) -> TokenStream {
    let (inlined, used) = (inlined(&item), expand::must_use(&item));
    let op = run(item, |errors, item| {
        let declaration = Declaration::parse(errors, attr);
        let function = Function::parse(errors, item, "vyre_op")?;
        if is_inside(errors, &function, "vyre_op") {
            return None;
        }
        let model = Model::new(errors, declaration, function);
        if !admit::admit(errors, &model) {
            return None;
        }
        let body = translate::op(errors, &model);
        errors.is_empty().then(|| expand::op(&model, &body))
    });
    quote!(#inlined #used #op)
}

/// The attribute that lets the compiler inline an op into the loops over columns, which are in other
/// codegen units: one call per case is several times slower than the vector unit. An author's own
/// `#[inline(..)]` is kept.
fn inlined(item: &TokenStream) -> Option<TokenStream> {
    let function = syn::parse2::<ItemFn>(item.clone()).ok()?;
    let message = |a: &Attribute| {
        let conditional = || a.path().is_ident("cfg_attr") && text_of(a).contains("inline");
        a.path().is_ident("inline") || conditional()
    };
    (!function.attrs.iter().any(message)).then(|| quote!(#[inline]))
}

/// Refuses a function in an `impl`, where nothing can be registered.
fn is_inside(errors: &Errors, function: &Function, attribute: &str) -> bool {
    let signature = &function.item.sig;
    let is_inside = surroundings::is_inside(signature);
    if is_inside {
        let args = [attribute, &*function.name()];
        errors.refuse(&signature.ident, &messages::IN_IMPL, &args);
    }
    is_inside
}

fn text_of(attribute: &Attribute) -> String {
    attribute.to_token_stream().to_string()
}

/// `#[vyre_fn(attr)] item`.
pub(crate) fn helper(attr: TokenStream, item: TokenStream) -> TokenStream {
    let used = expand::must_use(&item);
    let function = run(item, |errors, item| {
        let runtime = decl::helper(errors, attr);
        let function = Function::parse(errors, item, "vyre_fn")?;
        if is_inside(errors, &function, "vyre_fn") {
            return None;
        }
        if !admit::helper(errors, &function) {
            return None;
        }
        let body = translate::function(errors, &function, &runtime);
        errors
            .is_empty()
            .then(|| expand::helper(&function, &runtime, &body))
    });
    quote!(#used #function)
}

/// `#[vyre_engine(attr)] item`.
pub(crate) fn engine(attr: TokenStream, item: TokenStream) -> TokenStream {
    run(item, |errors, item| {
        let declaration = EngineDeclaration::parse(errors, attr);
        let function = Function::parse_engine(errors, item)?;
        let model = EngineModel::new(errors, declaration, function);
        admit::engine(errors, &model);
        errors.is_empty().then(|| expand::engine(&model))
    })
}

/// The unchanged item, with the output of `stages` or with the refusals.
fn run(
    item: TokenStream,
    stages: impl FnOnce(&Errors, TokenStream) -> Option<TokenStream>,
) -> TokenStream {
    let errors = Errors::new();
    let added = stages(&errors, item.clone());
    let refused = errors.finish();
    let added = if refused.is_some() { refused } else { added };
    quote!(#item #added)
}
