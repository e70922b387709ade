//! Derived fields of a certificate: evidence of laws, hits, levels. Issuing, merging and verifying compute them here,
//! from the parts alone.

mod whole_levels;

use super::evidence::{EngineEvidence, Evidence, LevelEvidence, OpEvidence, SkippedPart};
use super::part::{OutcomeName, Part};
use super::words::{PartDomain, SkipKind, Subject};
use crate::engines::too_few;
use crate::levels::{
    ObligationOutcome, ObligationResult, OpStatus, SubjectKind, Topic, evidence, level_status,
    places,
};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use vyre_conform_runtime::generate::Set;
use vyre_conform_spec::{Evidence as Kind, Level};
use vyre_conform_suite::plan::{Domain, PROGRAMS, PartKind};

/// Fewest ops per thread.
const MIN_OPS: usize = 64;

/// Fills in every field that follows from the parts.
pub fn derive(whole: &mut Evidence) {
    for of in &mut whole.ops {
        let derived = op(of);
        *of = derived.with(std::mem::take(&mut of.parts));
    }
    let inputs = whole.settings.engine_inputs;
    for of in &mut whole.engines {
        let derived = engine(of, inputs);
        *of = derived.with(std::mem::take(&mut of.parts));
    }
    if let Some(of) = &mut whole.programs {
        let expected = of.derived();
        *of = expected.with(std::mem::take(&mut of.parts));
    }
    whole.levels = whole_levels::levels(whole);
    whole.skipped = skipped(whole);
}

/// First derived field that contradicts the parts, if any.
pub fn contradiction(whole: &Evidence) -> Option<String> {
    let ops = whole.ops.par_iter().with_min_len(MIN_OPS);
    let ops = ops.map(|of| differs(&of.id, &of.with(vec![]), &op(of)));
    if let Some(problem) = ops.collect::<Vec<_>>().into_iter().flatten().next() {
        return Some(problem);
    }
    let expected = whole_levels::levels(whole);
    for (x, y) in whole.levels.iter().zip(&expected) {
        if let Some(what) = differs(x.level.name(), x, y) {
            return Some(format!(
                "it states the level `{x}`, but its parts give `{y}`: {what}"
            ));
        }
    }
    let mut engines = whole.engines.iter();
    let inputs = whole.settings.engine_inputs;
    let engines = engines.find_map(|of| differs(&of.id, &of.with(vec![]), &engine(of, inputs)));
    let programs = whole.programs.as_ref();
    let programs = || programs.and_then(|of| differs(PROGRAMS, &of.with(vec![]), &of.derived()));
    engines
        .or_else(programs)
        .or_else(|| differs("its list of levels", &whole.levels, &expected))
        .or_else(|| {
            differs(
                "what it says of skipped parts",
                &whole.skipped,
                &skipped(whole),
            )
        })
}

/// Maximal length of a value in a message, in characters.
const MAX_SHOWN: usize = 200;

/// The difference between stated and derived values under this name, if any.
fn differs<T: PartialEq + Serialize>(of: &str, found: &T, expected: &T) -> Option<String> {
    if found == expected {
        return None;
    }
    let shown = |value: &Value| -> String {
        let text = value.to_string();
        match text.char_indices().nth(MAX_SHOWN) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    };
    let (place, found, expected) = difference(json!(found), json!(expected));
    let place = match place.as_str() {
        "" => "it".to_owned(),
        place => format!("its {place}"),
    };
    Some(format!(
        "{of}: {place} is {}, its parts give {}",
        shown(&found),
        shown(&expected)
    ))
}

/// First place at which two values differ, with both values there.
fn difference(found: Value, expected: Value) -> (String, Value, Value) {
    match (&found, &expected) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            let differing = x.iter().find(|(name, value)| y.get(*name) != Some(*value));
            if let Some((name, value)) = differing {
                let (place, found, expected) = difference(value.clone(), y[name].clone());
                return (format!("{name}{}", below(&place)), found, expected);
            }
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            if let Some(k) = (0..x.len()).find(|k| x[*k] != y[*k]) {
                let (place, found, expected) = difference(x[k].clone(), y[k].clone());
                return (format!("[{k}]{}", below(&place)), found, expected);
            }
        }
        _ => {}
    }
    (String::new(), found, expected)
}

/// A place nested in another.
fn below(place: &str) -> String {
    if place.starts_with('[') || place.is_empty() {
        place.to_owned()
    } else {
        format!(".{place}")
    }
}

/// The skipped parts: derived for missing hardware, stated otherwise.
fn skipped(whole: &Evidence) -> Vec<SkippedPart> {
    let stated = whole
        .skipped
        .iter()
        .filter(|s| s.kind != SkipKind::Unsupported);
    let unsupported = whole
        .parts()
        .filter(|part| part.outcome == OutcomeName::Unsupported)
        .map(|part| SkippedPart {
            id: part.id.clone(),
            kind: SkipKind::Unsupported,
            reason: part.reason.clone().unwrap_or_default(),
        });
    stated.cloned().chain(unsupported).collect()
}

/// Evidence of a level, if the certificate has it.
pub fn level(whole: &Evidence, level: Level) -> Option<&LevelEvidence> {
    whole.levels.iter().find(|of| of.level == level)
}

fn result(part: &Part) -> ObligationResult<'_> {
    let topic = match (part.part, part.law, part.domain) {
        (_, Some(law), Some(PartDomain::Law(Domain::Proved))) => Topic::Proof(law as usize),
        (_, Some(law), Some(PartDomain::Law(domain))) => Topic::Law(law as usize, domain),
        (PartKind::Regressions, Some(_), _) => Topic::SavedLaw,
        (_, _, Some(PartDomain::Inputs(Set::Witnessed))) => Topic::Witnesses,
        _ => Topic::Rest,
    };
    let subject_kind = match part.subject {
        Subject::Reference | Subject::Interpreter => SubjectKind::Host,
        Subject::Lowering => SubjectKind::Lowering,
        Subject::Alternate(_) => SubjectKind::Alternate,
    };
    let reason = part.reason.as_deref();
    let outcome = match part.outcome {
        OutcomeName::Passed if part.failures == 0 && part.is_complete() => {
            ObligationOutcome::Passed
        }
        OutcomeName::Passed => {
            ObligationOutcome::NotRun(Some("its outcome is passed, but not all of it ran"))
        }
        OutcomeName::Failed => ObligationOutcome::Failed(reason.unwrap_or("it failed")),
        OutcomeName::Unsupported => {
            ObligationOutcome::Unsupported(reason.unwrap_or("what it needs"))
        }
        OutcomeName::NotRun => ObligationOutcome::NotRun(reason),
    };
    ObligationResult {
        id: &part.id,
        topic,
        subject_kind,
        outcome,
        cases: part.cases,
    }
}

/// The derived fields of an op, without parts.
fn op(of: &OpEvidence) -> OpEvidence<()> {
    let mut op = of.with(vec![]);
    let holds: Vec<bool> = op.laws.iter().map(|law| law.holds).collect();
    let results: Vec<ObligationResult<'_>> = of.parts.iter().map(result).collect();
    let track = op.track;
    let (status, weakest) = level_status(&op.id, track, &holds, &results);
    let names = |set: &[Kind]| set.iter().map(|e| e.name().to_owned()).collect();
    for (k, law) in op.laws.iter_mut().enumerate() {
        let on = |place| evidence(&results, k, place);
        let (host, lowering) = (on(SubjectKind::Host), on(SubjectKind::Lowering));
        // The witness of a negative law does not show that the law holds.
        (law.reference, law.backend) = if law.holds {
            (names(&host), names(&lowering))
        } else {
            (vec![], vec![])
        };
        law.grade = match law.holds {
            true if !track.is_strict() => Kind::grade(&host).into(),
            true => weaker(&host, &lowering).into(),
            false => negative(&results, k, places(track)).into(),
        };
    }
    op.level = status.level(track);
    op.unsupported = match &status {
        OpStatus::UnsupportedByBackend { hardware, .. } => Some(hardware.clone()),
        _ => None,
    };
    op.missing = status.missing().to_vec();
    op.grade = weakest.into();
    op.cases = results.iter().map(|s| s.cases).fold(0, u64::saturating_add);
    // The hits that the counter reported for inputs that ran on the backend.
    let mut counted = of.parts.iter().filter_map(|part| part.covered);
    let counted = counted.next().unwrap_or_default();
    let ran = |set: Set| {
        let on_lowering = |p: &&Part| p.subject == Subject::Lowering;
        let mut parts = of.parts.iter().filter(on_lowering);
        let part = parts.find(|p| p.domain == Some(PartDomain::Inputs(set)));
        part.is_some_and(|p| p.cases > 0 && p.is_complete())
    };
    op.boundaries.hit = if ran(Set::Boundary) {
        counted.boundaries
    } else {
        0
    };
    op.classes.hit = if ran(Set::Classes) {
        counted.classes
    } else {
        0
    };
    op
}

/// The grade of the side with less evidence.
fn weaker(host: &[Kind], lowering: &[Kind]) -> &'static str {
    let strength = |set: &[Kind]| (Kind::verifies(set), set.len());
    if strength(host) <= strength(lowering) {
        Kind::grade(host)
    } else {
        Kind::grade(lowering)
    }
}

/// The grade of a law that is declared not to hold.
fn negative(results: &[ObligationResult<'_>], law: usize, places: &[SubjectKind]) -> &'static str {
    let on = |place| {
        results.iter().any(|s| {
            s.subject_kind == place
                && s.topic == Topic::Law(law, Domain::Witness)
                && s.outcome == ObligationOutcome::Passed
        })
    };
    if places.iter().all(|place| on(*place)) {
        "broken by its witness"
    } else {
        "none"
    }
}

/// The derived fields of an engine, without parts, after this number of generated inputs for every check.
fn engine(of: &EngineEvidence, inputs: u64) -> EngineEvidence<()> {
    let mut engine = of.with(vec![]);
    let mut missing = vec![];
    engine.unsupported = None;
    for part in &of.parts {
        match result(part).outcome {
            ObligationOutcome::Passed => {}
            ObligationOutcome::Unsupported(what) => engine.unsupported = Some(what.into()),
            ObligationOutcome::Failed(reason) => missing.push(reason.to_owned()),
            ObligationOutcome::NotRun(None) => missing.push(format!("{} was not run", part.id)),
            ObligationOutcome::NotRun(Some(reason)) => {
                missing.push(format!("{} was not run: {reason}", part.id))
            }
        }
    }
    if of.parts.is_empty() {
        missing.push(format!("nothing was shown about {}", engine.id));
    } else if engine.unsupported.is_none() {
        missing.extend(too_few(&engine.id, inputs));
    }
    let established = missing.is_empty() && engine.unsupported.is_none();
    engine.level = established.then_some(engine.kind.level());
    engine.missing = missing;
    engine.cases = of
        .parts
        .iter()
        .map(|p| p.cases)
        .fold(0, u64::saturating_add);
    engine
}
