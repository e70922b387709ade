//! The engines of the closing summary.

use super::{REASONS, count, first_line};
use crate::certify::{EngineStanding, EngineStatus, Standing, lacks_l3};
use std::fmt::Write;

/// The engines on a backend, and whether it reaches L3.
pub(super) fn section(
    out: &mut String,
    backend: &str,
    ops: &[Standing],
    engines: &[EngineStanding],
) {
    let rows: Vec<_> = engines
        .iter()
        .filter(|e| e.backend == backend && e.cases > 0)
        .collect();
    let width = rows.iter().map(|e| e.engine.len()).max().unwrap_or(6);
    if !rows.is_empty() {
        let _ = writeln!(
            out,
            "  {:width$}  level             cases  invariants that hold",
            "engine"
        );
    }
    for row in &rows {
        let (level, cases) = (row.status.name(), count(row.cases));
        let (holding, declared) = (row.holding.len(), row.declared);
        let _ = writeln!(
            out,
            "  {:width$}  {level:<15} {cases:>7}  {holding} of {declared}",
            row.engine
        );
    }
    for row in &rows {
        for skipped in &row.skipped {
            let _ = writeln!(out, "  left out: {}: {skipped}", row.engine);
        }
    }
    let missing = lacks_l3(backend, ops, engines);
    if missing.is_empty() {
        let _ = writeln!(out, "  L3 established on {backend}: {} engines", rows.len());
        return;
    }
    let reached = rows.iter().filter(|e| e.status == EngineStatus::L3).count();
    let _ = writeln!(
        out,
        "  L3 not established on {backend}: reached by {reached} of {} engines",
        engines.iter().filter(|e| e.backend == backend).count()
    );
    for reason in missing.iter().take(REASONS) {
        let _ = writeln!(out, "  missing: {}", first_line(reason));
    }
    if missing.len() > REASONS {
        let _ = writeln!(
            out,
            "  missing: and {} more for L3",
            missing.len() - REASONS
        );
    }
}
