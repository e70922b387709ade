//! What a backend lacks for an obligation, known before it is met.

use super::{Implementation, Obligation, Part};
use crate::backend::{Backend, MissingSupport, availability};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::LawParam;

/// The missing features of a backend that runs ops alone.
pub const WHOLE_PROGRAMS: &str = "whole programs";

/// The missing features of the backend for what this obligation of an op loads: the subject, and the ops that its law
/// names.
pub fn lacking(
    catalog: &Catalog,
    backend: &dyn Backend,
    obligation: &Obligation,
    op: &Op,
) -> Option<String> {
    let lacks = |op: &Op, alternate| match availability(op, alternate, backend) {
        Err(MissingSupport::Hardware(hardware)) => Some(hardware),
        // What is translated wrong is identified by the trial.
        _ => None,
    };
    let alternate = match &obligation.question.subject {
        Implementation::Alternate { name, .. } => {
            Some(op.def.alternates.iter().find(|a| a.name == *name)?)
        }
        _ => None,
    };
    let own = lacks(op, alternate);
    let (Part::Law { law, .. } | Part::Regressions { law: Some(law) }) = &obligation.part else {
        return own;
    };
    let params = op.def.laws.get(*law)?.params.iter();
    let mut named = params.filter_map(|param| match param {
        LawParam::Op(named) => catalog.by_key(named.key),
        _ => None,
    });
    own.or_else(|| named.find_map(|op| lacks(op, None)))
}
