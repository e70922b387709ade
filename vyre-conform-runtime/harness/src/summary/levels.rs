//! The engines of the closing summary, and the levels of the whole.

use super::omissions::OmittedTrials;
use super::{REASONS, count, first_line};
use crate::context::Context;
use std::fmt::Write;
use vyre_conform_certificate::{
    self as certify, self, EngineStanding, EngineStatus, FiletestsStanding, OpStanding, OpStatus,
    ProgramsStanding, programs_standing,
};
use vyre_conform_spec::{Category, EngineKind, Level, Track};
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::record::{Outcome, Record};

/// Writes the engines of a backend.
pub(super) fn engines(
    out: &mut String,
    backend: &str,
    engines: &[EngineStanding],
    left: &OmittedTrials,
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
        let (level, cases) = (row.level(), count(row.cases));
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
        if let EngineStatus::MissingHardware { hardware } = &row.status {
            let _ = writeln!(
                out,
                "  UnsupportedByBackend {{ engine: {}, backend: {backend} }}: it lacks {hardware}",
                row.engine
            );
        }
        if let EngineStatus::NotEstablished { missing } = &row.status {
            let missing = left.describe(&row.engine, missing);
            for reason in missing.iter().take(REASONS) {
                let _ = writeln!(out, "  missing: {}", first_line(reason));
            }
        }
    }
}

/// The standing of random programs and files of programs on a backend.
fn standing(context: &Context, backend: &str, records: &[Record]) -> Option<ProgramsStanding> {
    let options = &context.settings().plan;
    programs_standing(context.plan(), backend, records, options)
}

/// True if a trial of programs ended on a backend.
pub(super) fn ran_programs(backend: &str, records: &[Record]) -> bool {
    let mut ended = records.iter().map(|record| &record.obligation);
    let is_of_programs =
        |part: &Part| matches!(part, Part::Programs | Part::Filetests | Part::Wgsl(_));
    ended.any(|of| is_of_programs(&of.part) && of.backend() == Some(backend))
}

/// Writes the random programs and files of programs of a backend.
pub(super) fn programs(out: &mut String, context: &Context, backend: &str, records: &[Record]) {
    let Some(programs) = standing(context, backend, records) else {
        return;
    };
    let (agreed, of) = (programs.agreed, programs.count);
    let message = match programs.status {
        EngineStatus::UnsupportedByBackend => "not supported".to_owned(),
        _ => format!("{agreed} of {of} give the interpreter's words"),
    };
    let _ = writeln!(out, "  random programs: {message}");
    let files = programs.filetests.filter(|files| files.agreed > 0);
    if let Some(FiletestsStanding { cases, agreed }) = files {
        let _ = writeln!(
            out,
            "  filetests: {agreed} of {cases} give the words of their files"
        );
    }
    shaders(out, backend, records);
    if let EngineStatus::NotEstablished { missing } = &programs.status {
        for reason in missing {
            let _ = writeln!(out, "  missing: {}", first_line(reason));
        }
    }
}

/// Writes the number of shaders with correct words, if any ran.
fn shaders(out: &mut String, backend: &str, records: &[Record]) {
    let mine = records.iter().filter(|record| {
        let of = &record.obligation;
        matches!(of.part, Part::Wgsl(_)) && of.backend() == Some(backend) && record.cases > 0
    });
    let passed: Vec<bool> = mine
        .map(|record| matches!(record.outcome, Outcome::Passed))
        .collect();
    let agreed = passed.iter().filter(|passed| **passed).count();
    if !passed.is_empty() {
        let all = passed.len();
        let _ = writeln!(
            out,
            "  shaders in WGSL: {agreed} of {all} give the words of their files"
        );
    }
}

/// Writes the levels of the whole on a backend, for every track with trials there.
pub(super) fn whole(
    out: &mut String,
    context: &Context,
    backend: &str,
    ops: &[OpStanding],
    engines: &[EngineStanding],
    records: &[Record],
    left: &OmittedTrials,
) {
    let of_programs = standing(context, backend, records);
    let ran: Vec<&EngineStanding> = engines.iter().filter(|e| e.backend == backend).collect();
    for track in Track::ALL {
        let mine = ops.iter();
        let mine: Vec<&OpStanding> = mine
            .filter(|op| op.backend == backend && op.track == *track)
            .collect();
        let some = mine.iter().any(|op| op.cases > 0 || is_unsupported(op));
        let mut of_track = ran.iter().filter(|e| e.kind.track() == *track);
        let of_engines = of_track.any(|e| e.cases > 0);
        if !some && !of_engines {
            continue;
        }
        let members: Vec<_> = mine
            .iter()
            .map(|op| op.member(is_absent(context, op)))
            .collect();
        let of_engines: Vec<_> = ran.iter().map(|e| e.member()).collect();
        let of_programs = of_programs.as_ref().map(ProgramsStanding::member);
        let mut levels = certify::library_levels(*track, &members, &of_engines, of_programs, 0);
        certify::lacking_requests(&mut levels, context.losses(backend));
        for reach in &levels {
            if is_without_engines(context, reach.level) {
                let _ = writeln!(
                    out,
                    "  {backend}: {} not applicable: no engine is linked",
                    reach.level
                );
                continue;
            }
            let _ = writeln!(out, "  {backend}: {}", reach.describe(&levels));
            // One line at the end reports skipped trials.
            let rests = |kind: &EngineKind| kind.counts_for(reach.level);
            let on_engines = EngineKind::ALL.iter().any(rests);
            let reasons = reach.missing.iter().filter(|_| on_engines);
            let reasons = reasons.filter(|reason| !left.is_unstarted(reason));
            for reason in reasons.clone().take(REASONS) {
                let _ = writeln!(out, "  missing: {}", first_line(reason));
            }
            let more = reasons.count().saturating_sub(REASONS);
            if more > 0 {
                let _ = writeln!(out, "  missing: and {more} more for {}", reach.level);
            }
        }
    }
}

/// True if a level requires engines and a crate of ops alone has none of the kind.
fn is_without_engines(context: &Context, level: Level) -> bool {
    let rests = EngineKind::ALL.iter().any(|kind| kind.counts_for(level));
    let mut engines = context.catalog().engines().iter();
    rests && !engines.any(|engine| engine.kind.counts_for(level))
}

fn is_unsupported(op: &OpStanding) -> bool {
    matches!(op.status, OpStatus::UnsupportedByBackend { .. })
}

/// True for a Category C op whose hardware feature the backend lacks.
fn is_absent(context: &Context, op: &OpStanding) -> bool {
    let def = context.catalog().find(&op.op).map(|op| op.def);
    def.is_some_and(|def| match def.category {
        Category::C { available, .. } => !available(context.identity(&op.backend)),
        _ => false,
    })
}
