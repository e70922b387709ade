//! Compile-time checks of a `const fn`.

use crate::model::{LawModel, Model, ParamModel};
use crate::translate::Translation;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use vyre_conform_spec::{Callee, Term};

/// The checks.
pub(super) fn of(_model: &Model, _translation: &Option<Translation>) -> TokenStream {
    quote!()
}

/// The operand of an op parameter whose type a variable has.
pub(super) fn operand_like(p: &TokenStream, law: &LawModel, variable: usize) -> TokenStream {
    let Some((parameter, operand)) = law.typing.operand_like(variable) else {
        return quote!();
    };
    let ops: Vec<_> = law
        .params
        .iter()
        .filter_map(|param| match param {
            ParamModel::Op(path) => Some(path),
            ParamModel::Value(..) => None,
        })
        .collect();
    let path = ops[parameter];
    let arity = arity(law, parameter);
    let name = format_ident!("operand_{}_of_{}", operand + 1, arity);
    quote!(#p::const_check::#name(#path))
}

/// How many operands the claim gives to an op parameter.
fn arity(law: &LawModel, parameter: usize) -> usize {
    let mut arity = 0;
    law.form.claim.visit_terms(&mut |term| {
        if let Term::Apply(Callee::Parameter(k), args) = term
            && *k == parameter
        {
            arity = args.len();
        }
    });
    arity
}
