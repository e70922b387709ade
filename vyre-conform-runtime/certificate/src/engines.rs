//! Which engines hold on a backend.

use super::whole::{Member, Stands};
use std::collections::{BTreeSet, HashMap};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Skipped;
use vyre_conform_spec::Invariant;
use vyre_conform_suite::plan::{Obligation, Part, Plan};
use vyre_conform_suite::record::{Outcome, Record};

/// How one engine stands on one backend.
#[derive(Clone, Debug)]
pub struct EngineStanding {
    /// Id of the engine.
    pub engine: String,
    /// Slug of the backend.
    pub backend: String,
    /// Cases run, on the interpreter and on this backend.
    pub cases: u64,
    /// The invariants that hold on the interpreter and on this backend.
    pub holding: Vec<Invariant>,
    /// How many invariants are declared.
    pub declared: usize,
    /// Workgroup sizes that were left out.
    pub skipped: Vec<Skipped>,
    /// What it reached.
    pub status: EngineStatus,
}

/// What an engine reached on a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineStatus {
    /// Every obligation is met on the interpreter and on the backend.
    L3,
    /// Not every one.
    NotEstablished {
        /// What is missing.
        missing: Vec<String>,
    },
    /// The backend runs no whole programs.
    UnsupportedByBackend,
}

impl EngineStanding {
    /// The engine among what L3 is about.
    pub fn member(&self) -> Member<'_> {
        Member {
            id: &self.engine,
            stands: match &self.status {
                EngineStatus::L3 => Stands::Reached,
                EngineStatus::NotEstablished { .. } => Stands::Short,
                EngineStatus::UnsupportedByBackend => Stands::Unsupported("whole programs"),
            },
        }
    }
}

impl EngineStatus {
    /// `L3`, `not established` or `unsupported`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::L3 => "L3",
            Self::NotEstablished { .. } => "not established",
            Self::UnsupportedByBackend => "unsupported",
        }
    }
}

/// The standing of every engine on every backend of the plan. `records` may lack obligations: those
/// count as not run.
pub fn engine_standings(
    catalog: &Catalog,
    plan: &Plan,
    backends: &[String],
    records: &[Record],
) -> Vec<EngineStanding> {
    let by_id: HashMap<&str, &Record> = records
        .iter()
        .map(|r| (r.obligation.id.as_str(), r))
        .collect();
    let mut standings = vec![];
    for engine in catalog.engines() {
        for backend in backends {
            let here =
                |o: &&Obligation| o.op == engine.id && o.backend().is_none_or(|b| b == backend);
            let mine: Vec<&Obligation> = plan.obligations().iter().filter(here).collect();
            let found = |o: &&Obligation| by_id.get(o.id.as_str()).copied();
            let run: Vec<&Record> = mine.iter().filter_map(found).collect();
            let holds = |invariant: &Invariant| {
                let mut asked = mine.iter().filter(|o| asks(o, *invariant));
                asked.all(|o| found(o).is_some_and(|r| r.outcome.passed()))
            };
            let skipped: BTreeSet<Skipped> =
                run.iter().flat_map(|r| r.skipped.iter().cloned()).collect();
            standings.push(EngineStanding {
                engine: engine.id.into(),
                backend: backend.clone(),
                cases: run.iter().map(|r| r.cases).sum(),
                holding: engine.invariants.iter().copied().filter(holds).collect(),
                declared: engine.invariants.len(),
                skipped: skipped.into_iter().collect(),
                status: status(&mine, &by_id),
            });
        }
    }
    standings
}

fn asks(obligation: &Obligation, invariant: Invariant) -> bool {
    obligation.part == Part::Engine(vyre_conform_runtime::engine::Check::Invariant(invariant))
}

fn status(mine: &[&Obligation], records: &HashMap<&str, &Record>) -> EngineStatus {
    let mut missing = vec![];
    let mut unsupported = false;
    for obligation in mine {
        match records.get(obligation.id.as_str()).map(|r| &r.outcome) {
            Some(Outcome::Passed) => {}
            Some(Outcome::UnsupportedByBackend { .. }) => unsupported = true,
            Some(Outcome::Failed(failure)) => missing.push(failure.headline.clone()),
            Some(Outcome::NotRun(_)) | None => {
                missing.push(format!("{} was not run", obligation.id))
            }
        }
    }
    // What failed elsewhere, such as on the interpreter, is not hidden by a backend that runs no
    // programs.
    match (missing.is_empty(), unsupported) {
        (true, false) => EngineStatus::L3,
        (true, true) => EngineStatus::UnsupportedByBackend,
        (false, _) => EngineStatus::NotEstablished { missing },
    }
}
