//! A copy of a function for compile-time checks, which counts loop iterations, so that an endless loop
//! is refused with its inputs instead of being evaluated forever.
//!
//! ```text
//! while x == 3 {            {
//!     bound!(100);              let (most, mut runs) = (100, 0);
//!     x = 3;          becomes   while x == 3 {
//! }                                 runs += 1;
//!                                   if runs > most { panic!("with x = .. a loop of `f` runs more often ..") }
//!                                   bound!(100);
//!                                   x = 3;
//!                               }
//!                           }
//! ```
//!
//! The function itself is unchanged, because a counting loop is not vectorised. Loops in its callees
//! are not counted; see `ends` in `checks.rs`.

use super::claim::{local, refuse_if};
use crate::decl::LowerDecl;
use crate::model::{Function, Model};
use crate::text::source;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLoop, ExprWhile, Meta, Stmt};

/// The function that checks call: the counting copy if there is one, otherwise the function itself.
pub(super) fn called(model: &Model) -> Ident {
    let own = &model.function.item.sig.ident;
    if has_twin(model) {
        format_ident!("__vyre_counted_{}", own.unraw(), span = own.span())
    } else {
        own.clone()
    }
}

/// A function that is not translated declares no bounds, so the limits of its loops are unknown.
fn has_twin(model: &Model) -> bool {
    let translated = !matches!(model.lower, Some(LowerDecl::Function(_)));
    translated && has_loop(model.function.item.block.to_token_stream())
}

fn has_loop(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "while" || name == "loop",
        TokenTree::Group(group) => has_loop(group.stream()),
        _ => false,
    })
}

/// The counting copy, if needed.
pub(super) fn twin(model: &Model) -> Option<TokenStream> {
    if !has_twin(model) {
        return None;
    }
    let function = &model.function;
    let item = &function.item;
    let (inputs, output) = (&item.sig.inputs, &item.sig.output);
    let operands = function.operands.iter().map(|o| &o.name);
    // Unnamed operands have no value to show.
    let named: Vec<&Ident> = operands.filter(|name| *name != "_").collect();
    let given: Vec<Ident> = (0..named.len())
        .map(|k| local(&format!("given_{k}")))
        .collect();
    let counting = Counting {
        p: &model.private(),
        function,
        with: with(&named, &given),
    };
    let statements = &item.block.stmts;
    let body = counting.counted(quote!(#(#statements)*));
    let (name, allowed) = (called(model), item.attrs.iter().filter_map(allowed));
    Some(quote! {
        #(#allowed)*
        #[allow(dead_code)]
        const fn #name(#inputs) #output {
            #(let #given = #named;)*
            #body
        }
    })
}

/// A lint that the author allows in the function is allowed in the copy too.
fn allowed(attribute: &Attribute) -> Option<TokenStream> {
    let list = match &attribute.meta {
        Meta::List(list) if list.path.is_ident("allow") || list.path.is_ident("expect") => list,
        _ => return None,
    };
    let lints = &list.tokens;
    Some(quote!(#[allow(#lints)]))
}

/// `with x = 3, y = 4 a` as calls on a `Text`.
fn with(named: &[&Ident], given: &[Ident]) -> TokenStream {
    let each = named
        .iter()
        .zip(given)
        .enumerate()
        .map(|(k, (name, given))| {
            let before = if k == 0 { "with " } else { ", " };
            let name = format!("{before}{} = ", name.unraw());
            quote!(.str(#name).value(#given))
        });
    if named.is_empty() {
        quote!(.str("a"))
    } else {
        quote!(#(#each)*.str(" a"))
    }
}

struct Counting<'a> {
    p: &'a TokenStream,
    function: &'a Function,
    with: TokenStream,
}

impl Counting<'_> {
    /// The tokens with counters in every loop.
    fn counted(&self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out = TokenStream::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let TokenTree::Ident(name) = token
                && (name == "while" || name == "loop")
                && let Some((counted, taken)) = self.of_loop(&tokens[at..])
            {
                out.extend(counted);
                at += taken;
                continue;
            }
            out.extend([match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.counted(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                token => token.clone(),
            }]);
            at += 1;
        }
        out
    }

    /// The loop at the beginning of these tokens, and its number of tokens.
    fn of_loop(&self, tokens: &[TokenTree]) -> Option<(TokenStream, usize)> {
        let parse = |input: ParseStream<'_>| {
            let (head, body) = if input.peek(syn::Token![loop]) {
                let ExprLoop {
                    loop_token, body, ..
                } = input.parse()?;
                (loop_token.to_token_stream(), body)
            } else {
                let ExprWhile {
                    while_token,
                    cond,
                    body,
                    ..
                } = input.parse()?;
                let cond = self.counted(cond.to_token_stream());
                (quote!(#while_token #cond), body)
            };
            let rest: TokenStream = input.parse()?;
            Ok((head, body, rest.into_iter().count()))
        };
        let all: TokenStream = tokens.iter().cloned().collect();
        // The translation has refused anything that does not parse as a loop.
        let (head, body, left) = parse.parse2(all).ok()?;
        let (most, runs) = (local("most"), local("runs"));
        let p = self.p;
        let stated = body.stmts.first().and_then(stated);
        let (bound, at) = match &stated {
            Some((bound, at)) => (quote!(#bound), *at),
            None => (quote!(#p::MAX_WORK), head.span()),
        };
        let refusal = self.refusal(stated.as_ref().map(|(bound, _)| bound), at);
        let statements = &body.stmts;
        let statements = self.counted(quote!(#(#statements)*));
        let counted = quote! {
            {
                let #most: ::core::primitive::u64 = #bound;
                let mut #runs: ::core::primitive::u64 = 0;
                #head {
                    #runs += 1;
                    #refusal
                    #statements
                }
            }
        };
        Some((counted, tokens.len() - left))
    }

    fn refusal(&self, bound: Option<&Expr>, at: Span) -> TokenStream {
        let (p, with, name) = (self.p, &self.with, self.function.name());
        let (most, runs) = (local("most"), local("runs"));
        let text = match bound {
            Some(bound) => {
                let text = format!(
                    " loop of `{name}` runs more often than its bound!({}) says. Mend the loop, so that it ends \
                     within its bound, or state how often it runs at most",
                    source(bound)
                );
                quote!(#with.str(#text))
            }
            None => {
                let before = format!(" loop of `{name}` runs more than ");
                let after = " times, which is more than a call may. Mend the loop, so that it ends";
                let most = quote!(#p::MAX_WORK as ::core::primitive::i32);
                quote!(#with.str(#before).value(#most).str(#after))
            }
        };
        refuse_if(p, &quote!(#runs > #most), at, &text)
    }
}

/// The bound in a statement, with its place.
fn stated(first: &Stmt) -> Option<(Expr, Span)> {
    match first {
        Stmt::Macro(stated) => {
            let last = stated.mac.path.segments.last()?;
            let bound = (last.ident == "bound").then(|| stated.mac.parse_body().ok())??;
            Some((bound, last.ident.span()))
        }
        _ => None,
    }
}
