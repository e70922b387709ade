//! Events of `check --json`: one JSON value per line.

use serde::Serialize;
use vyre_conform_harness::{Context, regressions};
use vyre_conform_ir::value::Passing;
use vyre_conform_suite::backend::Losses;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::Failure;

/// A line.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Event<'a> {
    /// Start of the run.
    Start {
        adapters: Vec<String>,
        no_adapter: Option<&'a str>,
        /// The missing registered backends.
        absent: Vec<String>,
        filter: Option<&'a str>,
        trials: usize,
    },
    /// A trial ended.
    Trial(Box<Trial<'a>>),
    /// End of the run.
    End(End<'a>),
    /// The run was interrupted; the counts include what ran.
    Interrupted(End<'a>),
}

/// Result of a trial.
#[derive(Serialize)]
pub(super) struct Trial<'a> {
    pub(super) id: &'a str,
    /// `ok`, `failed`, `ignored` or `held`.
    pub(super) outcome: String,
    /// Subject and oracle of the trial.
    pub(super) subject: String,
    pub(super) oracle: String,
    pub(super) cases: u64,
    pub(super) milliseconds: u64,
    /// Reason why it did not run, if so.
    pub(super) reason: Option<&'a str>,
    /// The failing trial that prevented this one.
    pub(super) because_of: Option<&'a str>,
    pub(super) failure: Option<FailureEvent<'a>>,
}

/// A failure.
#[derive(Serialize)]
pub(super) struct FailureEvent<'a> {
    headline: &'a str,
    /// The values of the failing input, reduced; empty if the failure has no input of an op.
    inputs: Vec<Input<'a>>,
    /// The failing input of an engine.
    engine_input: Option<EngineInput<'a>>,
    /// The expected value, or the claim of a law.
    expected: Option<&'a str>,
    /// Its oracle.
    oracle: Option<&'a str>,
    /// The actual value; for a law, the evaluation of its sides.
    actual: Option<&'a str>,
    /// The component at fault.
    culprit: Option<&'a str>,
    /// Further faults.
    also: &'a [String],
    /// The reasons, most important first.
    reasons: &'a [String],
    /// The replay command.
    replay: Option<&'a str>,
    /// The file with the saved case.
    saved: Option<String>,
    /// Number of failing cases, and of cases that ran, if known.
    failing: u64,
    of: u64,
    /// The report as text.
    report: &'a str,
}

/// A value of a failing input.
#[derive(Serialize)]
struct Input<'a> {
    name: Option<&'a str>,
    r#type: String,
    value: String,
    /// `storage`, `uniform` or `literal`.
    passed: &'static str,
}

/// An input of an engine.
#[derive(Serialize)]
struct EngineInput<'a> {
    /// Its number or source.
    input: String,
    workgroup_size: u32,
    columns: Option<&'a [Vec<u32>]>,
}

/// Final counts of a run.
#[derive(Serialize)]
pub(super) struct End<'a> {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
    /// Number of held trials that did not run.
    pub(super) held: usize,
    /// The day of the oldest pass among them.
    pub(super) held_since: Option<&'a str>,
    pub(super) filtered: usize,
    /// Requirements of a whole run that are not met.
    pub(super) incomplete: &'a [String],
    /// Losses of backends out of process.
    pub(super) losses: Vec<LossEvent<'a>>,
    pub(super) summary: &'a str,
    pub(super) milliseconds: u64,
}

/// Requests and losses of a backend out of process in the run.
#[derive(Serialize)]
pub(super) struct LossEvent<'a> {
    adapter: &'a str,
    requests: u64,
    lost: u64,
}

impl<'a> LossEvent<'a> {
    /// The losses of the backend with this slug; `None` for one in this process.
    pub(super) fn new(context: &Context, slug: &'a str) -> Option<Self> {
        let Losses { requests, lost } = context.losses(slug)?;
        let adapter = slug;
        Some(Self {
            adapter,
            requests,
            lost,
        })
    }
}

impl<'a> Trial<'a> {
    /// The event of a trial without a result.
    pub(super) fn new(obligation: &'a Obligation) -> Self {
        Self {
            id: &obligation.id,
            outcome: String::new(),
            subject: obligation.question.subject.to_string(),
            oracle: obligation.oracle.to_string(),
            cases: 0,
            milliseconds: 0,
            reason: None,
            because_of: None,
            failure: None,
        }
    }
}

impl<'a> FailureEvent<'a> {
    pub(super) fn new(failure: &'a Failure) -> Self {
        let text = &failure.details;
        let inputs = failure.case.inputs.iter().enumerate().map(|(k, value)| {
            let (r#type, value) = regressions::print(value);
            let passed: Passing = text.passing_modes.get(k).copied().unwrap_or_default();
            Input {
                name: text.names.get(k).map(String::as_str),
                r#type: r#type.to_string(),
                value,
                passed: passed.name(),
            }
        });
        let violation = failure.case.violation();
        let engine_input = violation.and_then(|violation| {
            let (source, workgroup_size) = violation.case?;
            let columns = violation.input.as_ref().map(|input| &input.columns[..]);
            Some(EngineInput {
                input: source.to_string(),
                workgroup_size,
                columns,
            })
        });
        Self {
            headline: &failure.headline,
            inputs: inputs.collect(),
            engine_input,
            expected: text.expected.as_deref(),
            oracle: text.oracle.as_deref(),
            actual: text.actual.as_deref(),
            culprit: text.culprit.as_deref(),
            also: &text.other_faults,
            reasons: &text.reasons,
            replay: text.replay.as_deref(),
            saved: text.saved.as_ref().map(|path| path.display().to_string()),
            failing: failure.failing,
            of: failure.cases,
            report: &failure.report,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use vyre_conform_ir::value::Value;
    use vyre_conform_suite::failing::FailingCase;
    use vyre_conform_suite::record::FailureDetails;

    /// Oracle: the fields in `docs/spec/command-line.md`, and the reported failure, hand-written.
    #[test]
    fn a_failure_is_fields_and_not_one_text() {
        let failure = Failure {
            headline: "u32::x: wrong".into(),
            case: FailingCase::false_claim(0, vec![Value::of(7u32), Value::of(1u32)]),
            failing: 2,
            cases: 9,
            report: "u32::x: wrong\n".into(),
            details: FailureDetails {
                names: vec!["a".into(), "b".into()],
                passing_modes: vec![Passing::Storage, Passing::Literal],
                expected: Some("0x0000_0008".into()),
                oracle: Some("the CPU reference".into()),
                actual: Some("0x0000_0006".into()),
                culprit: Some("the lowering is wrong".into()),
                other_faults: vec!["the alternate is wrong".into()],
                reasons: vec!["it breaks a row".into()],
                replay: Some("vyre-conform replay 'u32::x=0x7, literal 0x1'".into()),
                saved: Some("regressions/u32.x.toml".into()),
            },
            ..Failure::default()
        };
        let text = serde_json::to_value(FailureEvent::new(&failure)).expect("JSON");
        let due = json!({
            "headline": "u32::x: wrong",
            "inputs": [
                {"name": "a", "type": "u32", "value": "0x00000007", "passed": "storage"},
                {"name": "b", "type": "u32", "value": "0x00000001", "passed": "literal"},
            ],
            "engine_input": null,
            "expected": "0x0000_0008",
            "oracle": "the CPU reference",
            "actual": "0x0000_0006",
            "culprit": "the lowering is wrong",
            "also": ["the alternate is wrong"],
            "reasons": ["it breaks a row"],
            "replay": "vyre-conform replay 'u32::x=0x7, literal 0x1'",
            "saved": "regressions/u32.x.toml",
            "failing": 2,
            "of": 9,
            "report": "u32::x: wrong\n",
        });
        assert_eq!(text, due);
        let docs = include_str!("../../../../docs/spec/command-line.md");
        for (field, _) in due.as_object().expect("fields") {
            assert!(
                docs.contains(&format!("`{field}`")),
                "{field} is not documented"
            );
        }
    }
}
