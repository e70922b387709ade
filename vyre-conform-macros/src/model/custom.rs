//! Custom laws: `custom(cancels, |f, a, b| f(a, f(a, b)) == b)`, parsed into a claim about the op.
//!
//! The closure is never compiled. Its first parameter is the op; the others are the variables, which
//! reports call `a`, `b`, `c`, `d` in order. Other names become parameters of the law: the path of a
//! called function is an op, and a literal or a constant is a value.

mod reader;

use super::{Function, bare, claim_text, law_form};
use crate::decl::LawEntry;
use crate::errors::Errors;
use crate::messages;
use proc_macro2::Ident;
use reader::Reader;
use syn::Expr;
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{Form, Law, Parameter, law};

/// The keyword that replaces the name of a law from the table.
pub(super) const CUSTOM: &str = "custom";

/// The law of an entry `custom(name, |f, ..| ..)` of this function, and its parameters. The law is
/// leaked, which is harmless because a macro process is short-lived.
pub(super) fn law(
    errors: &Errors,
    entry: &LawEntry,
    function: &Function,
) -> Option<(&'static Law, Vec<Expr>)> {
    let [name, closure] = entry.params.as_slice() else {
        errors.refuse(&entry.name, &messages::CUSTOM_FORM, &[]);
        return None;
    };
    let name = self::name(errors, name)?;
    let Expr::Closure(closure) = bare(closure) else {
        errors.refuse(closure, &messages::CUSTOM_FORM, &[]);
        return None;
    };
    let mut reader = Reader::new(errors, closure, function)?;
    let claim = reader.claim(bare(&closure.body))?;
    reader.admit(closure, &claim)?;
    let params: Vec<Parameter> = reader.params.iter().map(|(param, _)| *param).collect();
    let mut law = Law {
        name: leaked(name.to_string()),
        params: params.leak(),
        forms: vec![Form {
            arity: function.operands.len(),
            predicate: false,
            claim,
        }]
        .leak(),
        docs: "",
        obeyed_by: "",
        broken_by: "",
    };
    known(errors, &name, &law)?;
    let letters = VARIABLES[..claim.variables()].join(", ");
    law.docs = leaked(format!("For all {letters}: {}.", claim_text(&law, &claim)));
    let params = reader.params.into_iter().map(|(_, expr)| expr);
    Some((Box::leak(Box::new(law)), params.collect()))
}

fn leaked(text: String) -> &'static str {
    text.leak()
}

/// The normal form in which names are compared, as in trial names: `MyLaw` is `my_law`.
pub(crate) fn plain(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

fn name(errors: &Errors, written: &Expr) -> Option<Ident> {
    let ident = match bare(written) {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().cloned(),
        _ => None,
    };
    let Some(ident) = ident else {
        errors.refuse(written, &messages::CUSTOM_FORM, &[]);
        return None;
    };
    let text = ident.to_string();
    let used = law::laws()
        .iter()
        .find(|law| plain(law.name) == plain(&text));
    if let Some(used) = used {
        errors.refuse(&ident, &messages::CUSTOM_NAME, &[&text, used.name]);
        return None;
    }
    // Trials are named after it, and `not_` would collide with `Not(..)` of another law.
    if text.starts_with("not_") || text.starts_with("r#") || plain(&text).is_empty() {
        errors.refuse(&ident, &messages::CUSTOM_NAME_FORM, &[&text]);
        return None;
    }
    Some(ident)
}

/// Refuses a law that is already in the table.
fn known(errors: &Errors, name: &Ident, new: &Law) -> Option<()> {
    let form = new.forms.first()?;
    let kinds = |law: &Law| law.params.iter().map(|p| p.kind).collect::<Vec<_>>();
    let same = |law: &&Law| {
        let claims = law.form(form.arity).map(|f| (f.predicate, f.claim));
        claims == Some((false, form.claim)) && kinds(law) == kinds(new)
    };
    match law::laws().iter().find(same) {
        Some(law) => {
            let args = [&*name.to_string(), &law_form(law)];
            errors.refuse(name, &messages::CUSTOM_KNOWN, &args);
            None
        }
        None => Some(()),
    }
}
