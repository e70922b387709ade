//! Stage 2: builds a [`Model`] from declaration and function: laws resolved, types known if the tokens
//! show them, tuples split.

mod claim;
mod custom;
mod engine;
mod function;
mod law;
mod literal;
mod unify;

pub(crate) use claim::{claim_text, count, law_form, term_text};
pub(crate) use custom::plain;
pub(crate) use engine::EngineModel;
pub(crate) use function::{Function, Operand, Ty, unwrap_type};
pub(crate) use law::{LawModel, ParamModel};
pub(crate) use literal::{Literal, bare, example, same_value, tuple};

use crate::decl::{AlternateDecl, CategoryDecl, ClassDecl, Declaration, LowerDecl, NativeDecl};
use crate::errors::Errors;
use crate::messages::{self, Message};
use crate::text::source;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, LitInt, LitStr, Path};

/// The model of an op.
pub(crate) struct Model {
    pub(crate) function: Function,
    pub(crate) laws: Vec<LawModel>,
    pub(crate) rows: Vec<RowModel>,
    /// One value per operand.
    pub(crate) boundaries: Vec<Vec<Expr>>,
    pub(crate) classes: Vec<ClassDecl>,
    pub(crate) category: CategoryDecl,
    pub(crate) lower: Option<LowerDecl>,
    /// `nan = exact`, by its place.
    pub(crate) exact_nan: Option<Ident>,
    /// The permitted deviation of a backend, at least 1.
    pub(crate) ulps: Option<LitInt>,
    pub(crate) alternates: Vec<AlternateDecl>,
    pub(crate) native: Option<NativeDecl>,
    /// `None` if the family of the first operand is unknown.
    pub(crate) id: Option<String>,
    pub(crate) version: u32,
    pub(crate) runtime: Path,
    /// True if anything was declared, right or wrong.
    pub(crate) has_material: bool,
}

/// A row of the table.
pub(crate) struct RowModel {
    /// One value per operand.
    pub(crate) inputs: Vec<Expr>,
    pub(crate) expected: Expr,
    pub(crate) rationale: LitStr,
    pub(crate) source: Option<LitStr>,
    /// The tokens for messages.
    pub(crate) at: TokenStream,
}

impl Model {
    /// The model of a declaration; parts that cannot be resolved are refused and left out.
    pub(crate) fn new(errors: &Errors, declaration: Declaration, function: Function) -> Self {
        let d = declaration;
        // A refused declaration was meant as material.
        let has_material = !errors.is_empty()
            || !d.laws.is_empty()
            || !d.rows.is_empty()
            || !d.boundaries.is_empty()
            || !d.classes.is_empty()
            || !d.alternates.is_empty();
        let laws = d.laws.into_iter();
        let laws = laws
            .filter_map(|law| LawModel::resolve(errors, law, &function))
            .collect();
        let operands = |expr: &Expr, message| operands(errors, &function, expr, message);
        let of_one = one_tuple(errors, &d.boundaries, &function);
        let boundaries = d.boundaries.iter().filter(|_| !of_one);
        let boundaries = boundaries
            .filter_map(|b| operands(b, &messages::BOUNDARY_ARITY))
            .collect();
        let rows = d.rows.into_iter();
        let rows = rows.filter_map(|row| {
            let (inputs, expected) = (&row.inputs, &row.expected);
            Some(RowModel {
                inputs: operands(inputs, &messages::ROW_ARITY)?,
                at: quote!(#inputs => #expected),
                expected: bare(expected).clone(),
                rationale: row.rationale,
                source: row.source,
            })
        });
        let rows = rows.collect();
        let family = function.operands.first().and_then(|o| o.ty.known);
        let id = match &d.id {
            Some(id) => Some(id.value()),
            None => family.map(|family| format!("{}::{}", family.family(), function.name())),
        };
        Self {
            laws,
            boundaries,
            rows,
            classes: d.classes,
            category: d.category,
            lower: d.lower,
            exact_nan: d.exact_nan,
            ulps: d.ulps,
            alternates: d.alternates,
            native: d.native,
            id,
            version: d.version,
            runtime: d.runtime,
            has_material,
            function,
        }
    }

    /// Path of the module that emitted code uses.
    pub(crate) fn private(&self) -> TokenStream {
        private(&self.runtime)
    }
}

/// Path of the module that emitted code uses, under this runtime crate.
pub(crate) fn private(runtime: &Path) -> TokenStream {
    quote!(#runtime::__private)
}

/// A number of example values, with the types of the operands, or of the first operand beyond their
/// number.
fn example_values(function: &Function, count: usize) -> String {
    let types = |k: usize| {
        let operands = &function.operands;
        let operand = operands.get(k).or(operands.first());
        operand.and_then(|of| of.ty.known)
    };
    let value = |k: usize| types(k).map_or_else(|| k.to_string(), |ty| example(ty, k));
    let values: Vec<String> = (0..count).map(value).collect();
    match &values[..] {
        [one] => one.clone(),
        _ => format!("({})", values.join(", ")),
    }
}

/// True if `boundaries(u32::MAX, 0)` lists the operands of one input without its parentheses, which is
/// refused.
fn one_tuple(errors: &Errors, values: &[Expr], function: &Function) -> bool {
    let arity = function.operands.len();
    let is_value = |value: &Expr| !matches!(bare(value), Expr::Tuple(_));
    let is_one = arity > 1 && values.len().is_multiple_of(arity) && values.iter().all(is_value);
    if !is_one || values.is_empty() {
        return false;
    }
    let tuples = values.chunks(arity).map(|values| {
        let texts: Vec<String> = values.iter().map(source).collect();
        format!("({})", texts.join(", "))
    });
    let form = tuples.collect::<Vec<_>>().join(", ");
    let args = [
        &*count(1, "input"),
        &function.name(),
        &count(arity, "operand"),
        &form,
    ];
    errors.refuse(quote!(#(#values),*), &messages::BOUNDARY_ARITY, &args);
    true
}

/// One value per operand, or a refusal.
fn operands(
    errors: &Errors,
    function: &Function,
    expr: &Expr,
    message: &Message,
) -> Option<Vec<Expr>> {
    let arity = function.operands.len();
    match tuple(expr, arity) {
        Ok(values) => Some(values),
        Err(actual) => {
            let form = example_values(function, arity);
            errors.refuse(
                expr.to_token_stream(),
                message,
                &[
                    &count(actual, "input"),
                    &function.name(),
                    &count(arity, "operand"),
                    &form,
                ],
            );
            None
        }
    }
}
