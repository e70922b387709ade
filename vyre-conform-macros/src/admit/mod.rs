//! Stage 3: the admission gates that can be decided from tokens.
//!
//! | gate | here | elsewhere |
//! |---|---|---|
//! | 1 category | [`category`](self::category) | `decl` refuses category B during parsing |
//! | 2 signature | [`signature`], [`contradictions`] | laws that do not fit are refused in `model` |
//! | 3 zero overhead | | `translate`, and the runtime's `elaborate` for checks that need types |
//! | 4 deterministic reference | | `expand` checks a `const fn` at compile time, the rest is a trial |
//! | 5 observable reference | [`signature`] | |
//! | 6 rule material | [`material`] | |

mod contradictions;
mod engine;
mod signature;
mod values;

pub(crate) use engine::engine;
pub(crate) use signature::helper;

use crate::decl::{CategoryDecl, LowerDecl};
use crate::errors::Errors;
use crate::messages;
use crate::model::{Model, Ty, same_value};
use crate::text::source;
use syn::LitStr;
use vyre_conform_spec::ValueType;
use vyre_conform_spec::native::{NATIVE_OPERANDS, foreign_in_c};

/// Refuses a model that fails a gate. Returns true if the types of the signature are values; the body
/// cannot be checked otherwise.
pub(crate) fn admit(errors: &Errors, model: &Model) -> bool {
    let are_values = signature::op(errors, model);
    category(errors, model);
    contradictions::check(errors, &model.laws);
    material(errors, model);
    rows(errors, model);
    values::check(errors, model);
    classes(errors, model);
    alternates(errors, model);
    native(errors, model, are_values);
    are_values
}

/// Gate 1: the category and the lowering belong together.
fn category(errors: &Errors, model: &Model) {
    let name = &model.function.item.sig.ident;
    match (&model.category, &model.lower) {
        (CategoryDecl::A, Some(LowerDecl::Texts { keyword, .. })) => {
            errors.refuse(keyword, &messages::CATEGORY_A_WITH_SHADER, &[]);
        }
        (CategoryDecl::C(feature), None) => {
            let args = [&*model.function.name()];
            errors.refuse(
                &feature.hardware,
                &messages::CATEGORY_C_WITHOUT_SHADER,
                &args,
            );
        }
        (CategoryDecl::C(_), Some(LowerDecl::Function(path))) => {
            let args = [&*name.to_string()];
            errors.refuse(path, &messages::CATEGORY_C_WITHOUT_SHADER, &args);
        }
        _ => {}
    }
}

/// Gate 6: the declaration must be able to distinguish a wrong op from a right one.
fn material(errors: &Errors, model: &Model) {
    if !model.has_material {
        let name = &model.function.item.sig.ident;
        errors.refuse(name, &messages::UNTESTABLE, &[&model.function.name()]);
    }
}

fn rows(errors: &Errors, model: &Model) {
    for (k, row) in model.rows.iter().enumerate() {
        let same = |other: &&crate::model::RowModel| {
            let pairs = row.inputs.iter().zip(&other.inputs);
            pairs
                .map(|(a, b)| same_value(a, b))
                .all(|same| same == Some(true))
        };
        if model.rows[..k].iter().any(|other| same(&other)) {
            errors.refuse(&row.at, &messages::DUPLICATE_ROW, &[]);
        }
    }
}

fn classes(errors: &Errors, model: &Model) {
    for (k, class) in model.classes.iter().enumerate() {
        let name = class.name.to_string();
        if model.classes[..k]
            .iter()
            .any(|other| other.name == class.name)
        {
            errors.refuse(&class.name, &messages::DUPLICATE_CLASS, &[&name]);
        }
        if model
            .function
            .operands
            .iter()
            .any(|o| source(&o.name) == name)
        {
            errors.refuse(&class.name, &messages::CLASS_LIKE_PARAMETER, &[&name]);
        }
    }
}

fn alternates(errors: &Errors, model: &Model) {
    for (k, alternate) in model.alternates.iter().enumerate() {
        if model.alternates[..k]
            .iter()
            .any(|other| other.name == alternate.name)
        {
            let name = alternate.name.to_string();
            errors.refuse(&alternate.name, &messages::DUPLICATE_ALTERNATE, &[&name]);
        }
    }
}

/// Checks a native implementation: it must involve floats, because integers have no native variant. A
/// correction receives the bits of floats and returns the single word of a float, a comparison or a
/// conversion.
fn native(errors: &Errors, model: &Model, values: bool) {
    let Some(native) = &model.native else { return };
    let function = &model.function;
    let types = || {
        let operands = function.operands.iter().map(|o| &o.ty);
        operands.chain([&function.result])
    };
    let others = || {
        let operands = function.operands.iter().map(|o| &o.ty);
        let plain = [ValueType::Bool, ValueType::I32, ValueType::U32].map(Some);
        let result = Some(&function.result).filter(|ty| !plain.contains(&ty.known));
        operands.chain(result).filter(|ty| !ty.is_float())
    };
    let name = function.name();
    if values && !types().any(|ty| ty.is_float()) {
        errors.refuse(&native.keyword, &messages::NATIVE_OF_NO_FLOAT, &[&name]);
    } else if let Some(path) = &native.correct
        && let Some(other) = others().find(|ty| ty.known.is_some())
    {
        let args = [&*name, &other.text()];
        errors.refuse(path, &messages::CORRECTION_OF_NO_FLOAT, &args);
    }
    if let Some(c) = &native.c {
        expression_in_c(errors, model, c);
    }
}

/// Checks a native C expression: it must consist of `f32` operands, numbers and the functions that
/// every dialect has.
fn expression_in_c(errors: &Errors, model: &Model, c: &LitStr) {
    let function = &model.function;
    let name = function.name();
    let mut operands = function.operands.iter().map(|operand| &operand.ty);
    let matches =
        |ty: &Ty, allowed: &[ValueType]| ty.known.is_none_or(|entry| allowed.contains(&entry));
    let other = operands.find(|ty| !matches(ty, &[ValueType::F32]));
    let result =
        Some(&function.result).filter(|ty| !matches(ty, &[ValueType::F32, ValueType::Bool]));
    if let Some(other) = other.or(result) {
        let args = [&*name, &other.text()];
        return errors.refuse(c, &messages::C_OF_OTHERS, &args);
    }
    let count = function.operands.len();
    let named: Vec<String> = NATIVE_OPERANDS
        .iter()
        .take(count)
        .map(|n| format!("`{n}`"))
        .collect();
    let text = c.value();
    let foreign = foreign_in_c(&text, count);
    if let Some(foreign) = foreign {
        let args = [foreign, &name, &named.join(", ")];
        errors.refuse(c, &messages::C_WORD, &args);
    }
}
