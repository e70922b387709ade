//! Selection of the saved failures that a run replays, by claim.

use super::replay::retire_command;
use super::run::fits;
use super::{Context, Settings};
use crate::regressions::{SavedCase, SavedClaim, Store, StoreError};
use std::path::Path;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::{OpDef, Polarity};
use vyre_conform_suite::plan::SavedCases;

/// The claims of an op's saved cases. A case of a law that is no longer declared counts as a value, and its trial
/// reports this. A case of a law that is now declared not to hold belongs to that law's own trial.
pub(super) fn saved(def: &OpDef, cases: &[SavedCase]) -> SavedCases {
    let mut saved = SavedCases {
        op: def.id.into(),
        ..SavedCases::default()
    };
    for case in cases {
        match declared(def, &case.claim) {
            None => saved.values |= replays(def, case),
            Some(law) if matches!(def.laws[law].polarity, Polarity::Refuted { .. }) => {}
            Some(law) if saved.laws.contains(&law) => {}
            Some(law) => saved.laws.push(law),
        }
    }
    saved
}

/// Index of the declared law of a claim.
pub(super) fn declared(def: &OpDef, claim: &SavedClaim) -> Option<usize> {
    match claim {
        SavedClaim::Law(text) => def.laws.iter().position(|law| law.text == text),
        SavedClaim::Parity | SavedClaim::Engine(_) => None,
    }
}

/// The operands that a case still gives: every run of consecutive values of the operand types.
pub(super) fn operands_of<'v>(
    def: &OpDef,
    values: &'v [Value],
) -> impl Iterator<Item = &'v [Value]> + use<'v> {
    let types = def.op.signature.operands;
    let fits = |run: &&[Value]| run.iter().map(Value::ty).eq(types.iter().copied());
    values.windows(types.len().max(1)).filter(fits)
}

/// True if a case without a declared law is replayed, if only to report that it cannot be. The exception is a retired
/// one whose values no longer fit.
pub(crate) fn replays(def: &OpDef, case: &SavedCase) -> bool {
    let values = case.values().unwrap_or_default();
    case.retired.is_none() || operands_of(def, &values).next().is_some()
}

/// True if a case of an engine is replayed, if only to report that it cannot be.
pub(crate) fn engine_replays(def: &EngineDef, case: &SavedCase) -> bool {
    case.retired.is_none() || fits(def, case).is_ok()
}

impl Context {
    /// The command that retires a saved case.
    pub(super) fn retire(&self, id: &str, number: usize) -> String {
        let root = self.store().folder().parent();
        let root = root.filter(|root| !root.as_os_str().is_empty());
        let root = root.unwrap_or(Path::new("."));
        retire_command(self.settings().program.as_deref(), root, id, number)
    }
}

/// The saved cases of an op or engine that this run replays.
pub(super) fn cases_of(
    store: &Store,
    settings: &Settings,
    op: &str,
) -> Result<Vec<SavedCase>, StoreError> {
    let counted = settings.saved.as_ref().map(|counts| counts.get(op));
    if counted == Some(None) {
        return Ok(vec![]);
    }
    let mut cases = store.load(op)?;
    if let Some(work) = &settings.work {
        cases.retain(|case| case.work.as_ref() != Some(work));
    }
    if let Some(counts) = &settings.saved {
        cases.truncate(counts.get(op).copied().unwrap_or(0));
    }
    Ok(cases)
}

/// Adds the saved failures of all ops and engines to the plan's settings.
pub(super) fn add_saved(
    catalog: &Catalog,
    store: &Store,
    settings: &mut Settings,
) -> Result<(), StoreError> {
    for op in catalog.ops() {
        let cases = cases_of(store, settings, op.def.id)?;
        settings.plan.regressions.push(saved(op.def, &cases));
    }
    for engine in catalog.engines() {
        let cases = cases_of(store, settings, engine.id)?;
        settings.plan.regressions.push(SavedCases {
            op: engine.id.into(),
            values: cases.iter().any(|case| engine_replays(engine, case)),
            laws: vec![],
        });
    }
    Ok(())
}
