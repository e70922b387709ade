//! Selection by names from a catalog and a plan, for all commands with names.

use crate::exit::Failure;
use crate::suggestion::meant;
use vyre_conform_certificate::names::{Name, Names};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::plan::Plan;

/// The same names, with exact ids in place of ids and of unambiguous last parts.
pub(super) fn within(catalog: &Catalog, names: Names) -> Names {
    names.within(|name| {
        let op = catalog.find(name).map(|op| op.def.id);
        op.or_else(|| catalog.find_engine(name).map(|engine| engine.id))
    })
}

/// The first of the names that selects nothing of a plan: a user would believe that it ran.
pub(super) fn idle<'n>(names: &'n Names, plan: &Plan) -> Option<&'n Name> {
    let takes = |name: &Name| plan.obligations().iter().any(|o| name.takes(&o.op, &o.id));
    names.each().find(|name| !takes(name))
}

/// The ids of all ops and engines.
pub(super) fn ids(catalog: &Catalog) -> impl Iterator<Item = &str> {
    let ops = catalog.ops().iter().map(|op| op.def.id);
    ops.chain(catalog.engines().iter().map(|engine| engine.id))
}

/// The ops that these names select, sorted by id without duplicates; all without names.
///
/// # Errors
///
/// If a name selects none.
pub(super) fn ops<'c>(catalog: &'c Catalog, written: &[String]) -> Result<Vec<&'c Op>, Failure> {
    let names = within(catalog, Names::parse(written));
    let all = || catalog.ops().iter();
    let is_idle = |name: &&Name| !all().any(|op| name.takes_id(op.def.id));
    if let Some(idle) = names.each().find(is_idle) {
        let text = idle.text();
        let meant = meant(catalog, text);
        return Err(Failure::nothing(format!(
            "`{text}` names no op; `list` shows them{meant}"
        )));
    }
    let is_taken = |op: &&Op| names.is_empty() || names.take_id(op.def.id);
    Ok(all().filter(is_taken).collect())
}

/// True if one of these names denotes exactly this op, and is not a part of ids.
pub(super) fn is_named(catalog: &Catalog, written: &[String], op: &Op) -> bool {
    let names = within(catalog, Names::parse(written));
    let mut exact = names.each();
    exact.any(|name| matches!(name, Name::Exactly(id) if id == op.def.id))
}
