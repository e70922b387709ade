//! How a backend stands on random programs.

use super::EngineStatus;
use super::whole::Member;
use vyre_conform_spec::evidence::PROGRAMS_REQUIRED;
use vyre_conform_suite::plan::{PROGRAMS, Part, Plan};
use vyre_conform_suite::record::{Outcome, Record};

/// How one backend stands on random programs.
#[derive(Clone, Debug)]
pub struct ProgramsStanding {
    /// How many were asked for.
    pub count: u64,
    /// Of how many it made what the interpreter makes.
    pub agreed: u64,
    /// What it reached.
    pub status: EngineStatus,
}

impl ProgramsStanding {
    /// The programs among what L3 is about.
    pub fn member(&self) -> Member<'_> {
        Member {
            id: PROGRAMS,
            stands: self.status.stands(),
        }
    }
}

/// Why this count of random programs, of which this count agreed, does not suffice for L3.
pub(super) fn too_few(count: u64, agreed: u64) -> Option<String> {
    if agreed < count {
        return Some(format!(
            "{PROGRAMS}: the backend ran {agreed} of {count} random programs; the others are beyond its limits"
        ));
    }
    (count < PROGRAMS_REQUIRED).then(|| {
        format!("{PROGRAMS}: {count} random programs were run, and L3 needs {PROGRAMS_REQUIRED}")
    })
}

/// The standing of random programs on a backend of the plan, of which `count` were asked for; `None` where the plan has
/// none.
pub fn programs_standing(
    plan: &Plan,
    backend: &str,
    records: &[Record],
    count: u64,
) -> Option<ProgramsStanding> {
    let mut mine = plan.obligations().iter();
    let due = mine.find(|o| o.part == Part::Programs && o.backend() == Some(backend))?;
    let record = records.iter().find(|r| r.obligation.id == due.id);
    let cases = record.map_or(0, |r| r.cases);
    let not = |why: String| EngineStatus::NotEstablished { missing: vec![why] };
    let (status, agreed) = match record.map(|r| &r.outcome) {
        Some(Outcome::Passed) => match too_few(count, cases) {
            None => (EngineStatus::Holds, cases),
            Some(why) => (not(why), cases),
        },
        Some(Outcome::UnsupportedByBackend { .. }) => (EngineStatus::UnsupportedByBackend, 0),
        Some(Outcome::Failed(failure)) => {
            let agreed = cases.saturating_sub(failure.failing);
            (not(failure.headline.clone()), agreed)
        }
        Some(Outcome::NotRun(_)) | None => (not(format!("{} was not run", due.id)), 0),
    };
    Some(ProgramsStanding {
        count,
        agreed,
        status,
    })
}
