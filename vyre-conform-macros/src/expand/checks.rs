//! Compile-time checks of a `const fn`: each law, each row, each boundary is a constant whose
//! evaluation panics with both sides if the declaration is false.
//!
//! ```text
//! const _: () = {
//!     let (values_a, span_a) = (__VYRE_POOL_0.values(), __VYRE_POOL_0.span(2)); ..
//!     let limit = limit(__VYRE_WEIGHT, 2, 2);      // as many edge values as the budget allows
//!     let mut phase = 0;                           // the product, then each declared tuple
//!     while phase <= 3 {
//!         let (mut at_a, end_a) = (span_a.low(phase), span_a.high(phase, limit));
//!         while at_a < end_a {
//!             let a = values_a[at_a]; ..
//!             let term_0 = f(a, b); let term_1 = f(b, a);
//!             if !(term_0 == term_1) { panic!("{}", Text::new().str("law Commutative is false for ..")) }
//! ```

use super::claim::{ClaimCode, call_at, local, refuse_if};
use super::counted::{called, twin};
use super::op::operand_types;
use super::pools::Pools;
use crate::model::{Function, LawModel, Model, ParamModel, Ty};
use crate::text::source;
use crate::translate::Translation;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Type};
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{LawCallee, Term};

/// The checks of a `const fn`; empty for any other function.
pub(super) fn expand(model: &Model, translation: &Option<Translation>) -> TokenStream {
    if !model.function.is_checked() {
        return TokenStream::new();
    }
    let mut pools = Pools::default();
    // Loops of called functions, and of a function that is not translated, are not counted.
    let counted = translation.as_ref().is_some_and(|t| t.called.is_empty());
    let checked = model.laws.iter().any(|law| law.holds && !law.at_run);
    let ends = (checked && !counted).then(|| ends(model, &mut pools));
    let first = ends.is_some().then(|| quote!(let () = __VYRE_ENDS;));
    let laws: Vec<_> = model
        .laws
        .iter()
        .filter(|law| !law.at_run)
        .map(|law| {
            if law.holds {
                law_check(model, law, &mut pools, &first)
            } else {
                refuted(model, law)
            }
        })
        .collect();
    let weight = pools.used.then(|| {
        // The body of an op with an explicit lowering is not translated: its length serves as an
        // estimate.
        let weight = match translation {
            Some(translation) => translation.weight.clone(),
            None => {
                let block = model.function.item.block.to_token_stream();
                (block.into_iter().count() as u64 * 20).to_token_stream()
            }
        };
        quote!(const __VYRE_WEIGHT: ::core::primitive::u64 = #weight;)
    });
    let pools = pools.tokens(model);
    let rows = model.rows.iter().map(|row| self::row(model, row));
    let boundaries = boundaries(model);
    let twin = twin(model);
    quote!(#twin #weight #pools #ends #(#laws)* #(#rows)* #boundaries)
}

/// A constant that precedes law checks if a loop may lack a count. It calls the function on one edge or
/// declared value after another, split over a few constants. The compiler's lint refuses any of them
/// that takes millions of steps; law checks, which may take that many, allow the lint.
fn ends(model: &Model, pools: &mut Pools) -> TokenStream {
    const MAX_PARTS: usize = 4;
    let operands = model.function.operands.iter();
    let own: Vec<Ident> = operands.map(|o| pools.pool(&o.ty)).collect();
    let (function, case) = (called(model), local("case"));
    let span = model.function.item.sig.ident.span();
    // Operands of one type get different values.
    let values = own.iter().enumerate().map(|(k, pool)| {
        let step = 2 * k + 1;
        quote!(#pool.edge(#case * #step + #k))
    });
    let call = call_at(&function, span, values);
    let cuts = (0..MAX_PARTS).map(|cut| {
        quote! {{
            const __VYRE_CUT: () = {
                let mut #case = #cut;
                while #(#case < #own.edges())||* {
                    let _ = #call;
                    #case += #MAX_PARTS;
                }
            };
            __VYRE_CUT
        }}
    });
    quote!(const __VYRE_ENDS: () = { let () = __VYRE_LIGHT; #(let () = #cuts;)* };)
}

/// A constant that precedes every check of a function: it refuses a function whose own loops exceed the
/// limit of one call, before a check runs them. Rule V120 counts exactly, with callees.
pub(super) fn light(
    p: &TokenStream,
    function: &Function,
    translation: Option<&Translation>,
) -> TokenStream {
    let refusal = translation.and_then(|t| t.runs.as_ref()).map(|runs| {
        let too_long = format!("the loops of `{}` run more than ", function.name());
        let remedy = " times in one call, and a trial calls it a hundred thousand times and more. Lower \
                      the bound to what the loop really needs, such as `bound!(32);` where each run \
                      takes one bit, or make the op one step of the loop";
        let text = quote!(.str(#too_long).value(#p::MAX_WORK as ::core::primitive::i32).str(#remedy));
        let span = function.item.sig.ident.span();
        refuse_if(p, &quote!(#runs > #p::MAX_WORK), span, &text)
    });
    quote!(const __VYRE_LIGHT: () = { #refusal };)
}

/// Checks a law on boundary and edge values.
fn law_check(
    model: &Model,
    law: &LawModel,
    pools: &mut Pools,
    first: &Option<TokenStream>,
) -> TokenStream {
    let p = &model.private();
    let variables = law.form.claim.variables();
    let intro = format!(
        "law {} is false for `{}`: with inputs ",
        law.text,
        model.function.name()
    );
    let mut code = ClaimCode::new(model, law);
    let check = code.check(&intro);
    let (calls, terms) = (code.calls(), code.terms());
    let values = value_params(p, law);
    let (phase, limit) = (local("phase"), local("limit"));
    let mut lists = Vec::new();
    // From the innermost variable outward, so that the last one changes fastest.
    let mut nest = quote!(#(#terms)* #check);
    for (k, letter) in VARIABLES.iter().enumerate().take(variables).rev() {
        let [variable, list, span, at, end] = ["", "values_", "span_", "at_", "end_"]
            .map(|prefix| local(&format!("{prefix}{letter}")));
        lists.push(match law.typing.variable(k) {
            Some(ty) => {
                let (pool, per_tuple) = (pools.pool(&ty), per_tuple(model, &ty));
                quote!(let (#list, #span) = (#pool.values(), #pool.span(#per_tuple));)
            }
            None => {
                let operand = operand_like(p, law, k);
                quote!(let (#list, #span) = (#operand.edges(), #operand.span());)
            }
        });
        nest = quote! {
            let (mut #at, #end) = (#span.low(#phase), #span.high(#phase, #limit));
            while #at < #end {
                let #variable = #list[#at];
                #nest
                #at += 1;
            }
        };
    }
    pools.used = true;
    let tuples = model.boundaries.len() + model.rows.len();
    quote! {
        // All cases together may take more steps than the lint permits.
        #[allow(long_running_const_eval)]
        const _: () = {
            let () = __VYRE_LIGHT;
            #first
            #(#values)*
            #(#lists)*
            let #limit = #p::const_check::limit(__VYRE_WEIGHT, #calls, #variables);
            let mut #phase = 0;
            while #phase <= #tuples {
                #nest
                #phase += 1;
            }
        };
    }
}

/// Checks a negative law: its witness must break it.
fn refuted(model: &Model, law: &LawModel) -> TokenStream {
    let p = &model.private();
    let intro = format!(
        "law {} is not shown for `{}`: with the witness ",
        law.text,
        model.function.name()
    );
    let mut code = ClaimCode::new(model, law);
    let check = code.check_broken(&intro);
    let terms = code.terms();
    let values = value_params(p, law);
    let witness = law.witness.iter().enumerate().map(|(k, expr)| {
        let variable = local(VARIABLES[k]);
        match law.typing.variable(k) {
            Some(ty) => constant(&variable, &ty.written, expr),
            None => {
                let operand = operand_like(p, law, k);
                quote!(let #variable = #operand.typed(#expr);)
            }
        }
    });
    quote! {
        const _: () = {
            let () = __VYRE_LIGHT;
            #(#values)*
            #(#witness)*
            #(#terms)*
            #check
        };
    }
}

/// Checks a row: the function must return its result.
fn row(model: &Model, row: &crate::model::RowModel) -> TokenStream {
    let p = &model.private();
    let function = called(model);
    let (lets, names) = operands(model, &row.inputs);
    let result = &model.function.result.written;
    let (found, expected) = (local("found"), local("due"));
    let due_let = constant(&expected, result, &row.expected);
    let inputs = inputs_text(&names);
    let intro = format!(
        "table row contradicts `{}`: with inputs ",
        model.function.name()
    );
    let params: Vec<_> = model
        .function
        .operands
        .iter()
        .map(|o| source(&o.name))
        .collect();
    let call = ": the row says ";
    let but = format!(" but f({}) = ", params.join(", "));
    let text = quote!(.str(#intro)#inputs.str(#call).value(#expected).str(#but).value(#found));
    let differ = quote!(!#p::const_check::equal(#found, #expected));
    let refusal = refuse_if(p, &differ, row.at.span(), &text);
    let call = call_at(&function, row.at.span(), &names);
    quote! {
        const _: () = {
            let () = __VYRE_LIGHT;
            #(#lets)*
            #due_let
            let #found: #result = #call;
            #refusal
        };
    }
}

/// Checks every boundary: the function must be defined there.
fn boundaries(model: &Model) -> TokenStream {
    let function = called(model);
    let calls = model.boundaries.iter().map(|boundary| {
        let (lets, names) = operands(model, boundary);
        let span = boundary.first().map_or_else(Span::call_site, Spanned::span);
        let call = call_at(&function, span, &names);
        quote! {
            const _: () = {
                let () = __VYRE_LIGHT;
                #(#lets)*
                let _ = #call;
            };
        }
    });
    quote!(#(#calls)*)
}

/// Locals for one tuple of operands, and their names.
fn operands(model: &Model, exprs: &[Expr]) -> (Vec<TokenStream>, Vec<Ident>) {
    let types = operand_types(model);
    let names: Vec<_> = (0..exprs.len())
        .map(|k| local(&format!("operand_{k}")))
        .collect();
    let lets = exprs.iter().zip(&types).zip(&names);
    let lets = lets
        .map(|((expr, ty), name)| constant(name, ty, expr))
        .collect();
    (lets, names)
}

/// `(x, y)` as calls on a `Text`.
pub(super) fn inputs_text(names: &[Ident]) -> TokenStream {
    let between = names.iter().enumerate().map(|(k, name)| {
        let before = if k == 0 { "(" } else { ", " };
        quote!(.str(#before).value(#name))
    });
    quote!(#(#between)*.str(")"))
}

/// A local whose initialiser cannot capture other locals.
fn constant(name: &Ident, ty: &Type, expr: &Expr) -> TokenStream {
    quote! {
        let #name: #ty = {
            const __VYRE_VALUE: #ty = #expr;
            __VYRE_VALUE
        };
    }
}

/// The value parameters of the law.
fn value_params(p: &TokenStream, law: &LawModel) -> Vec<TokenStream> {
    let params = law.params.iter().enumerate();
    params
        .filter_map(|(k, param)| match param {
            ParamModel::Value(value) => {
                let (expr, ty) = &**value;
                let name = local(&format!("param_{k}"));
                Some(match ty {
                    Some(ty) => constant(&name, &ty.written, expr),
                    None => {
                        let result = value_like(p, law, k);
                        quote!(let #name = #result.typed(#expr);)
                    }
                })
            }
            ParamModel::Op(_) => None,
        })
        .collect()
}

/// The number of operands that have a type.
fn per_tuple(model: &Model, ty: &Ty) -> usize {
    model
        .function
        .operands
        .iter()
        .filter(|o| o.ty.text() == ty.text())
        .count()
}

/// The operand of an op parameter that has a variable's type, if only the compiler knows the type
/// because the subject's signature does not determine it.
pub(super) fn operand_like(p: &TokenStream, law: &LawModel, variable: usize) -> TokenStream {
    match law.typing.operand_like(variable) {
        Some(at) => operand_of(p, law, at),
        None => TokenStream::new(),
    }
}

/// An operand of an op parameter: (parameter, operand).
fn operand_of(
    p: &TokenStream,
    law: &LawModel,
    (parameter, operand): (usize, usize),
) -> TokenStream {
    let ParamModel::Op(path) = &law.params[parameter] else {
        return TokenStream::new();
    };
    let arity = arity(law, parameter);
    let name = format_ident!("operand_{}_of_{}", operand + 1, arity);
    quote!(#p::const_check::#name(#path))
}

/// The result or operand of an op parameter that has a value parameter's type, if the subject's
/// signature does not determine it.
pub(super) fn value_like(p: &TokenStream, law: &LawModel, value: usize) -> TokenStream {
    let parameter = law.typing.result_like(value);
    if let (None, Some(at)) = (parameter, law.typing.operand_like_value(value)) {
        return operand_of(p, law, at);
    }
    let Some(ParamModel::Op(path)) = parameter.map(|k| &law.params[k]) else {
        return TokenStream::new();
    };
    let arity = arity(law, parameter.unwrap_or_default());
    let name = format_ident!("result_of_{}", arity);
    quote!(#p::const_check::#name(#path))
}

/// The number of operands with which the claim applies an op parameter.
pub(super) fn arity(law: &LawModel, parameter: usize) -> usize {
    let mut arity = 0;
    law.form.claim.visit_terms(&mut |term| {
        if let Term::Apply(LawCallee::Parameter(k), args) = term
            && *k == parameter
        {
            arity = args.len();
        }
    });
    arity
}
