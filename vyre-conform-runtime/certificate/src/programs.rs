//! Standing of a backend on random programs and on files of programs.

use super::engines::EngineStatus;
use super::library_level::Member;
use vyre_conform_spec::evidence::PROGRAMS_REQUIRED;
use vyre_conform_suite::plan::{Obligation, PROGRAMS, Part, Plan, PlanOptions, programs_length};
use vyre_conform_suite::record::{Outcome, Record};

/// Standing of one backend on random programs and on files of programs.
#[derive(Clone, Debug)]
pub struct ProgramsStanding {
    /// Number of random programs requested.
    pub count: u64,
    /// Number of programs whose results equal the interpreter's.
    pub agreed: u64,
    /// Standing on files of programs; `None` if none were requested.
    pub filetests: Option<FiletestsStanding>,
    /// Status on both.
    pub status: EngineStatus,
}

/// Standing of one backend on files of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiletestsStanding {
    /// Number of calls and launches in the files.
    pub cases: u64,
    /// Number of cases with the expected words.
    pub agreed: u64,
}

impl ProgramsStanding {
    /// The programs as a member of L3.
    pub fn member(&self) -> Member<'_> {
        Member {
            id: PROGRAMS,
            status: self.status.member_status(),
        }
    }
}

/// The reason why these counts of random programs do not suffice for L3, if any.
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

/// The reason why these counts of file cases without failures do not suffice for L3, if any.
pub(super) fn filetests_beyond(id: &str, agreed: u64, cases: u64) -> Option<String> {
    (agreed < cases).then(|| {
        format!("{id}: the backend ran {agreed} of {cases} cases; the others are beyond its limits")
    })
}

/// The standing of random programs and of files of programs on a backend; `None` if the plan has none.
pub fn programs_standing(
    plan: &Plan,
    backend: &str,
    records: &[Record],
    options: &PlanOptions,
) -> Option<ProgramsStanding> {
    let count = options.programs;
    let of = |part: Part| {
        let mut mine = plan.obligations().iter();
        let obligation = mine.find(|o| o.part == part && o.backend() == Some(backend))?;
        Some(of_record(obligation, records))
    };
    let (random, files) = (of(Part::Programs)?, of(Part::Filetests));
    let agreed = random.agreed;
    let mut ended = vec![
        random
            .gap
            .or_else(|| too_few(count, agreed).map(L3Gap::Missing)),
    ];
    let cases = programs_length(&Part::Filetests, options).unwrap_or(0);
    let filetests = files.map(|files| {
        let beyond = || filetests_beyond(&files.id, files.agreed, cases).map(L3Gap::Missing);
        ended.push(files.gap.or_else(beyond));
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

/// Result of an obligation of programs.
struct ProgramResult {
    id: String,
    agreed: u64,
    /// The missing feature of L3; `None` if it passed.
    gap: Option<L3Gap>,
}

/// Missing feature of L3.
enum L3Gap {
    Unsupported,
    Missing(String),
}

fn of_record(expected: &Obligation, records: &[Record]) -> ProgramResult {
    let record = records.iter().find(|r| r.obligation.id == expected.id);
    let cases = record.map_or(0, |r| r.cases);
    let (agreed, gap) = match record.map(|r| &r.outcome) {
        Some(Outcome::Passed) => (cases, None),
        Some(Outcome::UnsupportedByBackend { .. }) => (0, Some(L3Gap::Unsupported)),
        Some(Outcome::Failed(failure)) => {
            let agreed = cases.saturating_sub(failure.failing);
            (agreed, Some(L3Gap::Missing(failure.headline.clone())))
        }
        Some(Outcome::NotRun(_)) | None => (
            0,
            Some(L3Gap::Missing(format!("{} was not run", expected.id))),
        ),
    };
    let id = expected.id.clone();
    ProgramResult { id, agreed, gap }
}

fn status(lacks: Vec<L3Gap>) -> EngineStatus {
    let any = !lacks.is_empty();
    let missing = lacks.into_iter().filter_map(|lack| match lack {
        L3Gap::Missing(reason) => Some(reason),
        L3Gap::Unsupported => None,
    });
    let missing: Vec<String> = missing.collect();
    match (any, missing.is_empty()) {
        (false, _) => EngineStatus::Holds,
        (true, true) => EngineStatus::UnsupportedByBackend,
        (true, false) => EngineStatus::NotEstablished { missing },
    }
}
