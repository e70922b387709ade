//! Rows of spec tables, evaluated with the references in this program: no certificate claims a row that they break.

use crate::certificate::{Evidence, OpEvidence, OutcomeName};
use rayon::prelude::*;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::Tolerance;
use vyre_conform_suite::strategy::{self, Reference};

/// The parts that claim rows which the reference of this program breaks.
pub(super) fn problems(evidence: &Evidence, catalog: &Catalog) -> Vec<String> {
    let ops = evidence.ops.par_iter();
    ops.filter_map(|op| broken_row(op, catalog)).collect()
}

/// The problem with the table of an op, if its part passed.
fn broken_row(op: &OpEvidence, catalog: &Catalog) -> Option<String> {
    let table = format!("{}::table", op.id);
    let mut parts = op.parts.iter();
    parts.find(|part| part.id == table && part.outcome == OutcomeName::Passed)?;
    let def = catalog.find(&op.id)?.def;
    let rows = strategy::rows(def, &Reference, Tolerance::EXACT);
    let first = rows.failures.first()?;
    let row = usize::try_from(first.case)
        .ok()
        .and_then(|row| def.rows.get(row));
    let line = row.map_or_else(String::new, |row| format!(", line {}", row.line));
    Some(format!(
        "{table} passed, but the reference of this program breaks {} of {} rows, first row {}{line}",
        rows.failures.len(),
        rows.rows,
        first.case + 1
    ))
}
