//! The registration of an op.

use super::callee::{self, Callee};
use super::texts::{name_checks, own_names};
use super::{checks, constant, custom, deprecated, line, list, place, text_place};
use crate::decl::{CategoryDecl, Hardware, LowerDecl, NativeDecl, TextDecl};
use crate::model::{LawModel, Model, ParamModel};
use crate::text::{numbered, source};
use crate::translate::Translation;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Type};
use vyre_conform_spec::TextTarget;

/// The registration of an op and the checks of its declaration.
pub(crate) fn op(model: &Model, translation: &Option<Translation>) -> TokenStream {
    let p = &model.private();
    let function = &model.function;
    let conditions = function.conditions();
    let ident = &function.item.sig.ident;
    let (id, name) = (&model.id, function.name());
    let (deprecated, allowed) = deprecated(function);
    let place = place(p, ident.span());
    let description = description(p, model, &deprecated);
    let claims = claims(p, model);
    let named = name_checks(p, model);
    let (native, same_correction) = native(p, model);
    let body = translation.as_ref().map(|translation| {
        let body = &translation.body;
        quote!(static __VYRE_BODY: #p::Body = #body;)
    });
    let (lowering, same_signature) = lowering(p, model);
    let reference = reference(p, model);
    let light = checks::light(p, function, translation.as_ref());
    let checks = checks::expand(model, translation);
    let called = callee::expectations(p, &called_by(model, translation));
    quote! {
        #(#conditions)*
        #allowed
        // Clippy takes `line!()` at a token `0` for a literal such as `012`, and at a longer token for
        // one with wrongly grouped digits.
        #[allow(
            clippy::zero_prefixed_literal,
            clippy::inconsistent_digit_grouping,
            clippy::unusual_byte_groupings
        )]
        const _: () = {
            #body
            #same_signature
            #same_correction
            #named
            #p::inventory::submit! {
                #p::OpDef::new(
                    #id,
                    #name,
                    #place,
                    #p::Package::new(
                        ::core::option_env!("CARGO_PKG_NAME"),
                        ::core::option_env!("CARGO_PKG_VERSION"),
                    ),
                    #reference,
                    #lowering,
                )
                #description
                #claims
                .native(#native)
            }
            #light
            #called
            #checks
        };
    }
}

/// The setters of the version, category and text of the function.
fn description(p: &TokenStream, model: &Model, deprecated: &TokenStream) -> TokenStream {
    let function = &model.function;
    let docs = function.docs();
    let source = function.numbered();
    let (version, is_const) = (model.version, function.is_checked());
    let params = function.operands.iter().map(|o| o.name.unraw().to_string());
    let category = category(p, model);
    quote! {
        .version(#version)
        .deprecated(#deprecated)
        .docs(#docs)
        .params(&[#(#params),*])
        .source(#source)
        .const_fn(#is_const)
        .category(#category)
    }
}

/// The setters of laws, rows, boundaries, classes and alternates.
fn claims(p: &TokenStream, model: &Model) -> TokenStream {
    let laws = model.laws.iter().map(|law| self::law(p, model, law));
    let rows = rows(p, model);
    let boundaries = model
        .boundaries
        .iter()
        .map(|b| values(p, &operand_types(model), b));
    let classes = classes(p, model);
    let alternates = model.alternates.iter().map(|alternate| {
        let name = alternate.name.unraw().to_string();
        let line = line(alternate.name.span());
        let (texts, at) = texts(p, &alternate.texts);
        quote!(#p::AlternateDef::new(#name, #texts, #line, #at))
    });
    let laws = list(&quote!(#p::LawDef), laws);
    let rows = list(&quote!(#p::RowDef), rows);
    let of_boundary = quote!(fn() -> #p::Values);
    let boundaries = list(&of_boundary, boundaries);
    let classes = list(&quote!(#p::ClassDef), classes);
    let alternates = list(&quote!(#p::AlternateDef), alternates);
    quote! {
        .laws(#laws)
        .rows(#rows)
        .boundaries(#boundaries)
        .classes(#classes)
        .alternates(#alternates)
    }
}

/// The function as a reference, with its tolerance.
fn reference(p: &TokenStream, model: &Model) -> TokenStream {
    let ident = &model.function.item.sig.ident;
    let op_ref = match &model.exact_nan {
        Some(_) => quote!(op_ref_exact),
        None => quote!(op_ref),
    };
    let within = model.ulps.as_ref().map(|ulps| {
        let ulps = ulps.base10_digits().parse::<u32>().unwrap_or(u32::MAX);
        quote!(.within(#ulps))
    });
    quote!(#p::#op_ref(#ident) #within)
}

/// The functions that a device runs for an op, in addition to its own body.
fn called_by(model: &Model, translation: &Option<Translation>) -> Vec<Callee> {
    let arity = model.function.operands.len();
    let new_callee = |path: &syn::Path, arguments| Callee {
        path: path.clone(),
        arguments,
    };
    let lower = match &model.lower {
        Some(LowerDecl::Function(path)) => Some(new_callee(path, arity)),
        _ => None,
    };
    let correct = model
        .native
        .as_ref()
        .and_then(|native| native.correct.as_ref());
    // A correction also takes the result of the text.
    let correct = correct.map(|path| new_callee(path, arity + 1));
    let body = translation
        .iter()
        .flat_map(|translation| &translation.called);
    let body = body.map(|called| new_callee(&called.path, called.arguments));
    lower.into_iter().chain(correct).chain(body).collect()
}

/// The declared texts, and the place of the WGSL text or of the first one if there is no WGSL text.
fn texts(p: &TokenStream, declared: &[TextDecl]) -> (TokenStream, TokenStream) {
    let with = declared.iter().map(|declared| {
        let target = declared.target as usize;
        let text = text(&declared.text);
        quote!(.with(#p::TextTarget::ALL[#target], #text))
    });
    let mut placed = declared
        .iter()
        .filter(|text| text.target == TextTarget::Wgsl);
    let placed = placed.next().or(declared.first());
    let at = placed.map(|declared| text_place(p, &declared.text));
    // If there is none, the declaration was refused.
    let at = at.unwrap_or_else(|| quote!(#p::TextPlace::of_line(0)));
    (quote!(#p::Texts::NONE #(#with)*), at)
}

/// A declared text.
fn text(expr: &Expr) -> TokenStream {
    constant(&quote!(&::core::primitive::str), &expr.to_token_stream())
}

/// The types of the operands as written.
pub(super) fn operand_types(model: &Model) -> Vec<Type> {
    model
        .function
        .operands
        .iter()
        .map(|o| o.ty.written.clone())
        .collect()
}

/// One value, as an expression of type `Value`.
fn value(p: &TokenStream, ty: &Type, expr: &Expr) -> TokenStream {
    quote!(#p::Value::of::<#ty>(#expr))
}

/// Values, as a function that returns a `Vec<Value>`.
fn values(p: &TokenStream, types: &[Type], exprs: &[Expr]) -> TokenStream {
    let values = types.iter().zip(exprs).map(|(ty, expr)| value(p, ty, expr));
    quote!(|| #p::values([#(#values),*]))
}

fn category(p: &TokenStream, model: &Model) -> TokenStream {
    match &model.category {
        CategoryDecl::A | CategoryDecl::Refused => quote!(#p::Category::A),
        CategoryDecl::C(feature) => {
            let Hardware {
                hardware,
                available,
            } = &**feature;
            quote!(#p::Category::C { hardware: #hardware, available: #available })
        }
    }
}

fn law(p: &TokenStream, model: &Model, law: &LawModel) -> TokenStream {
    let (text, line) = (&law.text, line(law.name.span()));
    let params = law.params.iter().enumerate().map(|(k, param)| match param {
        ParamModel::Value(value) => {
            let (expr, ty) = &**value;
            let value = match ty {
                Some(ty) => self::value(p, &ty.written, expr),
                None => {
                    let result = checks::value_like(p, law, k);
                    quote!(#p::Value::of(#result.typed(#expr)))
                }
            };
            quote!(#p::LawParam::Value(|| #value))
        }
        ParamModel::Op(path) => {
            let signature = op_signature(model, law, k);
            let same = signature.map(|signature| quote!(let _: #signature = #path;));
            quote!(#p::LawParam::Op({ #same #p::op_ref(#path) }))
        }
    });
    let polarity = if law.holds {
        quote!(#p::Polarity::Holds)
    } else {
        let values = law
            .witness
            .iter()
            .enumerate()
            .map(|(k, expr)| match law.typing.variable(k) {
                Some(ty) => value(p, &ty.written, expr),
                None => {
                    let operand = checks::operand_like(p, law, k);
                    quote!(#p::Value::of(#operand.typed(#expr)))
                }
            });
        quote!(#p::Polarity::Refuted { witness: || #p::values([#(#values),*]) })
    };
    let params = list(&quote!(#p::LawParam), params);
    let law = custom::law(p, law);
    quote! {
        #p::LawDef::new(#law, #params, #polarity, #text, #line)
    }
}

/// The required signature of the law's k-th op; `None` for a `const fn`, whose compiled claim calls
/// the op, so that the compiler refuses a mismatch there.
fn op_signature(model: &Model, law: &LawModel, k: usize) -> Option<TokenStream> {
    if model.function.is_checked() && !law.at_run {
        return None;
    }
    let written = |ty: Option<crate::model::Ty>| match ty {
        Some(ty) => ty.written.into_token_stream(),
        None => quote!(_),
    };
    let operands = (0..checks::arity(law, k)).map(|n| written(law.typing.operand(k, n)));
    let result = written(law.typing.result(k));
    Some(quote!(fn(#(#operands),*) -> #result))
}

fn rows(p: &TokenStream, model: &Model) -> Vec<TokenStream> {
    let types = operand_types(model);
    let result = &model.function.result.written;
    let one = |row: &crate::model::RowModel| {
        let inputs = values(p, &types, &row.inputs);
        let expected = value(p, result, &row.expected);
        let rationale = &row.rationale;
        let source = match &row.source {
            Some(source) => quote!(::core::option::Option::Some(#source)),
            None => quote!(::core::option::Option::None),
        };
        let line = line(row.at.span());
        quote!(#p::RowDef::new(#inputs, || #expected, #rationale, #source, #line))
    };
    model.rows.iter().map(one).collect()
}

fn classes(p: &TokenStream, model: &Model) -> Vec<TokenStream> {
    let operands = model.function.operands.iter();
    let params: Vec<_> = operands
        .map(|operand| {
            let (name, ty) = (&operand.name, &operand.ty.written);
            quote!(#name: #ty)
        })
        .collect();
    let names: Vec<_> = model.function.operands.iter().map(|o| &o.name).collect();
    let one = |class: &crate::decl::ClassDecl| {
        let (name, text) = (class.name.unraw().to_string(), source(&class.predicate));
        let (predicate, line) = (class.predicate.to_token_stream(), line(class.name.span()));
        let source = numbered(quote!(|#(#params),*| #predicate));
        // A class need not use every operand.
        quote! {
            #p::ClassDef::new(
                #name,
                #text,
                #source,
                #p::predicate(|#(#params),*| -> ::core::primitive::bool {
                    let _ = (#(#names,)*);
                    #predicate
                }),
                #line,
            )
        }
    };
    model.classes.iter().map(one).collect()
}

/// The lowering, and for a named function the check that it has the op's signature.
fn lowering(p: &TokenStream, model: &Model) -> (TokenStream, Option<TokenStream>) {
    match &model.lower {
        None => (quote!(#p::Lowering::Body(&__VYRE_BODY)), None),
        Some(LowerDecl::Texts { texts, .. }) => {
            let (texts, at) = self::texts(p, texts);
            (
                quote!(#p::Lowering::Texts { texts: #texts, at: #at, body: &__VYRE_BODY }),
                None,
            )
        }
        Some(LowerDecl::Function(path)) => {
            let (types, result) = lowered(p, model);
            let same = quote!(const _: fn(#(#types),*) -> #result = #path;);
            (
                quote!(#p::Lowering::Function(#p::lowered_fn(#path))),
                Some(same),
            )
        }
    }
}

/// The types of operands and result in the bit-level function.
fn lowered(p: &TokenStream, model: &Model) -> (Vec<TokenStream>, TokenStream) {
    let lowered = |ty: &Type| quote!(<#ty as #p::HostValue>::Lowered);
    let types = operand_types(model).iter().map(lowered).collect();
    (types, lowered(&model.function.result.written))
}

/// The native implementation, with checks of its names and of the signature of its correction.
fn native(p: &TokenStream, model: &Model) -> (TokenStream, Option<TokenStream>) {
    let Some(NativeDecl {
        keyword,
        wgsl,
        c,
        correct,
    }) = &model.native
    else {
        return (quote!(::core::option::Option::None), None);
    };
    let line = line(keyword.span());
    let own = own_names(p, &model.function.name(), keyword, wgsl);
    let (key, same) = match correct {
        None => (quote!(::core::option::Option::None), None),
        Some(path) => {
            let (types, result) = lowered(p, model);
            (
                quote!(::core::option::Option::Some(#p::FnKey::of(#path))),
                Some(quote!(const _: fn(#(#types,)* #result) -> #result = #path;)),
            )
        }
    };
    let at = text_place(p, wgsl);
    let wgsl = text(wgsl);
    let c = c.as_ref().map(|expression| quote!(.c(#expression)));
    let def = quote!(#p::NativeDef::new(#wgsl, #key, #line, #at) #c);
    (
        quote!(::core::option::Option::Some(#def)),
        Some(quote!(#own #same)),
    )
}
