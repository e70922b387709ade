//! How a backend stands on random programs, and on files of programs.

use super::EngineStatus;
use super::whole::Member;
use vyre_conform_spec::evidence::PROGRAMS_REQUIRED;
use vyre_conform_suite::plan::{Obligation, PROGRAMS, Part, Plan, PlanOptions, programs_length};
use vyre_conform_suite::record::{Outcome, Record};

/// How one backend stands on random programs, and on files of programs.
#[derive(Clone, Debug)]
pub struct ProgramsStanding {
    /// How many random programs were asked for.
    pub count: u64,
    /// Of how many it made what the interpreter makes.
    pub agreed: u64,
    /// How it stands on files of programs; none where no file was asked for.
    pub filetests: Option<FiletestsStanding>,
    /// What it reached on both.
    pub status: EngineStatus,
}

/// How one backend stands on files of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiletestsStanding {
    /// The number of calls and launches in the files.
    pub cases: u64,
    /// Of how many it gave the words.
    pub agreed: u64,
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

/// The reason why this count of random programs, of which this count agreed, does not suffice for L3.
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

/// The reason why this count of cases, of which this count agreed and none failed, does not suffice for L3.
pub(super) fn filetests_beyond(id: &str, agreed: u64, cases: u64) -> Option<String> {
    (agreed < cases).then(|| {
        format!("{id}: the backend ran {agreed} of {cases} cases; the others are beyond its limits")
    })
}

/// The standing of random programs and of files of programs on a backend of a plan, which these options made; `None`
/// where the plan has none.
pub fn programs_standing(
    plan: &Plan,
    backend: &str,
    records: &[Record],
    options: &PlanOptions,
) -> Option<ProgramsStanding> {
    let count = options.programs;
    let of = |part: Part| {
        let mut mine = plan.obligations().iter();
        let due = mine.find(|o| o.part == part && o.backend() == Some(backend))?;
        Some(of_record(due, records))
    };
    let (random, files) = (of(Part::Programs)?, of(Part::Filetests));
    let agreed = random.agreed;
    let mut ended = vec![
        random
            .ended
            .or_else(|| too_few(count, agreed).map(Lack::Missing)),
    ];
    let cases = programs_length(&Part::Filetests, options).unwrap_or(0);
    let filetests = files.map(|files| {
        let beyond = || filetests_beyond(&files.id, files.agreed, cases).map(Lack::Missing);
        ended.push(files.ended.or_else(beyond));
        FiletestsStanding {
            cases,
            agreed: files.agreed,
        }
    });
    Some(ProgramsStanding {
        count,
        agreed,
        filetests,
        status: status(ended.into_iter().flatten().collect()),
    })
}

/// How an obligation of programs ended.
struct OfRecord {
    id: String,
    agreed: u64,
    /// What is in the way of L3; nothing where it passed.
    ended: Option<Lack>,
}

/// What is in the way of L3.
enum Lack {
    Unsupported,
    Missing(String),
}

fn of_record(due: &Obligation, records: &[Record]) -> OfRecord {
    let record = records.iter().find(|r| r.obligation.id == due.id);
    let cases = record.map_or(0, |r| r.cases);
    let (agreed, ended) = match record.map(|r| &r.outcome) {
        Some(Outcome::Passed) => (cases, None),
        Some(Outcome::UnsupportedByBackend { .. }) => (0, Some(Lack::Unsupported)),
        Some(Outcome::Failed(failure)) => {
            let agreed = cases.saturating_sub(failure.failing);
            (agreed, Some(Lack::Missing(failure.headline.clone())))
        }
        Some(Outcome::NotRun(_)) | None => {
            (0, Some(Lack::Missing(format!("{} was not run", due.id))))
        }
    };
    let id = due.id.clone();
    OfRecord { id, agreed, ended }
}

fn status(lacks: Vec<Lack>) -> EngineStatus {
    let any = !lacks.is_empty();
    let missing = lacks.into_iter().filter_map(|lack| match lack {
        Lack::Missing(why) => Some(why),
        Lack::Unsupported => None,
    });
    let missing: Vec<String> = missing.collect();
    match (any, missing.is_empty()) {
        (false, _) => EngineStatus::Holds,
        (true, true) => EngineStatus::UnsupportedByBackend,
        (true, false) => EngineStatus::NotEstablished { missing },
    }
}
