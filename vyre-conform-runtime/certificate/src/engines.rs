//! Standing of engines on backends.

use super::library_level::{Member, MemberStatus};
use std::collections::{BTreeSet, HashMap};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::SkippedSize;
use vyre_conform_spec::{EngineKind, Invariant, Level};
use vyre_conform_suite::plan::numbers::ENGINE_INPUTS_REQUIRED;
use vyre_conform_suite::plan::{Obligation, Part, Plan, PlanOptions, WHOLE_PROGRAMS};
use vyre_conform_suite::record::{Outcome, Record};

/// Standing of one engine on one backend.
#[derive(Clone, Debug)]
pub struct EngineStanding {
    /// Id of the engine.
    pub engine: String,
    /// Its kind, which decides the levels that it counts for.
    pub kind: EngineKind,
    /// Slug of the backend.
    pub backend: String,
    /// Number of cases that ran on the interpreter and on this backend.
    pub cases: u64,
    /// The invariants that hold on the interpreter and on this backend.
    pub holding: Vec<Invariant>,
    /// Number of declared invariants.
    pub declared: usize,
    /// Workgroup sizes that the backend skipped.
    pub skipped: Vec<SkippedSize>,
    /// Its status.
    pub status: EngineStatus,
}

/// Status of an engine on a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineStatus {
    /// All obligations hold on the interpreter and on the backend.
    Holds,
    /// Some obligation does not hold.
    NotEstablished {
        /// The missing features.
        missing: Vec<String>,
    },
    /// The backend cannot run programs.
    UnsupportedByBackend,
    /// The backend lacks the hardware feature of an op that the engine calls.
    MissingHardware {
        /// The feature, with the op.
        hardware: String,
    },
}

impl EngineStanding {
    /// The engine as a member of levels, with its kind.
    pub fn member(&self) -> (EngineKind, Member<'_>) {
        let status = self.status.member_status();
        let id = &self.engine;
        (self.kind, Member { id, status })
    }

    /// The level that it reached, `not established` or `unsupported`.
    pub const fn level(&self) -> &'static str {
        self.status.name(self.kind.level())
    }
}

impl EngineStatus {
    /// The standing of an engine, or of the random programs, with this status.
    pub fn member_status(&self) -> MemberStatus<'_> {
        match self {
            Self::Holds => MemberStatus::Reached,
            Self::NotEstablished { .. } => MemberStatus::NotReached,
            Self::UnsupportedByBackend => MemberStatus::Unsupported(WHOLE_PROGRAMS),
            Self::MissingHardware { hardware } => MemberStatus::unsupported(hardware),
        }
    }

    /// The status after this number of generated inputs for every check.
    fn with_inputs(self, engine: &str, inputs: u64) -> Self {
        match (self, too_few(engine, inputs)) {
            (Self::Holds, Some(reason)) => Self::NotEstablished {
                missing: vec![reason],
            },
            (status, _) => status,
        }
    }

    /// The level if it is established, otherwise `not established` or `unsupported`.
    pub const fn name(&self, level: Level) -> &'static str {
        match self {
            Self::Holds => level.name(),
            Self::NotEstablished { .. } => "not established",
            Self::UnsupportedByBackend | Self::MissingHardware { .. } => "unsupported",
        }
    }
}

/// The reason why this number of generated inputs does not suffice for a level of an engine, if any.
pub(super) fn too_few(engine: &str, inputs: u64) -> Option<String> {
    (inputs < ENGINE_INPUTS_REQUIRED).then(|| {
        format!(
            "{engine}: each check ran {inputs} generated inputs; a level needs {ENGINE_INPUTS_REQUIRED}"
        )
    })
}

/// The standing of every engine of the plan on every backend. `records` may lack obligations: those
/// count as not run.
pub fn engine_standings(
    catalog: &Catalog,
    plan: &Plan,
    backends: &[String],
    records: &[Record],
    options: &PlanOptions,
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
            if mine.is_empty() {
                continue;
            }
            let found = |o: &&Obligation| by_id.get(o.id.as_str()).copied();
            let run: Vec<&Record> = mine.iter().filter_map(found).collect();
            let holds = |invariant: &Invariant| {
                let mut asked = mine.iter().filter(|o| asks(o, *invariant));
                asked.all(|o| found(o).is_some_and(|r| r.outcome.passed()))
            };
            let skipped: BTreeSet<SkippedSize> =
                run.iter().flat_map(|r| r.skipped.iter().cloned()).collect();
            standings.push(EngineStanding {
                engine: engine.id.into(),
                kind: engine.kind,
                backend: backend.clone(),
                cases: run.iter().map(|r| r.cases).sum(),
                holding: engine.invariants.iter().copied().filter(holds).collect(),
                declared: engine.invariants.len(),
                skipped: skipped.into_iter().collect(),
                status: status(&mine, &by_id).with_inputs(engine.id, options.engine_inputs),
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
    let mut unsupported = None;
    for obligation in mine {
        match records.get(obligation.id.as_str()).map(|r| &r.outcome) {
            Some(Outcome::Passed) => {}
            Some(Outcome::UnsupportedByBackend { hardware }) => unsupported = Some(hardware),
            Some(Outcome::Failed(failure)) => missing.push(failure.headline.clone()),
            Some(Outcome::NotRun(_)) | None => {
                missing.push(format!("{} was not run", obligation.id))
            }
        }
    }
    // A backend that runs no programs does not hide failures elsewhere, such as on the interpreter.
    match (missing.is_empty(), unsupported) {
        (true, None) => EngineStatus::Holds,
        (true, Some(what)) if what == WHOLE_PROGRAMS => EngineStatus::UnsupportedByBackend,
        (true, Some(what)) => EngineStatus::MissingHardware {
            hardware: what.clone(),
        },
        (false, _) => EngineStatus::NotEstablished { missing },
    }
}
