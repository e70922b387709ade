//! Levels of ops on backends, and the missing features of the next level.

mod result;

pub use result::{ObligationOutcome, ObligationResult, SubjectKind, Topic};

use super::library_level::{Member, MemberStatus};
use std::collections::HashMap;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::Polarity;
use vyre_conform_spec::evidence::WITNESSES_REQUIRED;
use vyre_conform_spec::{Evidence, Level, Track};
use vyre_conform_suite::plan::{Domain, Obligation, Plan};
use vyre_conform_suite::record::{Outcome, Record};

/// Standing of one op on one backend.
#[derive(Clone, Debug)]
pub struct OpStanding {
    /// Id of the op.
    pub op: String,
    /// Its track, which decides the levels that apply.
    pub track: Track,
    /// Slug of the backend.
    pub backend: String,
    /// Number of cases that ran for the op, on the reference and on this backend.
    pub cases: u64,
    /// Weakest grade of evidence over the declared laws, on the reference and on the backend.
    pub weakest: &'static str,
    /// Its status.
    pub status: OpStatus,
}

/// Status of an op on a backend, in the levels of its track: L1 and L2, L1f and L2f, or L1a.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpStatus {
    /// All obligations of L2 hold.
    L2,
    /// All obligations of L1 hold. The approximate track has no higher level.
    L1 {
        /// The reason why L2 is not established.
        missing: Vec<String>,
    },
    /// L1 is not established.
    NotEstablished {
        /// The reasons.
        missing: Vec<String>,
    },
    /// The backend lacks the hardware of a Category C op, or a profile lacks the native text. An op that lacks nothing
    /// itself, but names such an op in a law, keeps the level without laws.
    UnsupportedByBackend {
        /// The hardware feature.
        hardware: String,
        /// Failures on the reference, which needs no hardware.
        missing: Vec<String>,
    },
}

impl OpStanding {
    /// The op as a member of the levels of its track. `absent` is true for a Category C op whose hardware feature the
    /// backend lacks according to its predicate.
    pub fn member(&self, absent: bool) -> Member<'_> {
        Member {
            id: &self.op,
            status: self.status.member_status(self.track, absent),
        }
    }
}

impl OpStatus {
    /// The standing of an op with this status. An op that lacks hardware and fails on the reference is refuted.
    pub fn member_status(&self, track: Track, absent: bool) -> MemberStatus<'_> {
        match (self.level(track), self) {
            (Some(level), _) if Some(level) == track.algebraic() => MemberStatus::Algebraic,
            (Some(_), _) => MemberStatus::Reached,
            (None, Self::UnsupportedByBackend { hardware, missing }) if missing.is_empty() => {
                if absent {
                    MemberStatus::Exempt(hardware)
                } else {
                    MemberStatus::Unsupported(hardware)
                }
            }
            (None, _) => MemberStatus::NotReached,
        }
    }

    /// The level of the track that this status establishes.
    pub const fn level(&self, track: Track) -> Option<Level> {
        match self {
            Self::L2 => track.algebraic(),
            Self::L1 { .. } => Some(track.parity()),
            Self::NotEstablished { .. } | Self::UnsupportedByBackend { .. } => None,
        }
    }

    /// The level of the track, `not established` or `unsupported`.
    pub const fn name(&self, track: Track) -> &'static str {
        match (self.level(track), self) {
            (Some(level), _) => level.name(),
            (None, Self::UnsupportedByBackend { .. }) => "unsupported",
            (None, _) => "not established",
        }
    }

    /// The missing features of the next level; on unsupported hardware, the failures of the reference.
    pub fn missing(&self) -> &[String] {
        match self {
            Self::L1 { missing }
            | Self::NotEstablished { missing }
            | Self::UnsupportedByBackend { missing, .. } => missing,
            Self::L2 => &[],
        }
    }
}

/// The standing of every op on every backend of the plan. `records` may lack obligations: those
/// count as not run.
pub fn standings(
    catalog: &Catalog,
    plan: &Plan,
    backends: &[String],
    records: &[Record],
) -> Vec<OpStanding> {
    let by_id: HashMap<&str, &Record> = records
        .iter()
        .map(|r| (r.obligation.id.as_str(), r))
        .collect();
    let mut by_op: HashMap<&str, Vec<&Obligation>> = HashMap::new();
    for obligation in plan.obligations() {
        by_op.entry(&obligation.op).or_default().push(obligation);
    }
    let mut standings = vec![];
    for op in catalog.ops() {
        let all = by_op.get(op.def.id).map_or(&[][..], Vec::as_slice);
        let laws = op.def.laws.iter();
        let holding: Vec<bool> = laws
            .map(|law| matches!(law.polarity, Polarity::Holds))
            .collect();
        for backend in backends {
            let mine = all
                .iter()
                .filter(|o| o.backend().is_none_or(|b| b == backend));
            let results: Vec<ObligationResult<'_>> = mine
                .map(|o| result(o, by_id.get(o.id.as_str()).copied()))
                .collect();
            let track = op.def.op.track();
            let (status, weakest) = level_status(op.def.id, track, &holding, &results);
            standings.push(OpStanding {
                op: op.def.id.into(),
                track,
                backend: backend.clone(),
                cases: results.iter().map(|s| s.cases).sum(),
                weakest,
                status,
            });
        }
    }
    standings
}

fn result<'a>(obligation: &'a Obligation, record: Option<&'a Record>) -> ObligationResult<'a> {
    ObligationResult {
        id: &obligation.id,
        topic: Topic::of(&obligation.part),
        subject_kind: SubjectKind::of(&obligation.question.subject),
        outcome: match record.map(|r| &r.outcome) {
            Some(Outcome::Passed) => ObligationOutcome::Passed,
            Some(Outcome::UnsupportedByBackend { hardware }) => {
                ObligationOutcome::Unsupported(hardware)
            }
            Some(Outcome::Failed(failure)) => ObligationOutcome::Failed(&failure.headline),
            Some(Outcome::NotRun(_)) | None => ObligationOutcome::NotRun(None),
        },
        cases: record.map_or(0, |r| r.cases),
    }
}

/// The rule of levels: the status of an op and the weakest grade over its laws, from its results on one backend and on
/// the reference. `laws` says of each law if it is declared to hold.
pub fn level_status(
    op: &str,
    track: Track,
    laws: &[bool],
    results: &[ObligationResult<'_>],
) -> (OpStatus, &'static str) {
    let (weakest, verified) = weakest(laws, places(track), results);
    let status = if track.is_strict() {
        status(op, laws, results, verified)
    } else {
        approximate(op, laws, results, verified)
    };
    (status, weakest)
}

/// The places where a law must hold. Laws of approximate ops are about the reference alone.
pub const fn places(track: Track) -> &'static [SubjectKind] {
    if track.is_strict() {
        &[SubjectKind::Host, SubjectKind::Lowering]
    } else {
        &[SubjectKind::Host]
    }
}

/// The level of an approximate op: all its requirements belong to one level.
fn approximate(
    op: &str,
    laws: &[bool],
    results: &[ObligationResult<'_>],
    verified: bool,
) -> OpStatus {
    match status(op, laws, results, verified) {
        // An op without laws lacks nothing here.
        OpStatus::L1 { missing } if laws.is_empty() && missing.len() == 1 => {
            OpStatus::L1 { missing: vec![] }
        }
        OpStatus::L1 { missing } => OpStatus::NotEstablished { missing },
        OpStatus::L2 => OpStatus::L1 { missing: vec![] },
        other => other,
    }
}

/// The evidence for a law in one place.
pub fn evidence(results: &[ObligationResult<'_>], law: usize, place: SubjectKind) -> Vec<Evidence> {
    let here = results
        .iter()
        .filter(|s| s.subject_kind == place && s.outcome == ObligationOutcome::Passed);
    here.filter_map(|s| match s.topic {
        Topic::Law(k, domain) if k == law => domain.evidence(),
        Topic::Proof(k) if k == law => Domain::Proved.evidence(),
        _ => None,
    })
    .collect()
}

/// The weakest grade over the laws declared to hold, and true if all of them are verified.
fn weakest(
    laws: &[bool],
    places: &[SubjectKind],
    results: &[ObligationResult<'_>],
) -> (&'static str, bool) {
    let mut worst: Option<(usize, &'static str)> = None;
    let mut verified = true;
    for (law, _) in laws.iter().enumerate().filter(|(_, holds)| **holds) {
        for place in places {
            let set = evidence(results, law, *place);
            verified &= Evidence::verifies(&set);
            let strength = if Evidence::verifies(&set) {
                10 + set.len()
            } else {
                set.len()
            };
            if worst.is_none_or(|(least, _)| strength < least) {
                worst = Some((strength, Evidence::grade(&set)));
            }
        }
    }
    let grade = worst.map_or("witnesses of negative laws", |(_, grade)| grade);
    (grade, verified)
}

fn status(op: &str, laws: &[bool], results: &[ObligationResult<'_>], verified: bool) -> OpStatus {
    let mut parity = vec![];
    let mut algebra = vec![];
    let mut lacks = None;
    let mut unsupported = vec![];
    for part in results {
        // Alternates are judged beside the lowering. A wrong alternate fails its own trials and is a defect of the op,
        // which therefore misses L1.
        let into = if is_law(part.topic) {
            &mut algebra
        } else {
            &mut parity
        };
        match part.outcome {
            ObligationOutcome::Passed => into.extend(too_few(part)),
            // A law without a proof has other evidence.
            ObligationOutcome::NotRun(_) if matches!(part.topic, Topic::Proof(_)) => {}
            // This backend does not accept the alternate, which is not the text that it promises to run.
            ObligationOutcome::Unsupported(_) if part.subject_kind == SubjectKind::Alternate => {}
            ObligationOutcome::Unsupported(hardware) if is_law(part.topic) => {
                unsupported.push(format!("{} is unsupported: it lacks {hardware}", part.id));
            }
            ObligationOutcome::Unsupported(hardware) => lacks = Some(hardware.to_owned()),
            ObligationOutcome::Failed(headline) => into.push(headline.to_owned()),
            ObligationOutcome::NotRun(None) => into.push(format!("{} was not run", part.id)),
            ObligationOutcome::NotRun(Some(reason)) => {
                into.push(format!("{} was not run: {reason}", part.id))
            }
        }
    }
    if let Some(hardware) = lacks {
        parity.append(&mut algebra);
        return OpStatus::UnsupportedByBackend {
            hardware,
            missing: parity,
        };
    }
    // The op itself runs; another op that the law names is unsupported.
    algebra.append(&mut unsupported);
    if !parity.is_empty() {
        parity.append(&mut algebra);
        return OpStatus::NotEstablished { missing: parity };
    }
    if results.is_empty() {
        let missing = vec![format!("nothing was shown about {op}")];
        return OpStatus::NotEstablished { missing };
    }
    if laws.is_empty() {
        algebra.push(format!("{op} declares no law"));
    } else if !verified && algebra.is_empty() {
        algebra.push(format!("a law of {op} lacks the evidence that verifies it"));
    }
    if algebra.is_empty() {
        OpStatus::L2
    } else {
        OpStatus::L1 { missing: algebra }
    }
}

/// True for new cases and saved failures of a law.
fn is_law(about: Topic) -> bool {
    matches!(about, Topic::Law(..) | Topic::Proof(_) | Topic::SavedLaw)
}

/// The reason why a passed obligation does not count: it ran fewer witnesses than a level requires.
fn too_few(part: &ObligationResult<'_>) -> Option<String> {
    let witnessed = matches!(
        part.topic,
        Topic::Witnesses | Topic::Law(_, Domain::Witnessed)
    );
    (witnessed && part.cases < WITNESSES_REQUIRED).then(|| {
        format!(
            "{} ran {} cases; a level needs {WITNESSES_REQUIRED}",
            part.id, part.cases
        )
    })
}
