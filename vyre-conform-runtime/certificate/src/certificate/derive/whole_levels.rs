//! The levels of the whole, derived from the parts of a certificate.

use super::result;
use crate::certificate::baseline::{BaselineEvidence, BaselineOutcome};
use crate::certificate::evidence::{
    EngineEvidence, Evidence, LevelEvidence, LossEvidence, OpEvidence,
};
use crate::certificate::words::SkipKind;
use crate::level4::{Candidate, L4Gap, level4};
use crate::levels::{ObligationOutcome, Topic};
use crate::library_level::{LevelResult, Member, MemberStatus, lacking_requests, library_levels};
use vyre_conform_spec::{EngineKind, Level, Track};
use vyre_conform_suite::plan::PROGRAMS;

/// The tracks of a certificate: the requested one, otherwise the integer track and each further strict track with an op
/// in it.
fn tracks(whole: &Evidence) -> Vec<Track> {
    let has = |track: &Track| match whole.settings.track {
        Some(requested) => requested == *track,
        None => *track == Track::Integer || whole.ops.iter().any(|op| op.track == *track),
    };
    Track::ALL.iter().copied().filter(has).collect()
}

/// The levels of a certificate.
pub(super) fn levels(whole: &Evidence) -> Vec<LevelEvidence> {
    let tracks = tracks(whole).into_iter();
    let mut levels: Vec<LevelResult> = tracks.flat_map(|track| levels_of(whole, track)).collect();
    lacking_requests(&mut levels, whole.losses.map(LossEvidence::losses));
    levels.into_iter().map(LevelEvidence::of).collect()
}

fn levels_of(whole: &Evidence, track: Track) -> Vec<LevelResult> {
    let left_out = whole
        .skipped
        .iter()
        .filter(|s| s.kind == SkipKind::Filtered)
        .count();
    let ops = whole.ops.iter().filter(|op| op.track == track);
    let ops: Vec<Member<'_>> = ops.map(|op| member(op, track)).collect();
    let engines = whole.engines.iter().map(|engine| {
        let status = stands(engine.level, &engine.unsupported, &engine.missing);
        let id = &engine.id;
        (engine.kind, Member { id, status })
    });
    let engines: Vec<(EngineKind, Member<'_>)> = engines.collect();
    let programs = whole.programs.as_ref().map(|programs| Member {
        id: PROGRAMS,
        status: stands(programs.level, &programs.unsupported, &programs.missing),
    });
    let mut levels = library_levels(track, &ops, &engines, programs, left_out as u64);
    // A certificate without baselines makes no claim about L4.
    if track == Track::Integer && whole.settings.baselines {
        let of_track = whole.ops.iter().filter(|op| op.track == track);
        let ops: Vec<Candidate<'_>> = of_track.map(lacks_of_op).zip(ops).map(swapped).collect();
        let lacks = whole.engines.iter().map(lacks_of_engine);
        let all = engines.into_iter().zip(lacks);
        let of_integers = all.filter(|((kind, _), _)| kind.counts_for(Level::L4));
        let engines = of_integers.map(|((_, member), lacks)| (member, lacks));
        let engines: Vec<Candidate<'_>> = engines.collect();
        levels.push(level4(&ops, &engines, programs, left_out as u64));
    }
    levels
}

fn swapped<X, Y>((x, y): (X, Y)) -> (Y, X) {
    (y, x)
}

/// Missing features of an op for L4 beyond L2: the proof of a law, a baseline.
fn lacks_of_op(op: &OpEvidence) -> Vec<L4Gap> {
    let mut lacks = vec![];
    for (k, law) in op.laws.iter().enumerate() {
        let mut parts = op.parts.iter().map(result);
        let proof = parts.find(|part| part.topic == Topic::Proof(k));
        let reason = match proof.map(|part| part.outcome) {
            Some(ObligationOutcome::Passed) => continue,
            Some(
                ObligationOutcome::Failed(reason)
                | ObligationOutcome::Unsupported(reason)
                | ObligationOutcome::NotRun(Some(reason)),
            ) => {
                format!(": {reason}")
            }
            Some(ObligationOutcome::NotRun(None)) | None => String::new(),
        };
        lacks.push(L4Gap::Reason(format!(
            "law `{}` is not proved{reason}",
            law.name
        )));
    }
    lacks.extend(op.baselines.iter().filter_map(lack));
    lacks
}

/// Missing features of an engine for L4 beyond L3: a baseline.
fn lacks_of_engine(engine: &EngineEvidence) -> Vec<L4Gap> {
    if engine.baselines.is_empty() {
        vec![L4Gap::Reason("it declares no baseline".into())]
    } else {
        engine.baselines.iter().filter_map(lack).collect()
    }
}

fn lack(baseline: &BaselineEvidence) -> Option<L4Gap> {
    match baseline.outcome {
        BaselineOutcome::Reached => None,
        outcome => Some(match outcome.no_rates() {
            Some(reason) => L4Gap::Rates(reason),
            None => L4Gap::Reason(baseline.to_string()),
        }),
    }
}

/// Standing of an engine or of the random programs.
fn stands<'a>(
    level: Option<Level>,
    unsupported: &'a Option<String>,
    missing: &[String],
) -> MemberStatus<'a> {
    match (level, unsupported) {
        (Some(_), _) => MemberStatus::Reached,
        (None, Some(what)) if missing.is_empty() => MemberStatus::unsupported(what),
        (None, _) => MemberStatus::NotReached,
    }
}

/// An op as a member of its track.
fn member(op: &OpEvidence, track: Track) -> Member<'_> {
    let absent = op.hardware.as_ref().is_some_and(|of| !of.present);
    let status = match (op.level, &op.unsupported) {
        (Some(level), _) if Some(level) == track.algebraic() => MemberStatus::Algebraic,
        (Some(_), _) => MemberStatus::Reached,
        (None, Some(what)) if op.missing.is_empty() => {
            if absent {
                MemberStatus::Exempt(what)
            } else {
                MemberStatus::Unsupported(what)
            }
        }
        (None, _) => MemberStatus::NotReached,
    };
    Member { id: &op.id, status }
}
