//! Stage 4: the body becomes constant data (`body::Ast` of the runtime).
//!
//! This stage is purely syntactic: locals are numbered by scope, operators and methods are referred to
//! by name, every other name is a constant path. Operations on which Rust would panic are refused with
//! the total spelling, constructs outside the kernel subset with a suggestion; checks that need types
//! are left to the runtime's `elaborate`. The translation also estimates the weight of one call.
//!
//! Names are compared as text; a body in which a variable of a user macro would hide an argument of the
//! same name is refused (`scope`).

mod assign;
mod calls;
mod control;
mod cost;
mod excluded;
mod expr;
mod guards;
mod macros;
mod mended;
mod operators;
mod patterns;
mod receiver;
mod remedies;
mod scope;
mod sequences;
mod standard;
mod statements;
mod syntax;
mod wrapped;

use crate::decl::LowerDecl;
use crate::errors::Errors;
use crate::expand::Callee;
use crate::messages;
use crate::model::{Function, Model, private};
use cost::Cost;
use guards::Exclusion;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use scope::Scope;
use std::collections::BTreeMap;
use syn::{Path, Signature};

/// A translated function.
pub(crate) struct Translation {
    /// An expression of type `body::Body`.
    pub(crate) body: TokenStream,
    /// A constant `u64`: the approximate number of operations of one call.
    pub(crate) weight: TokenStream,
    /// A constant `u64`, if there are loops: the number of runs of the innermost ones in one call, all
    /// branches together. Callees do not count.
    pub(crate) runs: Option<TokenStream>,
    /// The author's functions that it calls.
    pub(crate) called: Vec<Callee>,
}

/// The translation of an op; `None` for an op with an explicit lowering.
pub(crate) fn op(errors: &Errors, model: &Model) -> Option<Translation> {
    match model.lower {
        Some(LowerDecl::Function(_)) => None,
        _ => Some(function(errors, &model.function, &model.runtime)),
    }
}

/// The translation of a function.
pub(crate) fn function(errors: &Errors, function: &Function, runtime: &Path) -> Translation {
    let mut translator = Translator {
        errors,
        private: private(runtime),
        function: function.name(),
        signature: &function.item.sig,
        types: function.operands.iter().map(|o| o.ty.text()).collect(),
        result: function.result.text(),
        scope: Scope::default(),
        cost: Cost::new(),
        called: Vec::new(),
        excluded: Vec::new(),
        matched: String::new(),
        wanted: None,
        local_types: BTreeMap::new(),
        silent: false,
        operand: [false; 2],
    };
    translator.function(function)
}

/// The translation of one body.
struct Translator<'a> {
    errors: &'a Errors,
    /// Path of the module that emitted code uses.
    private: TokenStream,
    /// The function's own name.
    function: String,
    signature: &'a Signature,
    /// Types of the parameters, as far as the tokens show.
    types: Vec<String>,
    /// Type of the result.
    result: String,
    scope: Scope,
    cost: Cost,
    /// The author's functions called so far.
    called: Vec<Callee>,
    /// Numbers that locals differ from here, by the author's tests.
    excluded: Vec<Exclusion>,
    /// The type of the value that patterns here are compared with, as far as the tokens show.
    matched: String,
    /// The expected type of an expression here, as far as the tokens show.
    wanted: Option<String>,
    /// Types of locals that are not parameters, as far as the tokens show; used only for suggestions.
    local_types: BTreeMap<u32, String>,
    /// True during a second translation of the same tokens, whose mistakes are already reported.
    silent: bool,
    /// `[0]`: the expression is an operand or a receiver. `[1]`: its subexpressions are.
    operand: [bool; 2],
}

impl Translator<'_> {
    fn function(&mut self, function: &Function) -> Translation {
        let p = self.private.clone();
        let block = &function.item.block;
        if let Some(attribute) = conditional(quote!(#block)) {
            self.errors.refuse(attribute, &messages::CONDITIONAL, &[]);
        }
        let params: Vec<_> = function
            .operands
            .iter()
            .map(|operand| {
                let binding = self.bind(&operand.name, operand.mutable);
                let ty = &operand.ty.written;
                quote!(#p::Param::new(#binding, <#ty as #p::HostShape>::shape))
            })
            .collect();
        let body = self.block(block);
        if let Some(name) = self.scope.doubtful().first() {
            self.errors
                .refuse(name, &messages::HYGIENE, &[&name.to_string()]);
        }
        let name = self.function.clone();
        let ident = &function.item.sig.ident;
        let line = self.line(ident.span());
        let result = &function.result.written;
        let locals = self.scope.declared();
        let body = quote! {
            {
                const __VYRE_PARAMS: &[#p::Param] = &[#(#params),*];
                const __VYRE_AST: #p::Ast = #body;
                #p::Body::new(
                    #name,
                    (::core::file!(), #line),
                    __VYRE_PARAMS,
                    <#result as #p::HostShape>::shape,
                    #locals,
                    __VYRE_AST,
                )
            }
        };
        let (weight, runs) = self.cost.total();
        Translation {
            body,
            weight,
            runs,
            called: std::mem::take(&mut self.called),
        }
    }

    /// The line of a span, as an expression.
    fn line(&self, span: Span) -> TokenStream {
        quote_spanned!(span=> ::core::line!())
    }

    /// Refuses the tokens `at`; the tokens emitted instead are never compiled.
    fn refuse(
        &self,
        at: impl quote::ToTokens,
        message: &messages::Message,
        args: &[&str],
    ) -> TokenStream {
        self.syntax(syn::Error::new_spanned(at, message.render(args)));
        self.unit()
    }

    /// Records a mistake, unless it was recorded before.
    fn syntax(&self, error: syn::Error) {
        if !self.silent {
            self.errors.syntax(error);
        }
    }

    fn unit(&self) -> TokenStream {
        let p = &self.private;
        quote!(#p::Ast::Tuple(&[]))
    }
}

/// The first `#[cfg(..)]` or `#[cfg_attr(..)]` anywhere in the tokens.
fn conditional(tokens: TokenStream) -> Option<TokenStream> {
    let mut after_pound = false;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let first = group.stream().into_iter().next();
            let is_cfg = matches!(&first, Some(TokenTree::Ident(name))
                if name == "cfg" || name == "cfg_attr");
            if after_pound && is_cfg {
                return Some(group.stream());
            }
            if let Some(actual) = conditional(group.stream()) {
                return Some(actual);
            }
        }
        after_pound = matches!(&token, TokenTree::Punct(p) if p.as_char() == '#');
    }
    None
}
