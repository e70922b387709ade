//! Pools of values for the variables of each type, built at compile time.

use crate::model::{Model, Ty};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;

/// The pools, one per type of variables.
#[derive(Default)]
pub(super) struct Pools {
    types: Vec<Ty>,
    /// True if any law is checked.
    pub(super) used: bool,
}

impl Pools {
    /// The name of a type's pool.
    pub(super) fn pool(&mut self, ty: &Ty) -> Ident {
        let found = self
            .types
            .iter()
            .position(|other| other.text() == ty.text());
        let k = found.unwrap_or_else(|| {
            self.types.push(ty.clone());
            self.types.len() - 1
        });
        format_ident!("__VYRE_POOL_{k}")
    }

    /// The pools with the declared values: boundaries first, then rows.
    pub(super) fn tokens(&self, model: &Model) -> TokenStream {
        let p = &model.private();
        let pools = self.types.iter().enumerate().map(|(k, ty)| {
            let name = format_ident!("__VYRE_POOL_{k}");
            let has_type = |k: usize| model.function.operands[k].ty.text() == ty.text();
            let column = |exprs: &Vec<Expr>| {
                let of_type = exprs.iter().enumerate().filter(|(k, _)| has_type(*k));
                of_type.map(|(_, expr)| expr.clone()).collect::<Vec<_>>()
            };
            let boundaries: Vec<_> = model.boundaries.iter().flat_map(column).collect();
            let rows: Vec<_> = model
                .rows
                .iter()
                .map(|r| &r.inputs)
                .flat_map(column)
                .collect();
            let (n, first) = (boundaries.len() + rows.len() + 24, boundaries.len());
            let ty = &ty.written;
            quote! {
                const #name: &#p::const_check::Pool<#ty, #n> =
                    &#p::const_check::pool::<#ty, #n>(&[#(#boundaries,)* #(#rows),*], #first);
            }
        });
        quote!(#(#pools)*)
    }
}
