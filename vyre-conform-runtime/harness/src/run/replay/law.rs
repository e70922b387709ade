//! The replay of a law on every implementation of its op.

use super::super::replay_result::{ImplementationResult, ReplayOutcome, ReplayResult};
use super::{CaseReplayer, name, no_result};
use crate::assignment::assignment;
use crate::body_evaluator::BodyEvaluator;
use crate::interruption::Interruption;
use crate::replay::ReplayError;
use crate::report::Report;
use crate::run::subject::Run;
use vyre_conform_ir::value::Value;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::compare::{Blame, Diagnosis, InputEvidence, Party, Reason, diagnose};
use vyre_conform_suite::plan::Implementation;
use vyre_conform_suite::strategy::{Evaluate, Reference, TypedLaw};

impl CaseReplayer<'_> {
    /// Replays a law on every implementation, with both sides step by step.
    pub(super) fn law(&self, index: usize, inputs: &[Value]) -> Result<ReplayResult, ReplayError> {
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
            let evaluator = match self.evaluator(&run, &law, inputs) {
                Ok(evaluator) => evaluator,
                Err(NoAnswer::Lacks(hardware)) => {
                    report.entry("on", &format!("{who}: not run, it lacks {hardware}"));
                    results.push(ImplementationResult::new(
                        &who,
                        ReplayOutcome::NotRun,
                        Some(hardware),
                    ));
                    continue;
                }
                Err(NoAnswer::Stopped(message)) => {
                    report.entry("on", &format!("{who}: {message}"));
                    diagnoses.push((who.clone(), no_result(who.clone(), &message)));
                    results.push(ImplementationResult::new(
                        &who,
                        ReplayOutcome::NoResult,
                        Some(message),
                    ));
                    continue;
                }
            };
            let explained = law.explain_with(inputs, &*evaluator);
            let (word, outcome) = if explained.holds {
                ("holds", ReplayOutcome::Holds)
            } else {
                ("is broken", ReplayOutcome::Broken)
            };
            results.push(ImplementationResult::new(
                &who,
                outcome,
                Some(explained.steps.join("; ")),
            ));
            report.entry("on", &format!("{who}: {word}"));
            if first_steps.as_ref() == Some(&explained.steps) {
                report.entry("", "  in the same steps");
            } else {
                let steps = explained.steps.iter().map(|s| format!("  {s}"));
                report.entries("", steps);
                first_steps.get_or_insert(explained.steps);
            }
            if explained.holds == law.is_negative() {
                diagnoses.push((who, broken(&run, index, &law, inputs)));
            }
        }
        let well = match law.is_negative() {
            true => "the law is broken everywhere, as it is declared",
            false if !strict => "the law holds on the reference, which is all it is about",
            false => "the law holds everywhere",
        };
        Ok(self.close(report, &diagnoses, results, well))
    }

    /// The evaluator of an implementation for a law, after its backend gave the values of these operands.
    fn evaluator<'r>(
        &'r self,
        run: &Run<'_>,
        law: &TypedLaw,
        inputs: &[Value],
    ) -> Result<Box<dyn Evaluate + 'r>, NoAnswer> {
        if let Implementation::Interpreter { .. } = run.obligation.question.subject {
            return Ok(Box::new(BodyEvaluator(self.context.catalog())));
        }
        let evaluator = run.evaluator(law).map_err(|stop| match stop {
            Interruption::Backend(BackendError::UnsupportedByBackend { hardware, .. }) => {
                NoAnswer::Lacks(hardware)
            }
            stop => NoAnswer::Stopped(stop.to_string()),
        })?;
        if run.obligation.backend().is_some()
            && let Err(Interruption::Backend(error)) = run.holds_on_subject(law, inputs)
        {
            return Err(NoAnswer::Stopped(error.to_string()));
        }
        Ok(evaluator)
    }
}

/// The reason why a law has no result on an implementation.
enum NoAnswer {
    /// The backend lacks this hardware.
    Lacks(String),
    /// The run ended with this message.
    Stopped(String),
}

/// Diagnosis of a law that is broken on an implementation, or of a negative law that holds there.
fn broken(run: &Run<'_>, index: usize, law: &TypedLaw, inputs: &[Value]) -> Diagnosis {
    // A law declared not to hold has a witness that must break it.
    let is_declared = law.witness.as_deref().is_none_or(|w| w == inputs);
    match law.holds_with(inputs, &Reference) {
        Err(message) if !law.is_negative() => {
            let (who, said) = (Party::Reference, message.to_string());
            Diagnosis::new(Blame::Reference, Reason::NoResult { who, said })
        }
        _ if is_declared => diagnose(&InputEvidence::Law(
            run.law_finding(index, law, inputs, false),
        )),
        _ => Diagnosis::new(Blame::Declaration, Reason::NoWitness),
    }
}
