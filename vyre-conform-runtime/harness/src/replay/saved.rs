//! Selection of the saved failures that a run replays, by claim.

use super::error::ReplayError;
use crate::options::Settings;
use crate::regressions::{RegressionStore, SavedCase, SavedClaim, StoreError};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input, InputSource};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_runtime::registry::{OpDef, Polarity};
use vyre_conform_suite::invariants::noted;
use vyre_conform_suite::plan::SavedCases;
use vyre_conform_suite::strategy::quietly;

/// Number of generated inputs that determine the column counts of an engine.
const SHAPES: u64 = 16;

/// The claims of an op's saved cases. A case of a law that is no longer declared counts as a value, and its trial
/// reports this. A case of a law that is now declared not to hold belongs to that law's own trial.
pub(crate) fn saved(def: &OpDef, cases: &[SavedCase]) -> SavedCases {
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
pub(crate) fn declared(def: &OpDef, claim: &SavedClaim) -> Option<usize> {
    match claim {
        SavedClaim::Law(text) => def.laws.iter().position(|law| law.text == text),
        SavedClaim::Parity | SavedClaim::Engine(_) => None,
    }
}

/// The operands that a case still gives: every run of consecutive values of the operand types.
pub(crate) fn operands_of<'v>(
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

/// Checks that the engine's inputs have the column count of a saved one.
pub(crate) fn fits(def: &EngineDef, case: &SavedCase) -> Result<(), ReplayError> {
    let Some(saved) = &case.engine else {
        return Err(ReplayError::NoInput);
    };
    let made = |source, make: &dyn Fn() -> Input| {
        quietly(|| noted(def.id, EngineFunction::Inputs, source, None, make)).ok()
    };
    let generated =
        (0..SHAPES).filter_map(|n| made(InputSource::Generated(n), &|| (def.inputs)(n)));
    let corpus = def.corpus.iter().enumerate();
    let corpus = corpus.filter_map(|(k, case)| made(InputSource::Corpus(k), &case.input));
    let mut taken: Vec<usize> = generated.chain(corpus).map(|i| i.columns.len()).collect();
    taken.sort_unstable();
    taken.dedup();
    let found = saved.columns.len();
    if taken.contains(&found) {
        Ok(())
    } else {
        Err(ReplayError::Columns { found, taken })
    }
}

/// The saved cases of an op or engine that this run replays.
pub(crate) fn cases_of(
    store: &RegressionStore,
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
pub(crate) fn add_saved(
    catalog: &Catalog,
    store: &RegressionStore,
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
