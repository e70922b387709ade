//! Assignments, plain and compound.

use super::Translator;
use super::syntax::{compound, has_effect};
use crate::messages;
use crate::model::bare;
use crate::text::source;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprAssign, ExprBinary, ExprTuple, Member};

/// A place that can be assigned to.
enum AssignTarget<'e> {
    Local(u32),
    Field(u32, usize),
    Element(u32, &'e Expr),
}

impl Translator<'_> {
    pub(super) fn assign(&mut self, assign: &ExprAssign) -> TokenStream {
        if let Expr::Tuple(targets) = bare(&assign.left) {
            return self.assign_tuple(targets, &assign.right);
        }
        if matches!(bare(&assign.left), Expr::Infer(_)) {
            return self.expr(&assign.right);
        }
        let Some(place) = self.assignable(&assign.left) else {
            return self.refuse(&assign.left, &messages::ASSIGN_TARGET, &[]);
        };
        let of_target = self.own_type(&assign.left);
        let value = self.wanting(of_target, |t| t.expr(&assign.right));
        self.store(place, value)
    }

    /// `(a, b) = v;` destructures `v` first and assigns from left to right.
    fn assign_tuple(&mut self, targets: &ExprTuple, value: &Expr) -> TokenStream {
        let p = self.private.clone();
        let value = self.expr(value);
        let (mut bindings, mut stores) = (Vec::new(), Vec::new());
        for target in &targets.elems {
            if matches!(bare(target), Expr::Infer(_)) {
                bindings.push(quote!(#p::Binding::Wild));
                continue;
            }
            let Some(place) = self.assignable(target) else {
                return self.refuse(target, &messages::ASSIGN_TARGET, &[]);
            };
            let part = self.scope.fresh();
            bindings.push(quote!(#p::Binding::Let(#part, "part")));
            let store = self.store(place, quote!(#p::Ast::Local(#part)));
            stores.push(quote!(#p::Statement::Do(#store)));
        }
        quote! {
            #p::Ast::Block {
                statements: &[#p::Statement::Destructure(&[#(#bindings),*], #value), #(#stores),*],
                value: ::core::option::Option::None,
                diverges: false,
            }
        }
    }

    /// `x ^= v`. For primitive operands Rust evaluates the right side first.
    pub(super) fn compound(&mut self, binary: &ExprBinary) -> TokenStream {
        let p = self.private.clone();
        self.cost.add(2);
        let Some((name, sign)) = compound(&binary.op) else {
            return self.refuse(binary, &messages::OUTSIDE, &[]);
        };
        let (left, right) = (&*binary.left, &*binary.right);
        if let Some(total) = self.total_form(name, sign, left, right) {
            self.refuse_partial(&binary.op, &total.assigning(&source(bare(left))));
        }
        let Some(place) = self.assignable(left) else {
            return self.refuse(left, &messages::ASSIGN_TARGET, &[]);
        };
        let name = self.describe(name, left, right);
        let effect = has_effect(right) || has_effect(left);
        let [_, of_right] = self.operand_types(&binary.op, left, right);
        let mut value = self.wanting(of_right, |t| t.expr(right));
        let mut before = Vec::new();
        if effect {
            let temporary = self.temporary(&mut before, value);
            value = temporary;
        }
        let (old, place) = match place {
            AssignTarget::Local(id) => (quote!(#p::Ast::Local(#id)), AssignTarget::Local(id)),
            AssignTarget::Field(id, k) => (
                quote!(#p::Ast::Field(&#p::Ast::Local(#id), #k)),
                AssignTarget::Field(id, k),
            ),
            AssignTarget::Element(id, index) => {
                let index = self.expr(index);
                let index = self.temporary(&mut before, index);
                let old = quote!(#p::Ast::Index(&#p::Ast::Local(#id), &#index));
                let new = quote!(#p::Ast::Binary(#name, &#old, &#value));
                let store = quote!(#p::Ast::AssignElement(#id, &#index, &#new));
                return self.sequence(before, store);
            }
        };
        let new = quote!(#p::Ast::Binary(#name, &#old, &#value));
        let store = self.store(place, new);
        self.sequence(before, store)
    }

    /// Evaluates a value now, for use later.
    fn temporary(&mut self, before: &mut Vec<TokenStream>, value: TokenStream) -> TokenStream {
        let p = self.private.clone();
        let id = self.scope.fresh();
        before.push(quote! {
            #p::Statement::Let {
                binding: #p::Binding::Let(#id, "operand"),
                shape: ::core::option::Option::None,
                value: ::core::option::Option::Some(#value),
            }
        });
        quote!(#p::Ast::Local(#id))
    }

    fn sequence(&self, before: Vec<TokenStream>, last: TokenStream) -> TokenStream {
        let p = &self.private;
        if before.is_empty() {
            return last;
        }
        quote! {
            #p::Ast::Block {
                statements: &[#(#before,)* #p::Statement::Do(#last)],
                value: ::core::option::Option::None,
                diverges: false,
            }
        }
    }

    fn assignable<'e>(&mut self, target: &'e Expr) -> Option<AssignTarget<'e>> {
        match bare(target) {
            Expr::Path(_) => self.place(target).map(AssignTarget::Local),
            Expr::Field(field) => match &field.member {
                Member::Unnamed(k) => self
                    .place(&field.base)
                    .map(|id| AssignTarget::Field(id, k.index as usize)),
                Member::Named(_) => None,
            },
            Expr::Index(index) => self
                .place(&index.expr)
                .map(|id| AssignTarget::Element(id, &index.index)),
            _ => None,
        }
    }

    fn store(&mut self, place: AssignTarget<'_>, value: TokenStream) -> TokenStream {
        let p = self.private.clone();
        match place {
            AssignTarget::Local(id) => quote!(#p::Ast::Assign(#id, &#value)),
            AssignTarget::Field(id, k) => quote!(#p::Ast::AssignField(#id, #k, &#value)),
            AssignTarget::Element(id, index) => {
                let index = self.expr(index);
                quote!(#p::Ast::AssignElement(#id, &#index, &#value))
            }
        }
    }
}
