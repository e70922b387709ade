//! Results of tasks, and their sum over one obligation.

use super::losses::KeptLosses;
use crate::progress::FinishedTask;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use vyre_conform_certificate::certificate::{
    Counterexample, EngineCase, FailedFiletest, HitCounts, OutcomeName, ProgramCase, ProofEvidence,
    SkippedCases, ValueText, word_of_text, word_text,
};
use vyre_conform_harness::Tally;
use vyre_conform_harness::run::{Task, WorkOutcome};
use vyre_conform_suite::failing::{CaseFault, Difference, FailingCase, Violation};
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_suite::record::{NotRun, Outcome};

/// A finished task: a line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TaskResult {
    /// Id of the obligation.
    pub(crate) id: String,
    /// Its range, if it is a range of cases.
    pub(crate) range: Option<[u64; 2]>,
    /// Number of cases that ran.
    pub(crate) cases: u64,
    /// Number of failing cases.
    pub(crate) failures: u64,
    /// Number of cases that were compared by digests.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) by_digest: u64,
    /// The first failing case, unreduced, or the smallest input of a whole obligation.
    pub(crate) first: Option<Counterexample>,
    /// Its outcome; a complete range has passed, whatever it found.
    pub(crate) outcome: OutcomeName,
    /// Reason for any outcome except a pass.
    pub(crate) reason: Option<String>,
    /// Cases of an engine at workgroup sizes beyond a limit of its runner.
    pub(crate) skipped: Vec<SkippedCases>,
    /// Hits of the inputs, for the part of coverage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) covered: Option<HitCounts>,
    /// Evidence of a proved law.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<Box<ProofEvidence>>,
    /// Duration of the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) milliseconds: Option<u64>,
    /// Requests and losses of its backend since the last kept result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) losses: Option<KeptLosses>,
    /// Reason why a failing input of a whole obligation could not be saved.
    #[serde(skip)]
    pub(crate) unsaved: Option<String>,
}

impl TaskResult {
    /// The result of a task.
    pub(super) fn new(task: &Task<'_>, met: WorkOutcome) -> Self {
        let of = task.obligation;
        match (met, &task.range) {
            (WorkOutcome::Range(Ok(tally)), Some(range)) => Self::of_range(of, range, tally),
            (WorkOutcome::Range(Err(outcome)), range) => {
                Self::of_outcome(of, range.as_ref(), &outcome, 0)
            }
            (WorkOutcome::Whole(record), _) => Self {
                covered: record.coverage.map(HitCounts::of),
                proof: (record.proof.as_ref()).map(|proof| Box::new(ProofEvidence::of(proof))),
                milliseconds: (record.proof.as_ref()).map(|proof| proof.time.as_millis() as u64),
                ..Self::of_outcome(of, None, &record.outcome, record.cases)
            },
            (met, None) => unreachable!("a whole obligation gave {met:?}"),
        }
    }

    /// The result of a range of cases.
    fn of_range(of: &Obligation, range: &Range<u64>, tally: Tally) -> Self {
        let first = tally.first.as_ref();
        Self {
            id: of.id.clone(),
            range: Some([range.start, range.end]),
            cases: tally.cases,
            failures: tally.failures,
            by_digest: tally.by_digest,
            first: first.and_then(|first| counterexample(of, first, Some(first.case))),
            outcome: OutcomeName::Passed,
            reason: None,
            skipped: skipped(&tally.skipped),
            covered: None,
            proof: None,
            milliseconds: None,
            losses: None,
            unsaved: None,
        }
    }

    /// The result of an outcome, for a whole obligation or for the range that it interrupted.
    fn of_outcome(
        of: &Obligation,
        range: Option<&Range<u64>>,
        outcome: &Outcome,
        cases: u64,
    ) -> Self {
        let mut result = Self {
            id: of.id.clone(),
            range: range.map(|r| [r.start, r.end]),
            cases: outcome.cases(cases),
            failures: 0,
            by_digest: 0,
            first: None,
            outcome: OutcomeName::Passed,
            reason: None,
            skipped: vec![],
            covered: None,
            proof: None,
            milliseconds: None,
            losses: None,
            unsaved: None,
        };
        match outcome {
            Outcome::Passed => {}
            Outcome::Failed(failure) => {
                result.outcome = OutcomeName::Failed;
                result.reason = Some(failure.headline.clone());
                result.failures = failure.failing;
                result.unsaved.clone_from(&failure.unsaved);
                // The interruption of a range is a failing case of it.
                result.cases = cases.max(failure.failing);
                result.first = counterexample(of, &failure.case, None);
            }
            Outcome::UnsupportedByBackend { hardware } => {
                result.outcome = OutcomeName::Unsupported;
                result.reason = Some(hardware.clone());
            }
            // Unlike skipped parts in a certificate, this one was requested and not shown.
            Outcome::NotRun(why @ NotRun::Blocked { .. }) => {
                result.outcome = OutcomeName::Failed;
                result.reason = Some(why.to_string());
            }
            Outcome::NotRun(why) => {
                result.outcome = OutcomeName::NotRun;
                result.reason = Some(why.to_string());
            }
        }
        result
    }

    /// Number of cases that ran or that the runner cannot run.
    pub(crate) fn met(&self) -> u64 {
        let skipped = self.skipped.iter().map(|s| s.cases);
        skipped.fold(self.cases, u64::saturating_add)
    }

    /// The task in the progress of the run.
    pub(super) fn finished(&self) -> FinishedTask<'_> {
        FinishedTask {
            id: &self.id,
            range: self.range,
            cases: self.cases,
            failures: self.failures,
            outcome: self.outcome,
            reason: self.reason.as_deref(),
        }
    }

    /// The first failing case of a range.
    pub(super) fn first_failure(&self) -> Option<FailingCase> {
        self.range.and(self.first.as_ref()).and_then(first_of)
    }

    /// True if the range is complete, or the whole is concluded.
    pub(super) fn is_final(&self) -> bool {
        match self.range {
            Some(_) => self.outcome == OutcomeName::Passed,
            // A solver may be available on the next attempt, or more time.
            None => self.outcome != OutcomeName::NotRun,
        }
    }
}

fn is_none(cases: &u64) -> bool {
    *cases == 0
}

/// Skipped cases in the form of certificates.
pub(super) fn skipped(by_reason: &BTreeMap<String, u64>) -> Vec<SkippedCases> {
    let skipped = by_reason
        .iter()
        .map(|(reason, cases)| (reason.as_str(), *cases));
    skipped.map(SkippedCases::from).collect()
}

/// The failing case of an engine.
fn engine_case(violation: &Violation) -> EngineCase {
    let Difference {
        expected,
        found,
        causes,
    } = &violation.difference;
    let at = violation
        .case
        .map(|(source, size)| (source.to_string(), size));
    let input = violation.input.as_ref();
    EngineCase::new(at, input, expected.as_ref(), found.as_ref(), causes)
}

/// A failing case in the form of certificates, if it has any content; `number` is its number, if known.
pub(super) fn counterexample(
    obligation: &Obligation,
    found: &FailingCase,
    number: Option<u64>,
) -> Option<Counterexample> {
    // The value of a row, and of the translation of a reference, follows from the inputs.
    let with_values = obligation.backend().is_some() && obligation.part != Part::Table;
    let values = || Some((found.expected()?, found.found()?));
    let values = values().filter(|_| with_values);
    let engine = found.violation().map(engine_case);
    let program = found.program().map(ProgramCase::of);
    let filetest = found.filetest().map(FailedFiletest::of);
    let some = number.is_some() || !found.inputs.is_empty() || engine.is_some();
    some.then(|| Counterexample {
        case: number,
        inputs: found.inputs.iter().map(ValueText::of).collect(),
        expected: values.as_ref().map(|(due, _)| ValueText::of(due)),
        found: values.map(|(_, found)| hex(found)),
        engine,
        program,
        filetest,
    })
}

fn hex(words: &[u32]) -> Vec<String> {
    words.iter().copied().map(word_text).collect()
}

/// The failing case of a journal's line, if its text is canonical.
fn first_of(text: &Counterexample) -> Option<FailingCase> {
    let found = |words: &Vec<String>| -> Option<Vec<u32>> {
        words.iter().map(|text| word_of_text(text)).collect()
    };
    let fault = match (&text.expected, &text.found) {
        (Some(due), Some(words)) => CaseFault::wrong_result(due.value()?, found(words)?),
        _ => CaseFault::FalseClaim,
    };
    let inputs = text.inputs.iter().map(ValueText::value);
    Some(FailingCase {
        fault,
        ..FailingCase::false_claim(text.case?, inputs.collect::<Option<_>>()?)
    })
}

/// The sum of the results of one obligation's ranges, in any order.
pub(super) fn total(results: &[TaskResult]) -> Tally {
    let mut total = Tally::default();
    for result in results {
        total.add(Tally {
            cases: result.cases,
            failures: result.failures,
            by_digest: result.by_digest,
            first: result.first.as_ref().and_then(first_of),
            skipped: (result.skipped.iter())
                .map(|s| (s.why.clone(), s.cases))
                .collect(),
        });
    }
    total
}

/// The ranges of `whole` that no result covers, in order.
pub(super) fn missing(whole: &Range<u64>, results: &[TaskResult]) -> Vec<Range<u64>> {
    let mut done: Vec<[u64; 2]> = results.iter().filter_map(|r| r.range).collect();
    done.sort_unstable();
    let mut out = vec![];
    let mut at = whole.start;
    for [start, end] in done {
        let end_of_gap = start.min(whole.end);
        if at < end_of_gap {
            out.push(at..end_of_gap);
        }
        at = at.max(end);
    }
    if at < whole.end {
        out.push(at..whole.end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_ir::value::Value;
    use vyre_conform_runtime::generate::Set;
    use vyre_conform_suite::plan::{ClaimKind, Implementation, Oracle, Question};

    fn result(range: Range<u64>, failing: &[u64]) -> TaskResult {
        let tally = Tally {
            cases: range.end - range.start,
            failures: failing.len() as u64,
            by_digest: 3,
            first: failing.iter().min().map(|case| FailingCase {
                fault: CaseFault::wrong_result(Value::of(7u64), vec![1, 2]),
                ..FailingCase::false_claim(*case, vec![Value::of(*case as u32), Value::of(-1i32)])
            }),
            skipped: BTreeMap::from([("256: too large".to_owned(), 2)]),
        };
        let subject = Implementation::Lowering {
            op: "x".into(),
            backend: "y".into(),
        };
        let obligation = Obligation {
            id: "x::parity::y::edges".into(),
            op: "x".into(),
            part: Part::Parity(Set::Edges),
            question: Question {
                subject,
                claim: ClaimKind::Values,
            },
            oracle: Oracle::Reference,
            provenance: vec![],
        };
        TaskResult::of_range(&obligation, &range, tally)
    }

    /// Oracle: hand-written set arithmetic.
    #[test]
    fn missing_cases_are_those_without_a_result() {
        let done = [result(20..30, &[]), result(5..10, &[])];
        assert_eq!(missing(&(0..40), &done), [0..5, 10..20, 30..40]);
        assert_eq!(missing(&(5..10), &done), []);
        assert_eq!(missing(&(0..3), &[]), vec![0..3; 1]);
    }

    /// Oracle: counting the failing cases, in any order of the ranges.
    #[test]
    fn results_add_up_in_any_order() {
        let parts = [
            result(0..10, &[]),
            result(10..20, &[13, 17]),
            result(20..30, &[21]),
        ];
        let mut turned = parts.clone();
        turned.reverse();
        assert_eq!(total(&parts), total(&turned));
        let all = total(&parts);
        assert_eq!((all.cases, all.failures, all.by_digest), (30, 3, 9));
        assert_eq!(all.skipped.values().sum::<u64>(), 6);
        let first = all.first.expect("a failure");
        assert_eq!(first.case, 13);
        assert_eq!(first.inputs, [Value::of(13u32), Value::of(-1i32)]);
        assert_eq!(
            first.fault,
            CaseFault::wrong_result(Value::of(7u64), vec![1, 2])
        );
    }
}
