//! A declared law, resolved and fitted to the function.

use super::unify::{Mismatch, Typing};
use super::{
    Function, Literal, Ty, bare, claim_text, count, custom, example_values, law_form, tuple,
};
use crate::decl::{LawDecl, LawEntry};
use crate::errors::Errors;
use crate::messages;
use crate::text::{nearest, source};
use proc_macro2::Ident;
use syn::{Expr, Path};
use vyre_conform_spec::{Form, Law, ParamKind, ValueType, law};

/// A declared law.
pub(crate) struct LawModel {
    pub(crate) law: &'static Law,
    pub(crate) form: &'static Form,
    /// The name as written, for messages.
    pub(crate) name: Ident,
    /// The parameters in order, without `holds`.
    pub(crate) params: Vec<ParamModel>,
    /// True if it is declared to hold.
    pub(crate) holds: bool,
    /// Values that break it, one per variable; empty if it holds.
    pub(crate) witness: Vec<Expr>,
    /// True if it is checked at run time only.
    pub(crate) at_run: bool,
    /// `Identity(0)`, `Not(Commutative)`.
    pub(crate) text: String,
    pub(crate) typing: Typing,
}

/// A parameter of a declared law.
pub(crate) enum ParamModel {
    /// A value with its type; `None` if only an op that the law names determines the type.
    Value(Box<(Expr, Option<Ty>)>),
    /// An op.
    Op(Path),
}

impl LawModel {
    /// Resolves the law and fits it to the function, or refuses it.
    pub(crate) fn resolve(errors: &Errors, decl: LawDecl, function: &Function) -> Option<Self> {
        let LawDecl {
            negation,
            mut entry,
        } = decl;
        let written = law_text(&entry);
        let law = if entry.name == custom::CUSTOM {
            // If a function cannot be an op, its signature is refused instead of each law.
            let (law, params) = function
                .is_op()
                .then(|| custom::law(errors, &entry, function))??;
            entry.params = params;
            law
        } else {
            find(errors, &entry.name)?
        };
        let negated = negation.is_some();
        let holds = polarity(errors, law, &entry, (negated, function))?;
        let typing = fit(errors, law, &entry, function)?;
        let form = law.form(function.operands.len())?;
        let params = params(errors, law, form, &entry, &typing)?;
        let variables = form.claim.variables();
        let shape = (variables, &*example_values(function, variables));
        let witness = witness(errors, law, shape, &entry, &written, holds)?;
        let mut text = if law.is_custom() {
            format!("custom({}, {})", law.name, claim_text(law, &form.claim))
        } else {
            written
        };
        if negation.is_some() {
            text = format!("Not({text})");
        }
        Some(Self {
            law,
            form,
            params,
            holds,
            witness,
            at_run: entry.at_run,
            text,
            typing,
            name: entry.name,
        })
    }
}

/// Name and parameters as written: `Identity(0)`; for a custom law its name.
fn law_text(entry: &LawEntry) -> String {
    if let (true, [name, _]) = (entry.name == custom::CUSTOM, entry.params.as_slice()) {
        return format!("{}({}, ..)", entry.name, source(name));
    }
    let params: Vec<_> = entry.params.iter().map(|p| source(bare(p))).collect();
    match params.as_slice() {
        [] => entry.name.to_string(),
        params => format!("{}({})", entry.name, params.join(", ")),
    }
}

fn find(errors: &Errors, name: &Ident) -> Option<&'static Law> {
    let written = name.to_string();
    let law = law::find(&written);
    if law.is_none() {
        let names = law::laws().iter().map(|law| law.name);
        let hint = match nearest(&written, names.clone()).and_then(law::find) {
            Some(law) => format!("did you mean `{}`?", law_form(law)),
            None => format!(
                "the laws are {}; one of your own is `custom(name, |f, a, b| f(a, f(a, b)) == b)`",
                names.collect::<Vec<_>>().join(", ")
            ),
        };
        errors.refuse(name, &messages::UNKNOWN_LAW, &[&written, &hint]);
    }
    law
}

/// The polarity of the law; also checks the number of parameters.
fn polarity(
    errors: &Errors,
    law: &'static Law,
    entry: &LawEntry,
    (not, function): (bool, &Function),
) -> Option<bool> {
    if entry.params.len() != law.params.len() {
        let given = match entry.params.len() {
            0 => "none is".to_owned(),
            1 => "1 is".to_owned(),
            n => format!("{n} are"),
        };
        let takes = count(law.params.len(), "parameter");
        let args = [law.name, &takes, &given, &law_form(law)];
        errors.refuse(&entry.name, &messages::LAW_PARAMETERS, &args);
        return None;
    }
    let Some(at) = law.params.iter().position(|p| p.kind == ParamKind::Holds) else {
        return Some(!not);
    };
    let values = example_values(function, function.operands.len());
    if not {
        let form = format!("{}(false, witness = {values})", law.name);
        errors.refuse(&entry.name, &messages::NOT_WHAT, &[&form]);
        return None;
    }
    match Literal::from_expr(&entry.params[at]) {
        Some(Literal::Bool(holds)) => Some(holds),
        _ => {
            let args = [law.name, &*values];
            errors.refuse(&entry.params[at], &messages::LAW_HOLDS_PARAMETER, &args);
            None
        }
    }
}

/// The suggestion for a law that does not exist for this arity: the one-sided or single-operand
/// variants of the law.
fn instead(law: &Law, arity: usize) -> String {
    const SIDES: [&str; 2] = ["Left", "Right"];
    let alone = SIDES
        .iter()
        .find_map(|side| law.name.strip_prefix(side))
        .unwrap_or(law.name);
    let names = SIDES
        .iter()
        .map(|side| format!("{side}{alone}"))
        .chain([alone.to_owned()]);
    let fitting = names
        .filter_map(|name| law::find(&name))
        .filter(|other| other.name != law.name && other.form(arity).is_some());
    let fitting: Vec<String> = fitting.map(|law| format!("`{}`", law_form(law))).collect();
    match fitting.as_slice() {
        [] => "remove it".to_owned(),
        some => format!("write {}, or remove it", some.join(" or ")),
    }
}

fn fit(
    errors: &Errors,
    law: &'static Law,
    entry: &LawEntry,
    function: &Function,
) -> Option<Typing> {
    // If a function cannot be an op, its signature is refused instead of each law.
    if !function.is_op() {
        return None;
    }
    let (name, arity) = (function.name(), function.operands.len());
    let Some(form) = law.form(arity) else {
        let arities: Vec<_> = law.forms.iter().map(|f| f.arity.to_string()).collect();
        let requested = match law.forms {
            [form] => count(form.arity, "operand"),
            _ => format!("{} operands", arities.join(" or ")),
        };
        let claim = claim_text(law, &law.forms[0].claim);
        let takes = count(arity, "operand");
        let instead = instead(law, arity);
        let args = [law.name, &requested, &name, &takes, &claim, &instead];
        errors.refuse(&entry.name, &messages::LAW_ARITY, &args);
        return None;
    };
    let result = &function.result;
    let never_predicate = result.is_float() || result.known.is_some_and(|ty| !ty.is_ordered());
    if form.predicate && never_predicate {
        let args = [law.name, &name, &result.text()];
        errors.refuse(&entry.name, &messages::LAW_PREDICATE, &args);
        return None;
    }
    let claim = claim_text(law, &form.claim);
    match Typing::new(law, form, function) {
        Ok(typing) => Some(typing),
        Err(Mismatch::Types { left: l, right: r }) => {
            let args = [law.name, &name, &l.what, &l.ty, &r.what, &r.ty, &claim];
            errors.refuse(&entry.name, &messages::LAW_TYPES, &args);
            None
        }
        Err(Mismatch::Order(part)) => {
            let args = [law.name, &name, &part.what, &part.ty, &claim];
            errors.refuse(&entry.name, &messages::LAW_ORDER, &args);
            None
        }
        Err(Mismatch::Sum(part)) => {
            let args = [law.name, &name, &part.what, &part.ty, &claim];
            errors.refuse(&entry.name, &messages::LAW_SUM, &args);
            None
        }
    }
}

fn params(
    errors: &Errors,
    law: &'static Law,
    form: &'static Form,
    entry: &LawEntry,
    typing: &Typing,
) -> Option<Vec<ParamModel>> {
    let mut params = Vec::new();
    let mut complete = true;
    for (k, (parameter, written)) in law.params.iter().zip(&entry.params).enumerate() {
        match (parameter.kind, bare(written)) {
            (ParamKind::Holds, _) => {}
            (ParamKind::Op, Expr::Path(path)) if path.qself.is_none() => {
                params.push(ParamModel::Op(path.path.clone()));
            }
            (ParamKind::Op, other) => {
                let form = format!("{}(path::to::op)", law.name);
                errors.refuse(
                    other,
                    &messages::LAW_OP_PARAMETER,
                    &[parameter.name, law.name, &form],
                );
                complete = false;
            }
            (_, value) => {
                let ty = typing.value(k);
                let unknown = ty.is_none()
                    && typing.result_like(k).is_none()
                    && typing.operand_like_value(k).is_none();
                if unknown {
                    errors.refuse(value, &messages::CUSTOM_UNTYPED, &[&source(value)]);
                    complete = false;
                }
                let known = ty.as_ref().and_then(|ty| ty.known);
                let known = known.filter(|ty| !value_fits(value, *ty));
                if let Some(known) = known {
                    let claim = claim_text(law, &form.claim);
                    let args = [
                        &source(value),
                        known.rust_name(),
                        parameter.name,
                        law.name,
                        &claim,
                    ];
                    errors.refuse(value, &messages::LAW_VALUE, &args);
                    complete = false;
                }
                params.push(ParamModel::Value(Box::new((value.clone(), ty))));
            }
        }
    }
    complete.then_some(params)
}

/// True if an expression may be a value of the type: only literals are decided here.
fn value_fits(value: &Expr, ty: ValueType) -> bool {
    Literal::from_expr(value).is_none_or(|literal| literal.fits(ty))
}

fn witness(
    errors: &Errors,
    law: &'static Law,
    (variables, shape): (usize, &str),
    entry: &LawEntry,
    written: &str,
    holds: bool,
) -> Option<Vec<Expr>> {
    let mut text: Vec<_> = entry.params.iter().map(|p| source(bare(p))).collect();
    match &entry.witness {
        None if holds => Some(Vec::new()),
        Some(witness) if holds => {
            errors.refuse(witness, &messages::WITNESS_OF_TRUE_LAW, &[written]);
            None
        }
        None => {
            let negated = law.params.iter().any(|p| p.kind == ParamKind::Holds);
            let (law_text, form) = if negated {
                text.push(format!("witness = {shape}"));
                (
                    law.name.to_owned(),
                    format!("{}({})", law.name, text.join(", ")),
                )
            } else {
                let form = format!("Not({written}, witness = {shape})");
                (written.to_owned(), form)
            };
            let args = [&*law_text, &form];
            errors.refuse(&entry.name, &messages::REFUTATION_WITHOUT_WITNESS, &args);
            None
        }
        Some(witness) => match tuple(witness, variables) {
            Ok(values) => Some(values),
            Err(value_count) => {
                let actual = count(value_count, "value");
                let args = [&*actual, law.name, &count(variables, "variable"), shape];
                errors.refuse(witness, &messages::WITNESS_ARITY, &args);
                None
            }
        },
    }
}
