//! Plausibility of parts: numbers of cases, reasons of unsupported parts, counterexamples.
//!
//! Nothing runs on a backend. Library and settings determine the number of cases of a part; counterexamples are
//! evaluated on the reference.

use super::counterexamples;
use super::counts::Counts;
use super::issuer::{BackendFamily, IssuerBackend};
use super::support::{self, CalleeSupport};
use crate::certificate::{EngineEvidence, OpEvidence, OutcomeName, Part, SkippedCases};
use std::collections::BTreeMap;
use vyre_conform_ir::valid::Limits;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::{EngineDef, SIZES, SkippedSize};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::{self, Implementation, Lengths, Obligation, PlanOptions};

/// Faults, and facts that are the issuer's word.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<String>,
    /// Ids of unsupported parts with a reason that is unknown here, and the reason.
    pub(super) by_word: Vec<(String, String)>,
    /// Ids of parts that skip cases for a reason that is unknown here, with reason and number.
    pub(super) left_out: Vec<(String, String, u64)>,
}

impl Findings {
    pub(super) fn part(&mut self, part: &Part, problem: Option<String>) {
        self.problems
            .extend(problem.map(|what| format!("{}: {what}", part.id)));
    }

    pub(super) fn lacking(&mut self, part: &Part, found: Result<bool, String>) {
        match found {
            Ok(false) => {}
            Ok(true) => {
                let reason = part.reason.clone().unwrap_or_default();
                self.by_word.push((part.id.clone(), reason));
            }
            Err(problem) => self.part(part, Some(problem)),
        }
    }

    /// Records the skipped cases of a part that are the issuer's word.
    pub(super) fn left_out(&mut self, part: &Part, by_word: impl Fn(&SkippedCases) -> bool) {
        let skipped = part.skipped.iter().filter(|skipped| by_word(skipped));
        let skips = skipped.map(|of| (part.id.clone(), of.why.clone(), of.cases));
        self.left_out.extend(skips);
    }

    pub(super) fn add(&mut self, more: Self) {
        self.problems.extend(more.problems);
        self.by_word.extend(more.by_word);
        self.left_out.extend(more.left_out);
    }
}

/// The findings about an op whose parts belong to these obligations in order.
pub(super) fn of_op(
    (catalog, counts): (&Catalog, &Counts),
    options: &PlanOptions,
    issued: &IssuerBackend,
    op: &Op,
    obligations: &[Obligation],
    found: &OpEvidence,
) -> Findings {
    let mut findings = Findings::default();
    let pairs = || obligations.iter().zip(&found.parts);
    // A function with varying results cannot be evaluated again.
    let settled = !pairs().any(|(obligation, part)| {
        obligation.part == plan::Part::Deterministic
            && obligation.backend().is_none()
            && part.outcome == OutcomeName::Failed
    });
    let whole = |lengths: &mut Lengths<'_>| -> Vec<Option<u64>> {
        let whole_lengths = pairs().map(|(obligation, part)| {
            let ended = matches!(part.outcome, OutcomeName::Passed | OutcomeName::Failed);
            let on_backend = obligation.backend().is_some();
            if ended && part.due.is_none() {
                lengths.whole(&obligation.part, on_backend)
            } else {
                None
            }
        });
        whole_lengths.collect()
    };
    let whole = counts.with_lengths(op, options, whole);
    for ((obligation, part), expected) in pairs().zip(whole) {
        // A class or boundary without a hit counts as a case.
        let open = part.covered.map_or(0, |hit| {
            let all = (op.def.boundaries.len() + op.def.classes.len()) as u64;
            all.saturating_sub(hit.boundaries.saturating_add(hit.classes))
        });
        findings.part(
            part,
            miscounted(part, expected.map(|expected| expected.saturating_add(open))),
        );
        findings.lacking(part, support::of_op(catalog, issued, op, obligation, part));
        if settled {
            findings.part(part, counterexamples::problem(op, obligation, part));
        }
    }
    findings.problems.extend(support::together(&found.parts));
    findings
}

/// The fault of a whole part that states another number of cases than it has.
fn miscounted(part: &Part, expected: Option<u64>) -> Option<String> {
    let expected_cases = expected?;
    match part.outcome {
        OutcomeName::Passed if part.cases != expected_cases => Some(format!(
            "it states {} cases, but the suite runs {expected_cases}",
            part.cases
        )),
        OutcomeName::Failed if part.cases > expected_cases => Some(format!(
            "it states {} cases, but the suite has {expected_cases}",
            part.cases
        )),
        _ => None,
    }
}

/// The findings about an engine.
pub(super) fn of_engine(
    (catalog, issued): (&Catalog, &IssuerBackend),
    engine: &EngineDef,
    obligations: &[Obligation],
    found: &EngineEvidence,
) -> Findings {
    let mut findings = Findings::default();
    let called = CalleeSupport::by_engine(catalog, issued, engine);
    for (obligation, part) in obligations.iter().zip(&found.parts) {
        let plan::Part::Engine(check) = obligation.part else {
            continue;
        };
        findings.lacking(part, support::of_engine(issued, &called, obligation, part));
        findings.part(part, sizes(issued, obligation, part));
        // The limits of an adapter determine the sizes that are too large.
        let registered = issued.is_registered() && obligation.backend().is_some();
        let follows =
            |of: &SkippedCases| matches!(of.of_size(), Some(SkippedSize::WorkgroupSize { .. }));
        findings.left_out(part, |of| registered || !follows(of));
        let counterexample = counterexamples::of_engine(engine, check, part);
        findings.part(part, counterexample);
    }
    findings
}

/// The largest workgroup of the runner; `read` are the skipped cases of the part.
fn workgroup_limit(issued: &IssuerBackend, interpreted: bool, read: &[Option<SkippedSize>]) -> u64 {
    let stated = || {
        let mut limits = read.iter().filter_map(|skipped| match skipped {
            Some(SkippedSize::WorkgroupSize { limit, .. }) => Some(u64::from(*limit)),
            _ => None,
        });
        limits.next()
    };
    match (interpreted, issued.family()) {
        (true, _) => {
            let most = Limits::INTERPRETER;
            u64::from(most.workgroup_invocations.min(most.workgroup_size[0]))
        }
        // A registered backend need not list its limits, but must name one limit.
        (false, BackendFamily::Registered | BackendFamily::Expressions) => {
            stated().unwrap_or(u64::MAX)
        }
        (false, _) => {
            let listed = |name| issued.limit(name).unwrap_or(0);
            listed(INVOCATIONS).min(listed(WORKGROUP_X))
        }
    }
}

/// The fault of the skipped cases of a part: all those at workgroup sizes beyond a limit of the runner, and cases that
/// exceed another limit.
fn sizes(issued: &IssuerBackend, obligation: &Obligation, part: &Part) -> Option<String> {
    let Some([start, end]) = part.range else {
        let skips = !part.skipped.is_empty();
        return skips.then(|| "it ran no range of cases, but leaves some out".to_owned());
    };
    // Each input runs at all sizes.
    let all = SIZES.len() as u64;
    let of_size = |place: u64| {
        let before = |n: u64| n / all + u64::from(n % all > place);
        before(end) - before(start)
    };
    let interpreted = matches!(
        obligation.question.subject,
        Implementation::Interpreter { .. }
    );
    let read = part.skipped.iter().map(SkippedCases::of_size);
    let read: Vec<Option<SkippedSize>> = read.collect();
    let limit = workgroup_limit(issued, interpreted, &read);
    let mut expected = BTreeMap::new();
    let mut most = BTreeMap::new();
    for (place, size) in SIZES.into_iter().enumerate() {
        let cases = of_size(place as u64);
        if u64::from(size) > limit && cases > 0 {
            let limit = u32::try_from(limit).unwrap_or(u32::MAX);
            expected.insert(SkippedSize::WorkgroupSize { size, limit }, cases);
        } else {
            most.insert(size, cases);
        }
    }
    for (skipped, read) in part.skipped.iter().zip(read) {
        let fits = match read {
            Some(SkippedSize::Limits { size, .. }) => most.get_mut(&size).is_some_and(|left| {
                let rest = left.checked_sub(skipped.cases);
                *left = rest.unwrap_or(0);
                rest.is_some() && skipped.cases > 0
            }),
            Some(whole) => expected.remove(&whole) == Some(skipped.cases),
            None => false,
        };
        if !fits {
            return Some(format!(
                "it leaves out {} cases for `{}`, which the workgroup sizes and the limits do not give",
                skipped.cases, skipped.why
            ));
        }
    }
    let mut missing = expected.into_iter();
    missing
        .next()
        .map(|(reason, _)| format!("it does not leave out the cases of `{reason}`"))
}

const INVOCATIONS: &str = "max_compute_invocations_per_workgroup";
const WORKGROUP_X: &str = "max_compute_workgroup_size_x";

/// Contradictions in the lists of features and limits.
pub(super) fn backend(issued: &IssuerBackend) -> Vec<String> {
    let identity = issued.identity();
    let mut problems = vec![];
    if !identity.features.is_sorted_by(|a, b| a < b) {
        problems.push("its features are not sorted, or one occurs twice".to_owned());
    }
    let adapter = matches!(
        issued.family(),
        BackendFamily::Adapter | BackendFamily::Native | BackendFamily::Wgsl
    );
    if adapter {
        for name in [INVOCATIONS, WORKGROUP_X] {
            if issued.limit(name).is_none() {
                problems.push(format!(
                    "it does not list the limit `{name}` of its adapter"
                ));
            }
        }
    }
    problems
}
