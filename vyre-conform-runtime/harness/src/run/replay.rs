//! One case on every implementation: reference, interpreter, every adapter, every alternate.

mod law;
mod response;

use super::engine_replay::{engines, saved};
use super::failure::STEPS;
use super::found_words::{distance_words, found_text};
use super::replay_result::{ImplementationResult, ReplayOutcome, ReplayResult};
use super::subject::Run;
use super::testimony::FindingContext;
use crate::assignment::assignment;
use crate::context::Context;
use crate::replay::Replay;
use crate::replay::ReplayError;
use crate::report::Report;
use response::Response;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_suite::compare::{Blame, Diagnosis, Party, Reason};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::plan::{Implementation, Obligation, Part};
use vyre_conform_suite::strategy::{Evaluate, Reference};

/// Replays a case on every implementation in the context. Nothing is saved, because the case is known.
///
/// # Errors
///
/// If the case does not fit the catalog.
pub fn replay(context: &Context, case: &Replay) -> Result<ReplayResult, ReplayError> {
    let context = &context.without_saving();
    match case {
        Replay::Values {
            op,
            inputs,
            passed,
            trial,
        } => Ok(CaseReplayer::new(context, op, trial)?.values(inputs, passed)),
        Replay::Law {
            op,
            law,
            inputs,
            trial,
        } => CaseReplayer::new(context, op, trial)?.law(*law, inputs),
        Replay::Engine { engine, check, .. } => engines(context, engine, check),
        Replay::Saved {
            engine,
            number,
            case,
        } => saved(context, engine, *number, case),
    }
}

/// An op on every implementation.
struct CaseReplayer<'a> {
    context: &'a Context,
    op: &'a Op,
    /// One obligation per implementation, equal to the suite's except for its subject.
    subjects: Vec<Obligation>,
    /// The implementation under test in the trial that reported the case.
    reported: Option<String>,
}

impl<'a> CaseReplayer<'a> {
    fn new(context: &'a Context, id: &str, trial: &str) -> Result<Self, ReplayError> {
        let unknown = || ReplayError::NoOp { id: id.to_owned() };
        let op = context.catalog().find(id).ok_or_else(unknown)?;
        let mut all = context.plan().obligations().iter();
        let any = all.find(|o| o.op == id).ok_or_else(unknown)?;
        let id = || op.def.id.to_owned();
        let mut subjects = vec![
            Implementation::Reference { op: id() },
            Implementation::Interpreter { op: id() },
        ];
        if context.no_adapter().is_none() {
            for backend in context.slugs() {
                let on = backend.clone();
                let op_id = id();
                subjects.push(Implementation::Lowering { op: id(), backend });
                subjects.extend(op.def.alternates.iter().map(|a| Implementation::Alternate {
                    op: op_id.clone(),
                    name: a.name.into(),
                    backend: on.clone(),
                }));
            }
        }
        let subjects = subjects.into_iter().map(|subject| {
            let mut obligation = any.clone();
            obligation.question.subject = subject;
            obligation
        });
        let mut all = context.plan().obligations().iter();
        let reported = all.find(|o| o.id == trial).map(|o| match o.part {
            Part::Interpreter => name(&Implementation::Interpreter { op: id() }),
            _ => name(&o.question.subject),
        });
        Ok(Self {
            context,
            op,
            subjects: subjects.collect(),
            reported,
        })
    }

    fn runs(&self) -> impl Iterator<Item = Run<'_>> {
        let subjects = self.subjects.iter();
        subjects.map(|obligation| Run::new(self.context, obligation))
    }

    /// Replays operands in these passing modes: every implementation against the reference, and the reference against
    /// the table.
    fn values(&self, inputs: &[Value], passed: &[Passing]) -> ReplayResult {
        let def = self.op.def;
        let mut report = Report::new(&format!("{} ({})", def.id, def.place));
        report.entry("input", &assignment(def.params.iter().copied(), inputs));
        if let Some(run) = self.runs().next() {
            run.passed_line(&mut report, passed);
        }
        let reference = Reference.apply(&def.op, inputs);
        let mut diagnoses: Vec<(String, Diagnosis)> = vec![];
        let (mut lines, mut results) = (vec![], vec![]);
        for run in self.runs() {
            let who = name(&run.obligation.question.subject);
            let response = run.response(inputs, passed, &reference);
            let one = run.replayed(inputs, &response, &reference);
            let same = match one.outcome {
                ReplayOutcome::Differs => "   differs",
                _ => "",
            };
            lines.push((who.clone(), format!("{}{same}", one.text)));
            results.push(ImplementationResult::new(&who, one.outcome, Some(one.text)));
            diagnoses.extend(one.diagnosis.map(|diagnosis| (who, diagnosis)));
        }
        let row = def.rows.iter().find(|r| (r.inputs)() == inputs);
        if let Some(row) = row {
            let expected = (row.expected)();
            report.entry("row", &format!("{expected}   {}", row.rationale));
            if let Ok(value) = reference
                && value != expected
                && let Some(run) = self.runs().next()
            {
                let grounds = FindingContext {
                    held_to_row: true,
                    ..FindingContext::default()
                };
                let diagnosis = run.diagnose_found(inputs, value, Ok(value), grounds);
                diagnoses.insert(0, ("reference".into(), diagnosis));
            }
        }
        self.step_lines(&mut report, inputs);
        let width = lines.iter().map(|(who, _)| who.len()).max().unwrap_or(0);
        report.entries(
            "result",
            lines
                .iter()
                .map(|(who, what)| format!("{who:width$}  {what}")),
        );
        if let Some(run) = self.runs().next() {
            run.class_lines(&mut report, inputs);
        }
        self.close(
            report,
            &diagnoses,
            results,
            if def.op.tolerance.is_exact() {
                "every implementation gives the same value"
            } else {
                "every implementation is within the tolerance of the reference"
            },
        )
    }

    /// Adds the first steps of the op's interpreter to a report.
    fn step_lines(&self, report: &mut Report, inputs: &[Value]) {
        if let Ok(module) = self.op.module() {
            let steps = vyre_conform_interp::trace(module, inputs);
            report.entries("step", steps.iter().take(STEPS).map(ToString::to_string));
            if steps.len() > STEPS {
                report.entry("", &format!("... and {} more steps", steps.len() - STEPS));
            }
        }
    }

    fn close(
        &self,
        mut report: Report,
        diagnoses: &[(String, Diagnosis)],
        results: Vec<ImplementationResult>,
        well: &str,
    ) -> ReplayResult {
        if let Some(reason) = self.context.no_adapter() {
            report.entry("not run", &format!("on any adapter: {reason}"));
        }
        // The replay is for the trial's report.
        let of_trial = |(who, _): &&(String, Diagnosis)| self.reported.as_ref() == Some(who);
        let first = diagnoses.iter().find(of_trial).or(diagnoses.first());
        let Some((who, diagnosis)) = first else {
            report.entry("diagnosis", well);
            return ReplayResult {
                text: report.finish(),
                results,
                ..ReplayResult::default()
            };
        };
        report.diagnosis(diagnosis);
        // A fault in one place shows in others; another blame is another defect.
        for (also, other) in diagnoses {
            if other.blame != diagnosis.blame && !diagnosis.other_blames.contains(&other.blame) {
                let text = format!("{also}: {}", other.blame.words());
                report.entry("also", &text);
                report.details.other_faults.push(text);
            }
        }
        report.entry("seen on", who);
        let (text, details) = report.parts();
        ReplayResult {
            text,
            fails: true,
            results,
            culprit: details.culprit,
            also: details.other_faults,
            reasons: details.reasons,
        }
    }
}

/// The replay of operands on one implementation.
struct ReplayedValues {
    outcome: ReplayOutcome,
    /// The result, or the reason for its absence.
    text: String,
    diagnosis: Option<Diagnosis>,
}

impl Run<'_> {
    /// Compares the response of this implementation with the reference.
    fn replayed(
        &self,
        inputs: &[Value],
        response: &Response,
        reference: &Result<Value, NoValue>,
    ) -> ReplayedValues {
        let subject = &self.obligation.question.subject;
        let op = &self.op().def.op;
        let (outcome, text, diagnosis) = match (response, reference) {
            (Response::Words(found), Ok(due)) if found == due.words() => {
                (ReplayOutcome::Agrees, due.to_string(), None)
            }
            (Response::Words(found), Ok(due)) if self.may_give(due.words(), found) => {
                let far = distance_words(op, due.words(), found);
                let text = format!("{}   {far}", Value::from_words(due.ty(), found));
                (ReplayOutcome::Agrees, text, None)
            }
            (Response::Words(found), Ok(due)) => {
                let value = Value::from_words(due.ty(), found);
                let diagnosis = self.diagnose_values(inputs, value, *due);
                let text = found_text(due.ty(), found);
                (ReplayOutcome::Differs, text, Some(diagnosis))
            }
            (Response::Words(found), Err(_)) => {
                let text = found_text(op.signature.result, found);
                (ReplayOutcome::Agrees, text, None)
            }
            (Response::Lacks(hardware), _) => {
                let text = format!("not run: the backend lacks {hardware}");
                (ReplayOutcome::NotRun, text, None)
            }
            (Response::Stopped(message), _) => {
                let diagnosis = match subject {
                    Implementation::Interpreter { .. } => {
                        self.without_result(inputs, message.clone())
                    }
                    subject => {
                        let (who, said) = (Party::Other(name(subject)), message.clone());
                        Diagnosis::new(Blame::of(subject), Reason::NoResult { who, said })
                    }
                };
                let text = format!("no result: {message}");
                (ReplayOutcome::NoResult, text, Some(diagnosis))
            }
            (Response::Error(message), _) => {
                let diagnosis = no_result(name(subject), message);
                let text = format!("no result: {message}");
                (ReplayOutcome::NoResult, text, Some(diagnosis))
            }
        };
        ReplayedValues {
            outcome,
            text,
            diagnosis,
        }
    }
}

/// The diagnosis of a backend, or of its dependency, without a result.
fn no_result(who: String, message: &str) -> Diagnosis {
    let (who, message) = (Party::Other(who), message.to_owned());
    Diagnosis::new(Blame::Backend, Reason::NoResult { who, said: message })
}

/// Name of an implementation in a column of the report.
fn name(subject: &Implementation) -> String {
    match subject {
        Implementation::Reference { .. } => "reference".into(),
        Implementation::Interpreter { .. } => "interpreter".into(),
        Implementation::Lowering { backend, .. } => backend.clone(),
        Implementation::Alternate { name, backend, .. } => format!("alternate {name} on {backend}"),
    }
}
