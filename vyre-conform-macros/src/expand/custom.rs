//! Code for a declared law: by name if it is in the table, as data if it is custom.

use super::list;
use crate::model::LawModel;
use proc_macro2::TokenStream;
use quote::quote;
use vyre_conform_spec::{Claim, LawCallee, ParamKind, Term};

/// An expression of type `fn() -> &'static Law`.
pub(super) fn law(p: &TokenStream, model: &LawModel) -> TokenStream {
    let (name, docs) = (model.law.name, model.law.docs);
    if !model.law.is_custom() {
        return quote!(|| #p::law(#name));
    }
    let params = model.law.params.iter().map(|param| {
        let name = param.name;
        let kind = match param.kind {
            ParamKind::Op => quote!(Op),
            _ => quote!(Value),
        };
        quote!(#p::law_parameter(#name, #p::ParamKind::#kind))
    });
    let params = list(&quote!(#p::Parameter), params);
    let (arity, claim) = (model.form.arity, claim(p, &model.form.claim));
    let forms = list(&quote!(#p::Form), [quote!(#p::law_form(#arity, #claim))]);
    quote! {
        || {
            static __VYRE_LAW: #p::Law = #p::custom_law(#name, #docs, #params, #forms);
            &__VYRE_LAW
        }
    }
}

fn claim(p: &TokenStream, of: &Claim) -> TokenStream {
    let all = |claims: &[Claim]| {
        let claims = claims.iter().map(|of| claim(p, of));
        quote!(&[#(#claims),*])
    };
    match of {
        Claim::Equal(l, r) => {
            let (l, r) = (term(p, l), term(p, r));
            quote!(#p::LawClaim::Equal(#l, #r))
        }
        Claim::AtMost(l, r) => {
            let (l, r) = (term(p, l), term(p, r));
            quote!(#p::LawClaim::AtMost(#l, #r))
        }
        Claim::All(claims) => {
            let claims = all(claims);
            quote!(#p::LawClaim::All(#claims))
        }
        Claim::Any(claims) => {
            let claims = all(claims);
            quote!(#p::LawClaim::Any(#claims))
        }
        Claim::ExactlyOne(claims) => {
            let claims = all(claims);
            quote!(#p::LawClaim::ExactlyOne(#claims))
        }
        Claim::Implies(premise, then) => {
            let (premise, then) = (claim(p, premise), claim(p, then));
            quote!(#p::LawClaim::Implies(&#premise, &#then))
        }
    }
}

fn term(p: &TokenStream, of: &Term) -> TokenStream {
    match of {
        Term::Var(k) => quote!(#p::Term::Var(#k)),
        Term::Param(k) => quote!(#p::Term::Param(#k)),
        Term::Int(n) => quote!(#p::Term::Int(#n)),
        Term::Apply(callee, args) => {
            let callee = match callee {
                LawCallee::Subject => quote!(Subject),
                LawCallee::Parameter(k) => quote!(Parameter(#k)),
            };
            let args = args.iter().map(|of| term(p, of));
            quote!(#p::Term::Apply(#p::LawCallee::#callee, &[#(#args),*]))
        }
        Term::WrappingSum([l, r]) => {
            let (l, r) = (term(p, l), term(p, r));
            quote!(#p::Term::WrappingSum(&[#l, #r]))
        }
    }
}
