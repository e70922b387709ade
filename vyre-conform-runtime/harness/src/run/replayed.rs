//! One case on every implementation side by side: reference, interpreter, every adapter, every
//! alternate.

use super::engine_replayed::{engines, saved};
use super::evaluators::{Interpreted, one};
use super::failure::{STEPS, assignment, distance_words, found_text};
use super::seen::{On, Replayed, Seen};
use super::subject::{Run, Stop};
use crate::report::Report;
use crate::{Context, Replay, ReplayError};
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::compare::{Blame, Party, Reason, Testimony, Verdict, judge};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::plan::{Implementation, Obligation};
use vyre_conform_suite::strategy::{Evaluate, Reference, TypedLaw};

/// Runs a case on everything the context has.
///
/// # Errors
/// The case does not fit the catalog.
pub fn replay(context: &Context, case: &Replay) -> Result<Replayed, ReplayError> {
    match case {
        Replay::Values { op, inputs, passed } => {
            Ok(Everywhere::of(context, op)?.values(inputs, passed))
        }
        Replay::Law { op, law, inputs } => Everywhere::of(context, op)?.law(*law, inputs),
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
    /// One obligation a subject, of the suite's but for its subject.
    subjects: Vec<Obligation>,
}

/// What one implementation gave.
enum Given {
    /// The words.
    Words(Vec<u32>),
    /// Nothing, because the backend lacks what it needs.
    Lacks(String),
    /// Nothing, because the function has none, for this reason.
    Stopped(String),
    /// Nothing, because the backend gave an error.
    Error(String),
}

impl<'a> Everywhere<'a> {
    fn of(context: &'a Context, id: &str) -> Result<Self, ReplayError> {
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
        Ok(Self {
            context,
            op,
            subjects: subjects.collect(),
        })
    }

    fn runs(&self) -> impl Iterator<Item = Run<'_>> {
        let subjects = self.subjects.iter();
        subjects.map(|obligation| Run::of(self.context, obligation))
    }

    /// Operands, passed to backends like this: every implementation against the reference, and the reference
    /// against the table.
    fn values(&self, inputs: &[Value], passed: &[Passing]) -> Replayed {
        let def = self.op.def;
        let mut report = Report::new(&format!("{} ({})", def.id, def.place));
        report.entry("input", &assignment(def.params.iter().copied(), inputs));
        if let Some(run) = self.runs().next() {
            run.passed_line(&mut report, passed);
        }
        let reference = Reference.apply(&def.op, inputs);
        let mut verdicts: Vec<(String, Verdict)> = vec![];
        let (mut lines, mut results) = (vec![], vec![]);
        for run in self.runs() {
            let subject = &run.obligation.question.subject;
            let given = run.given(inputs, passed, &reference);
            let mut same = "";
            let mut seen = match &given {
                Given::Words(_) => Seen::Agrees,
                Given::Lacks(_) => Seen::NotRun,
                Given::Stopped(_) | Given::Error(_) => Seen::NoResult,
            };
            let text = match (&given, &reference) {
                (Given::Words(found), Ok(due)) if found == due.words() => due.to_string(),
                (Given::Words(found), Ok(due)) if run.may_give(due.words(), found) => {
                    let far = distance_words(&def.op, due.words(), found);
                    format!("{}   {far}", Value::from_words(due.ty(), found))
                }
                (Given::Words(found), Ok(due)) => {
                    same = "   differs";
                    seen = Seen::Differs;
                    let value = Value::from_words(due.ty(), found);
                    let verdict = run.judge_values(inputs, value, *due);
                    verdicts.push((name(subject), verdict));
                    found_text(due.ty(), found)
                }
                (Given::Words(found), Err(_)) => found_text(def.op.signature.result, found),
                (Given::Lacks(hardware), _) => format!("not run: the backend lacks {hardware}"),
                (Given::Stopped(said), _) => {
                    let verdict = match subject {
                        Implementation::Interpreter { .. } => {
                            run.without_result(inputs, said.clone())
                        }
                        subject => {
                            let (who, said) = (Party::Other(name(subject)), said.clone());
                            Verdict::of(Blame::of(subject), Reason::NoResult { who, said })
                        }
                    };
                    verdicts.push((name(subject), verdict));
                    format!("no result: {said}")
                }
                (Given::Error(said), _) => {
                    verdicts.push((name(subject), no_result(name(subject), said)));
                    format!("no result: {said}")
                }
            };
            lines.push((name(subject), format!("{text}{same}")));
            results.push(On::new(&name(subject), seen, Some(text)));
        }
        let row = def.rows.iter().find(|r| (r.inputs)() == inputs);
        if let Some(row) = row {
            let expected = (row.expected)();
            report.entry("row", &format!("{expected}   {}", row.rationale));
            if reference.as_ref().is_ok_and(|value| *value != expected) {
                let reason = Reason::Row {
                    row: expected,
                    who: Party::Reference,
                    gives: reference
                        .map_or_else(|said| said.to_string(), |value| value.to_string()),
                    kept: false,
                };
                let verdict = Verdict::of(Blame::Reference, reason);
                verdicts.insert(0, ("reference".into(), verdict));
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
            &verdicts,
            results,
            match def.op.tolerance.is_exact() {
                true => "every implementation gives the same value",
                false => "every implementation is within the tolerance of the reference",
            },
        )
    }

    /// A law: whether it holds on every implementation, with both sides step by step.
    fn law(&self, index: usize, inputs: &[Value]) -> Result<Replayed, ReplayError> {
        let def = self.op.def;
        let law = TypedLaw::new(&def.laws[index], &def.op)?;
        let mut report = Report::new(&format!("{} ({})", def.id, def.place));
        let first = self.runs().next().expect("the reference");
        first.law_lines(&mut report, index, &law);
        report.entry(
            "input",
            &assignment(vyre_conform_spec::term::VARIABLES, inputs),
        );
        let (mut verdicts, mut results) = (vec![], vec![]);
        let mut shown: Option<Vec<String>> = None;
        let strict = def.op.track().is_strict();
        for run in self.runs() {
            let subject = &run.obligation.question.subject;
            // The laws of an approximate op are about its reference.
            if !strict && !matches!(subject, Implementation::Reference { .. }) {
                continue;
            }
            let who = name(subject);
            let evaluator: Box<dyn Evaluate + '_> = match subject {
                Implementation::Interpreter { .. } => Box::new(Interpreted(self.context.catalog())),
                _ => match run.evaluator(&law) {
                    Ok(evaluator) => evaluator,
                    Err(Stop::Backend(BackendError::UnsupportedByBackend { hardware, .. })) => {
                        report.entry("on", &format!("{who}: not run, it lacks {hardware}"));
                        results.push(On::new(&who, Seen::NotRun, Some(hardware)));
                        continue;
                    }
                    Err(stop) => {
                        report.entry("on", &format!("{who}: {stop}"));
                        results.push(On::new(&who, Seen::NoResult, Some(stop.to_string())));
                        verdicts.push((who.clone(), no_result(who, &stop.to_string())));
                        continue;
                    }
                },
            };
            let is_on_backend = run.obligation.backend().is_some();
            if is_on_backend && let Err(Stop::Backend(error)) = run.holds_on_subject(&law, inputs) {
                report.entry("on", &format!("{who}: {error}"));
                results.push(On::new(&who, Seen::NoResult, Some(error.to_string())));
                verdicts.push((who.clone(), no_result(who, &error.to_string())));
                continue;
            }
            let explained = law.explain_with(inputs, &*evaluator);
            let (word, seen) = match explained.holds {
                true => ("holds", Seen::Holds),
                false => ("is broken", Seen::Broken),
            };
            results.push(On::new(&who, seen, Some(explained.steps.join("; "))));
            report.entry("on", &format!("{who}: {word}"));
            if shown.as_ref() == Some(&explained.steps) {
                report.entry("", "  in the same steps");
            } else {
                let steps = explained.steps.iter().map(|s| format!("  {s}"));
                report.entries("", steps);
                shown.get_or_insert(explained.steps);
            }
            // A law that is declared not to hold has a witness, which has to break it.
            if explained.holds == law.is_negative() {
                let is_declared = law.witness.as_deref().is_none_or(|w| w == inputs);
                let verdict = match law.holds_with(inputs, &Reference) {
                    Err(said) if !law.is_negative() => {
                        let (who, said) = (Party::Reference, said.to_string());
                        Verdict::of(Blame::Reference, Reason::NoResult { who, said })
                    }
                    _ if is_declared => {
                        judge(&Testimony::Law(run.law_finding(index, &law, inputs, false)))
                    }
                    _ => Verdict::of(Blame::Declaration, Reason::NoWitness),
                };
                verdicts.push((who, verdict));
            }
        }
        let well = match law.is_negative() {
            true => "the law is broken everywhere, as it is declared",
            false if !strict => "the law holds on the reference, which is all it is about",
            false => "the law holds everywhere",
        };
        Ok(self.close(report, &verdicts, results, well))
    }

    fn close(
        &self,
        mut report: Report,
        verdicts: &[(String, Verdict)],
        results: Vec<On>,
        well: &str,
    ) -> Replayed {
        if let Some(reason) = self.context.no_adapter() {
            report.entry("not run", &format!("on any adapter: {reason}"));
        }
        let Some((who, verdict)) = verdicts.first() else {
            report.entry("verdict", well);
            return Replayed {
                text: report.finish(),
                results,
                ..Replayed::default()
            };
        };
        report.verdict(verdict.blame.words(), verdict.lines());
        // What is wrong in one place shows in others; another blame is another defect.
        for (also, other) in verdicts.iter().skip(1) {
            if other.blame != verdict.blame {
                report.entry("also", &format!("{also}: {}", other.blame.words()));
            }
        }
        report.entry("seen on", who);
        let (text, told) = report.parts();
        Replayed {
            text,
            fails: true,
            results,
            culprit: told.culprit,
            reasons: told.reasons,
        }
    }
}

impl Run<'_> {
    /// Whether the subject may give these words. The reference is what the others are held to, so it
    /// has no tolerance of its own.
    fn may_give(&self, due: &[u32], found: &[u32]) -> bool {
        match &self.obligation.question.subject {
            Implementation::Reference { .. } => due == found,
            _ => self.op().def.op.accepts(due, found),
        }
    }

    fn given(
        &self,
        inputs: &[Value],
        passed: &[Passing],
        reference: &Result<Value, NoValue>,
    ) -> Given {
        let words = |value: Result<Value, NoValue>| match value {
            Ok(value) => Given::Words(value.words().to_vec()),
            Err(said) => Given::Stopped(said.to_string()),
        };
        match &self.obligation.question.subject {
            Implementation::Reference { .. } => words(reference.clone()),
            Implementation::Interpreter { .. } => {
                words(Interpreted(self.context.catalog()).apply(&self.op().def.op, inputs))
            }
            _ => {
                let found = self.subject().and_then(|op| Ok(one(&*op, inputs, passed)?));
                match found {
                    Ok(words) => Given::Words(words),
                    Err(Stop::Backend(BackendError::UnsupportedByBackend { hardware, .. })) => {
                        Given::Lacks(hardware)
                    }
                    Err(Stop::Backend(BackendError::Panicked { said, .. }))
                        if self.obligation.question.subject.is_kernel() =>
                    {
                        Given::Stopped(said)
                    }
                    Err(stop) => Given::Error(stop.to_string()),
                }
            }
        }
    }
}

/// The verdict on a backend, or on something it needs, that gave no result.
fn no_result(who: String, said: &str) -> Verdict {
    let (who, said) = (Party::Other(who), said.to_owned());
    Verdict::of(Blame::Backend, Reason::NoResult { who, said })
}

/// An implementation in a column of the report.
fn name(subject: &Implementation) -> String {
    match subject {
        Implementation::Reference { .. } => "reference".into(),
        Implementation::Interpreter { .. } => "interpreter".into(),
        Implementation::Lowering { backend, .. } => backend.clone(),
        Implementation::Alternate { name, backend, .. } => {
            format!("alternate {name} on {backend}")
        }
    }
}
