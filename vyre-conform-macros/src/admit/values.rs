//! Checks the types of literals in rows and boundaries. The compiler checks all other expressions.

use crate::errors::Errors;
use crate::messages;
use crate::model::{Literal, Model, Ty, example};
use crate::text::source;
use syn::Expr;

/// Refuses literals that are not values of their operand or of the result.
pub(super) fn check(errors: &Errors, model: &Model) {
    let operands = &model.function.operands;
    let inputs = model.rows.iter().map(|row| &row.inputs);
    for tuple in inputs.chain(&model.boundaries) {
        for (value, operand) in tuple.iter().zip(operands) {
            one(
                errors,
                value,
                &operand.ty,
                &format!("`{}`", source(&operand.name)),
            );
        }
    }
    for row in &model.rows {
        one(errors, &row.expected, &model.function.result, "the result");
    }
}

fn one(errors: &Errors, value: &Expr, ty: &Ty, of: &str) {
    let (Some(literal), Some(known)) = (Literal::from_expr(value), ty.known) else {
        return;
    };
    if !literal.fits(known) {
        let args = [&*source(value), known.rust_name(), of, &example(known, 7)];
        errors.refuse(value, &messages::VALUE_TYPE, &args);
    }
}
