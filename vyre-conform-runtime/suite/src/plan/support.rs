//! Missing features of a backend for an obligation, determined before it runs.

use super::{Implementation, Obligation, Part};
use crate::backend::{Backend, MissingSupport, availability};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::LawParam;

/// The lack of a backend that runs only ops.
pub const WHOLE_PROGRAMS: &str = "whole programs";

/// The missing features of the backend for an op's obligation: for the subject and for the ops that its law names.
pub fn missing_support(
    catalog: &Catalog,
    backend: &dyn Backend,
    obligation: &Obligation,
    op: &Op,
) -> Option<String> {
    let lacks = |op: &Op, alternate| match availability(op, alternate, backend) {
        Err(MissingSupport::Hardware(hardware)) => Some(hardware),
        // The trial reports faults of the translation.
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
