//! One case on every implementation: reference, interpreter, every adapter, every alternate.

mod response;

use super::engine_replay::{engines, saved};
use super::evaluators::BodyEvaluator;
use super::failure::{STEPS, assignment, distance_words, found_text};
use super::replay_result::{On, ReplayOutcome, ReplayResult};
use super::subject::{Interruption, Run};
use super::testimony::Grounds;
use crate::report::Report;
use crate::{Context, Replay, ReplayError};
use response::Response;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::compare::{Blame, Diagnosis, Party, Reason, Testimony, diagnose};
use vyre_conform_suite::plan::{Implementation, Obligation, Part};
use vyre_conform_suite::strategy::{Evaluate, Reference, TypedLaw};

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
        } => Ok(Everywhere::new(context, op, trial)?.values(inputs, passed)),
        Replay::Law {
            op,
            law,
            inputs,
            trial,
        } => Everywhere::new(context, op, trial)?.law(*law, inputs),
        Replay::Engine { engine, check, .. } => engines(context, engine, check),
        Replay::Saved {
            engine,
            number,
            case,
        } => saved(context, engine, *number, case),
    }
}

/// An op on every implementation.
struct Everywhere<'a> {
    context: &'a Context,
    op: &'a Op,
    /// One obligation per implementation, equal to the suite's except for its subject.
    subjects: Vec<Obligation>,
    /// The implementation under test in the trial that reported the case.
    reported: Option<String>,
}

impl<'a> Everywhere<'a> {
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
            let subject = &run.obligation.question.subject;
            let given = run.response(inputs, passed, &reference);
            let mut same = "";
            let mut outcome = match &given {
                Response::Words(_) => ReplayOutcome::Agrees,
                Response::Lacks(_) => ReplayOutcome::NotRun,
                Response::Stopped(_) | Response::Error(_) => ReplayOutcome::NoResult,
            };
            let text = match (&given, &reference) {
                (Response::Words(found), Ok(due)) if found == due.words() => due.to_string(),
                (Response::Words(found), Ok(due)) if run.may_give(due.words(), found) => {
                    let far = distance_words(&def.op, due.words(), found);
                    format!("{}   {far}", Value::from_words(due.ty(), found))
                }
                (Response::Words(found), Ok(due)) => {
                    same = "   differs";
                    outcome = ReplayOutcome::Differs;
                    let value = Value::from_words(due.ty(), found);
                    let diagnosis = run.diagnose_values(inputs, value, *due);
                    diagnoses.push((name(subject), diagnosis));
                    found_text(due.ty(), found)
                }
                (Response::Words(found), Err(_)) => found_text(def.op.signature.result, found),
                (Response::Lacks(hardware), _) => format!("not run: the backend lacks {hardware}"),
                (Response::Stopped(message), _) => {
                    let diagnosis = match subject {
                        Implementation::Interpreter { .. } => {
                            run.without_result(inputs, message.clone())
                        }
                        subject => {
                            let (who, message) = (Party::Other(name(subject)), message.clone());
                            Diagnosis::of(
                                Blame::of(subject),
                                Reason::NoResult { who, said: message },
                            )
                        }
                    };
                    diagnoses.push((name(subject), diagnosis));
                    format!("no result: {message}")
                }
                (Response::Error(message), _) => {
                    diagnoses.push((name(subject), no_result(name(subject), message)));
                    format!("no result: {message}")
                }
            };
            lines.push((name(subject), format!("{text}{same}")));
            results.push(On::new(&name(subject), outcome, Some(text)));
        }
        let row = def.rows.iter().find(|r| (r.inputs)() == inputs);
        if let Some(row) = row {
            let expected = (row.expected)();
            report.entry("row", &format!("{expected}   {}", row.rationale));
            if let Ok(value) = reference
                && value != expected
                && let Some(run) = self.runs().next()
            {
                let grounds = Grounds {
                    held_to_row: true,
                    ..Grounds::default()
                };
                let diagnosis = run.diagnose_found(inputs, value, Ok(value), grounds);
                diagnoses.insert(0, ("reference".into(), diagnosis));
            }
        }
        if let Ok(module) = self.op.module() {
            let steps = vyre_conform_interp::trace(module, inputs);
            report.entries("step", steps.iter().take(STEPS).map(ToString::to_string));
            if steps.len() > STEPS {
                report.entry("", &format!("... and {} more steps", steps.len() - STEPS));
            }
        }
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

    /// Replays a law on every implementation, with both sides step by step.
    fn law(&self, index: usize, inputs: &[Value]) -> Result<ReplayResult, ReplayError> {
        let def = self.op.def;
        let law = TypedLaw::new(&def.laws[index], &def.op)?;
        let mut report = Report::new(&format!("{} ({})", def.id, def.place));
        let first = self.runs().next().expect("the reference");
        first.law_lines(&mut report, index, &law);
        report.entry(
            "input",
            &assignment(vyre_conform_spec::term::VARIABLES, inputs),
        );
        let (mut diagnoses, mut results) = (vec![], vec![]);
        let mut first_steps: Option<Vec<String>> = None;
        let strict = def.op.track().is_strict();
        for run in self.runs() {
            let subject = &run.obligation.question.subject;
            // The laws of an approximate op are about its reference.
            if !strict && !matches!(subject, Implementation::Reference { .. }) {
                continue;
            }
            let who = name(subject);
            let evaluator: Box<dyn Evaluate + '_> = match subject {
                Implementation::Interpreter { .. } => {
                    Box::new(BodyEvaluator(self.context.catalog()))
                }
                _ => match run.evaluator(&law) {
                    Ok(evaluator) => evaluator,
                    Err(Interruption::Backend(BackendError::UnsupportedByBackend {
                        hardware,
                        ..
                    })) => {
                        report.entry("on", &format!("{who}: not run, it lacks {hardware}"));
                        results.push(On::new(&who, ReplayOutcome::NotRun, Some(hardware)));
                        continue;
                    }
                    Err(stop) => {
                        report.entry("on", &format!("{who}: {stop}"));
                        results.push(On::new(
                            &who,
                            ReplayOutcome::NoResult,
                            Some(stop.to_string()),
                        ));
                        diagnoses.push((who.clone(), no_result(who, &stop.to_string())));
                        continue;
                    }
                },
            };
            let is_on_backend = run.obligation.backend().is_some();
            if is_on_backend
                && let Err(Interruption::Backend(error)) = run.holds_on_subject(&law, inputs)
            {
                report.entry("on", &format!("{who}: {error}"));
                results.push(On::new(
                    &who,
                    ReplayOutcome::NoResult,
                    Some(error.to_string()),
                ));
                diagnoses.push((who.clone(), no_result(who, &error.to_string())));
                continue;
            }
            let explained = law.explain_with(inputs, &*evaluator);
            let (word, outcome) = if explained.holds {
                ("holds", ReplayOutcome::Holds)
            } else {
                ("is broken", ReplayOutcome::Broken)
            };
            results.push(On::new(&who, outcome, Some(explained.steps.join("; "))));
            report.entry("on", &format!("{who}: {word}"));
            if first_steps.as_ref() == Some(&explained.steps) {
                report.entry("", "  in the same steps");
            } else {
                let steps = explained.steps.iter().map(|s| format!("  {s}"));
                report.entries("", steps);
                first_steps.get_or_insert(explained.steps);
            }
            // A law declared not to hold has a witness that must break it.
            if explained.holds == law.is_negative() {
                let is_declared = law.witness.as_deref().is_none_or(|w| w == inputs);
                let diagnosis = match law.holds_with(inputs, &Reference) {
                    Err(message) if !law.is_negative() => {
                        let (who, message) = (Party::Reference, message.to_string());
                        Diagnosis::of(Blame::Reference, Reason::NoResult { who, said: message })
                    }
                    _ if is_declared => {
                        diagnose(&Testimony::Law(run.law_finding(index, &law, inputs, false)))
                    }
                    _ => Diagnosis::of(Blame::Declaration, Reason::NoWitness),
                };
                diagnoses.push((who, diagnosis));
            }
        }
        let well = match law.is_negative() {
            true => "the law is broken everywhere, as it is declared",
            false if !strict => "the law holds on the reference, which is all it is about",
            false => "the law holds everywhere",
        };
        Ok(self.close(report, &diagnoses, results, well))
    }

    fn close(
        &self,
        mut report: Report,
        diagnoses: &[(String, Diagnosis)],
        results: Vec<On>,
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
            if other.blame != diagnosis.blame && !diagnosis.also.contains(&other.blame) {
                report.entry("also", &format!("{also}: {}", other.blame.words()));
            }
        }
        report.entry("seen on", who);
        let (text, told) = report.parts();
        ReplayResult {
            text,
            fails: true,
            results,
            culprit: told.culprit,
            reasons: told.reasons,
        }
    }
}

/// The diagnosis of a backend, or of its dependency, without a result.
fn no_result(who: String, message: &str) -> Diagnosis {
    let (who, message) = (Party::Other(who), message.to_owned());
    Diagnosis::of(Blame::Backend, Reason::NoResult { who, said: message })
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
