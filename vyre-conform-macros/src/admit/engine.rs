//! The admission of an engine: its signature, and that the suite can detect violations of every
//! invariant.

use crate::errors::Errors;
use crate::messages;
use crate::model::EngineModel;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{FnArg, ReturnType, Safety, Signature};
use vyre_conform_spec::{EngineKind, Invariant};

/// Refuses functions that are not engines, and invariants that nothing could violate.
pub(crate) fn engine(errors: &Errors, model: &EngineModel) {
    if let Some((at, reason)) = misfit(&model.function.item.sig) {
        let args = [&*model.function.name(), reason];
        errors.refuse(at, &messages::ENGINE_SIGNATURE, &args);
    }
    let (name, declared) = (&model.function.item.sig.ident, &model.declaration);
    if !model.function.is_documented() {
        let args = [&*model.function.name()];
        errors.refuse(name, &messages::ENGINE_WITHOUT_DESCRIPTION, &args);
    }
    let listed = declared.invariants.as_deref();
    // A misspelled key has been refused already, and may be the one that seems to be missing.
    let misspelled = declared.misspelled;
    if listed.is_some_and(<[_]>::is_empty) && errors.is_empty() && !misspelled {
        errors.refuse(name, &messages::NO_INVARIANTS, &[&model.function.name()]);
    }
    if !declared.tries("inputs") && !misspelled {
        errors.refuse(name, &messages::NO_INPUTS, &[&model.function.name()]);
    }
    let known = misspelled || declared.tries("reference") || declared.tries("corpus");
    for (invariant, at) in &model.invariants {
        match invariant {
            Invariant::NoOutputLost | Invariant::NoDuplicateOutput if !known => {
                errors.refuse(at, &messages::NOTHING_EXPECTED, &[invariant.name()]);
            }
            Invariant::OutputOrdered if !known && !declared.tries("order") => {
                errors.refuse(at, &messages::NO_ORDER, &[]);
            }
            _ => {}
        }
    }
    if let Some(order) = &declared.order
        && !orders(model)
    {
        errors.refuse(order, &messages::ORDER_OF_NOTHING, &[]);
    }
    if !misspelled {
        sums(errors, model);
    }
}

/// Refuses float sums without an order that can be probed, and orders without sums.
fn sums(errors: &Errors, model: &EngineModel) {
    let declared = &model.declaration;
    let name = &model.function.item.sig.ident;
    let is_tensor = declared.kind == EngineKind::Tensor;
    let is_integer = declared.kind == EngineKind::Integer && !declared.tries("kind");
    let keys = ["sums", "similar_sums"];
    let tries_sums = keys.iter().any(|key| declared.tries(key));
    if let Some(sums) = &declared.sums
        && keys.iter().all(|key| declared.tries(key))
    {
        errors.refuse(sums, &messages::TWO_SUMS, &[]);
    }
    match (&declared.additions, &declared.sums) {
        (Some(additions), _) if is_integer => {
            errors.refuse(&additions.at, &messages::ADDITIONS_OF_INTEGERS, &[]);
        }
        (Some(additions), None) if additions.order.is_some() && !tries_sums => {
            let order = additions.at.to_string().replace(' ', "");
            errors.refuse(&additions.at, &messages::NO_SUMS, &[&order]);
        }
        (Some(additions), Some(sums)) if additions.order.is_none() => {
            errors.refuse(sums, &messages::SUMS_OF_NOTHING, &[]);
        }
        (None, Some(sums)) if !declared.tries("additions") => {
            errors.refuse(sums, &messages::SUMS_OF_NOTHING, &[]);
        }
        (None, _) if is_tensor && !declared.tries("additions") => {
            errors.refuse(name, &messages::NO_ADDITIONS, &[&model.function.name()]);
        }
        _ => {}
    }
}

/// True if `OutputOrdered` is declared, or was meant to be.
fn orders(model: &EngineModel) -> bool {
    let ordered = Invariant::OutputOrdered;
    model.has_refused || model.invariants.iter().any(|(i, _)| *i == ordered)
}

/// The part of a signature that differs from that of an engine, as far as the tokens show; types are
/// left to the compiler, because they may have aliases.
fn misfit(sig: &Signature) -> Option<(TokenStream, &'static str)> {
    if let Some(parameter) = sig.generics.type_params().next() {
        return Some((parameter.to_token_stream(), "it is generic"));
    }
    if let Some(parameter) = sig.generics.const_params().next() {
        return Some((parameter.to_token_stream(), "it is generic"));
    }
    if let Some(keyword) = &sig.asyncness {
        return Some((keyword.to_token_stream(), "it is `async`"));
    }
    if let Safety::Unsafe(keyword) = &sig.safety {
        return Some((keyword.to_token_stream(), "it is `unsafe`"));
    }
    if let Some(abi) = &sig.abi {
        return Some((abi.to_token_stream(), "it is `extern`"));
    }
    if let Some(dots) = &sig.variadic {
        return Some((dots.to_token_stream(), "it is variadic"));
    }
    if let Some(FnArg::Receiver(receiver)) = sig.inputs.first() {
        return Some((receiver.to_token_stream(), "it takes `self`"));
    }
    if sig.inputs.len() != 2 {
        let at = if sig.inputs.is_empty() {
            sig.ident.to_token_stream()
        } else {
            sig.inputs.to_token_stream()
        };
        return Some((at, "it does not take two parameters"));
    }
    match &sig.output {
        ReturnType::Default => Some((sig.ident.to_token_stream(), "it returns nothing")),
        ReturnType::Type(..) => None,
    }
}
