//! Which level an op reached on a backend, and what is missing for the next.

use crate::catalog::Catalog;
use crate::generate::Set;
use crate::plan::{Domain, Implementation, Obligation, Part, Plan};
use crate::record::{Outcome, Record};
use crate::registry::{OpDef, Polarity};
use crate::spec::Evidence;
use crate::spec::evidence::WITNESSES_REQUIRED;
use std::collections::HashMap;

/// How one op stands on one backend.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Id of the op.
    pub op: String,
    /// Slug of the backend.
    pub backend: String,
    /// Cases run for the op, on the reference and on this backend.
    pub cases: u64,
    /// Weakest grade of evidence over the declared laws, on the reference and on the backend.
    pub weakest: &'static str,
    /// What it reached.
    pub status: Status,
}

/// What an op reached on a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every obligation of L2 is met.
    L2,
    /// Every obligation of L1 is met; what L2 lacks.
    L1 {
        /// Why L2 is not established.
        missing: Vec<String>,
    },
    /// L1 is not established.
    NotEstablished {
        /// Why.
        missing: Vec<String>,
    },
    /// The backend lacks the hardware of a Category C op.
    UnsupportedByBackend {
        /// The hardware feature.
        hardware: String,
        /// What was not shown where no hardware is needed: on the reference.
        missing: Vec<String>,
    },
}

impl Status {
    /// `L2`, `L1`, `not established` or `unsupported`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::L2 => "L2",
            Self::L1 { .. } => "L1",
            Self::NotEstablished { .. } => "not established",
            Self::UnsupportedByBackend { .. } => "unsupported",
        }
    }

    /// What the next level lacks, or on unsupported hardware what the reference does.
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
) -> Vec<Standing> {
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
        for backend in backends {
            let mine: Vec<_> = all
                .iter()
                .copied()
                .filter(|o| o.backend().is_none_or(|b| b == backend))
                .collect();
            let laws = op.def.laws.iter().enumerate();
            let holding: Vec<usize> = laws
                .filter(|(_, law)| matches!(law.polarity, Polarity::Holds))
                .map(|(k, _)| k)
                .collect();
            let weakest = weakest(&mine, &by_id, &holding, backend);
            let status = status(op.def, &mine, &by_id, weakest.1);
            let cases = mine
                .iter()
                .filter_map(|o| by_id.get(o.id.as_str()))
                .map(|r| r.cases)
                .sum();
            standings.push(Standing {
                op: op.def.id.into(),
                backend: backend.clone(),
                cases,
                weakest: weakest.0,
                status,
            });
        }
    }
    standings
}

/// The weakest grade over the laws declared to hold, and whether every one of them is verified.
fn weakest(
    mine: &[&Obligation],
    records: &HashMap<&str, &Record>,
    holding: &[usize],
    backend: &str,
) -> (&'static str, bool) {
    let mut worst: Option<(usize, &'static str)> = None;
    let mut verified = true;
    for law in holding {
        for place in [None, Some(backend)] {
            let set: Vec<Evidence> = mine
                .iter()
                .filter(|o| o.backend() == place && !alternate(o))
                .filter_map(|o| match o.part {
                    Part::Law { law: k, domain } if k == *law => {
                        let passed = records.get(o.id.as_str())?.outcome.passed();
                        domain.evidence().filter(|_| passed)
                    }
                    _ => None,
                })
                .collect();
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

/// Whether the subject is an alternate: what it obeys is no evidence for the lowering.
fn alternate(obligation: &Obligation) -> bool {
    matches!(
        obligation.question.subject,
        Implementation::Alternate { .. }
    )
}

fn status(
    def: &OpDef,
    mine: &[&Obligation],
    records: &HashMap<&str, &Record>,
    verified: bool,
) -> Status {
    let mut parity = vec![];
    let mut algebra = vec![];
    let mut lacks = None;
    for obligation in mine {
        // Alternates are judged beside the lowering; a wrong one fails its own trials and is a
        // defect of the op, so it keeps the op from L1.
        let into = match obligation.part {
            Part::Law { .. } | Part::Regressions { law: Some(_) } => &mut algebra,
            _ => &mut parity,
        };
        match records.get(obligation.id.as_str()).map(|r| &r.outcome) {
            Some(Outcome::Passed) => into.extend(too_few(obligation, records)),
            Some(Outcome::UnsupportedByBackend { hardware }) => lacks = Some(hardware.clone()),
            Some(Outcome::Failed(failure)) => into.push(failure.headline.clone()),
            Some(Outcome::NotRun(_)) | None => into.push(format!("{} was not run", obligation.id)),
        }
    }
    if let Some(hardware) = lacks {
        parity.append(&mut algebra);
        return Status::UnsupportedByBackend {
            hardware,
            missing: parity,
        };
    }
    if !parity.is_empty() {
        parity.append(&mut algebra);
        return Status::NotEstablished { missing: parity };
    }
    if def.laws.is_empty() {
        algebra.push(format!("{} declares no law", def.id));
    } else if !verified && algebra.is_empty() {
        algebra.push(format!(
            "a law of {} lacks the evidence that verifies it",
            def.id
        ));
    }
    if algebra.is_empty() {
        Status::L2
    } else {
        Status::L1 { missing: algebra }
    }
}

/// Why a passed obligation still counts for nothing: it ran fewer witnesses than a level needs.
fn too_few(obligation: &Obligation, records: &HashMap<&str, &Record>) -> Option<String> {
    let witnessed = matches!(
        obligation.part,
        Part::Parity(Set::Witnessed)
            | Part::Law {
                domain: Domain::Witnessed,
                ..
            }
    );
    let cases = records.get(obligation.id.as_str())?.cases;
    (witnessed && cases < WITNESSES_REQUIRED).then(|| {
        format!(
            "{} ran {cases} cases; a level needs {WITNESSES_REQUIRED}",
            obligation.id
        )
    })
}
