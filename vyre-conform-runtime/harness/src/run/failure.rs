//! A refutation: the smallest input, the diagnosis, the words, the saved case.

use super::counts::CaseCounts;
use super::found_words::{distance_words, found_text};
use super::origin::origin;
use super::smallest::smallest;
use super::subject::Run;
use super::testimony::FindingContext;
use crate::assignment::assignment;
use crate::interruption::Interruption;
use crate::regressions::{SavedCase, SavedClaim};
use crate::replay::command;
use crate::report::{Report, pluralize, thousands};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::List;
use vyre_conform_suite::compare::{
    Blame, Diagnosis, InputEvidence, Origin, Party, Reason, diagnose,
};
use vyre_conform_suite::failing::{CaseFault, FailingCase, NoValue};
use vyre_conform_suite::plan::{Implementation, Oracle};
use vyre_conform_suite::record::Failure;
use vyre_conform_suite::strategy::{self, Evaluate, Reference, TypedLaw, quietly};

/// Maximal number of interpreter steps in a report.
pub(super) const STEPS: usize = 24;

impl Run<'_> {
    /// Reports that a backend's value differs from the reference's; `counts` are failing cases and all cases.
    pub(super) fn parity_refuted(&self, first: &FailingCase, counts: CaseCounts) -> Interruption {
        let passed = &first.passing_modes;
        let inputs = self.smallest_difference(&first.inputs, passed);
        let smallest = self.differs(&inputs, passed).ok().flatten();
        let batch_only = smallest.is_none();
        let case = FailingCase {
            fault: smallest.map_or_else(|| first.fault.clone(), |case| case.fault),
            inputs,
            ..first.clone()
        };
        let (Some(expected), Some(words)) = (case.expected(), case.found()) else {
            return Interruption::Impossible("a difference without its values".to_owned());
        };
        let found = found_text(expected.ty(), words);
        let subject = &self.obligation.question.subject;
        let headline = format!(
            "{}: {subject} differs from the CPU reference",
            self.obligation.id
        );
        let due = expected.to_string();
        let oracle = self.obligation.oracle;
        let by = oracle.to_string();
        let sides = (due.as_str(), Some(by.as_str()), found.as_str());
        let mut report = self.value_report(&headline, &case.inputs, sides);
        self.passed_line(&mut report, passed);
        self.native_line(&mut report);
        self.distance_line(&mut report, &expected, words);
        let CaseCounts { failing, cases } = counts;
        let (failing, cases) = (thousands(failing), pluralize(cases, "case", "cases"));
        let which = self.first_case(first.case);
        report.entry("failing", &format!("{failing} of {cases}, {which}"));
        let value = Value::from_words(expected.ty(), words);
        let grounds = FindingContext {
            batch_only,
            ..FindingContext::default()
        };
        let diagnosis = self.diagnose_found(&case.inputs, value, Ok(expected), grounds);
        self.close(
            report,
            headline,
            (SavedClaim::Parity, oracle),
            (case, counts),
            diagnosis,
        )
    }

    /// Reports that interpreter and reference differ, or that one of them has no value.
    pub(super) fn interpreter_refuted(
        &self,
        module: &Valid,
        first: FailingCase,
        counts: CaseCounts,
    ) -> Interruption {
        let def = self.op().def;
        let disagree = |inputs: &[Value]| {
            let source = List::new(def.op.signature.operands, &[inputs.to_vec()]);
            strategy::interpreter(&def.op, module, &source, 1).first
        };
        let inputs = smallest(&first.inputs, &|inputs| disagree(inputs).is_some());
        let shown = disagree(&inputs).unwrap_or(first);
        let case = FailingCase { inputs, ..shown };
        let headline = format!(
            "{}: the interpreter on the translated body differs from the function",
            self.obligation.id
        );
        let result = def.op.signature.result;
        let CaseFault::WrongResult { expected, found } = &case.fault else {
            return Interruption::Impossible("a difference without its values".to_owned());
        };
        let found = found.clone().map(|words| Value::from_words(result, &words));
        let text = |value: &Result<Value, NoValue>| match value {
            Ok(value) => value.to_string(),
            Err(said) => said.to_string(),
        };
        let (due, said) = (text(expected), text(&found));
        let sides = (due.as_str(), None, said.as_str());
        let mut report = self.value_report(&headline, &case.inputs, sides);
        if let (Ok(expected), Ok(found)) = (expected, &found) {
            self.distance_line(&mut report, expected, found.words());
        }
        let diagnosis = match (expected.clone(), found) {
            // The trial is about the reference; the difference is in the interpreter.
            (Ok(expected), Ok(found)) => {
                let subject = Implementation::Interpreter { op: def.id.into() };
                self.with_subject(subject, |run| {
                    run.diagnose_values(&case.inputs, found, expected)
                })
            }
            (Err(said), _) => {
                let (who, said) = (Party::Reference, said.to_string());
                Diagnosis::new(Blame::Reference, Reason::NoResult { who, said })
            }
            (_, Err(fault)) => self.without_result(&case.inputs, fault.to_string()),
        };
        // The two must agree; the function gives the expected value.
        let judged = (SavedClaim::Parity, Oracle::Reference);
        self.close(report, headline, judged, (case, counts), diagnosis)
    }

    /// The diagnosis if the translation has no result and the reference has one.
    pub(super) fn without_result(&self, inputs: &[Value], message: String) -> Diagnosis {
        let plain = Implementation::Reference {
            op: self.op().def.id.into(),
        };
        let (blame, who) = match origin(self.op().def, &plain) {
            Origin::LowerFunction => (Blame::NamedFunction, Party::NamedFunction),
            _ => (Blame::Translation, Party::TranslatedBody),
        };
        match self.exceeded(inputs) {
            Some(exceeded) => exceeded.diagnosis(),
            None => Diagnosis::new(blame, Reason::NoResult { who, said: message }),
        }
    }

    /// Reports a contradicted row of the spec table, which is right; `counts` are contradicted rows and all rows.
    pub(super) fn row_refuted(&self, case: &FailingCase, counts: CaseCounts) -> Interruption {
        let def = self.op().def;
        let row = &def.rows[case.case as usize];
        let expected = (row.expected)();
        let subject = &self.obligation.question.subject;
        let headline = format!(
            "{}: {subject} contradicts a row of the spec table",
            self.obligation.id
        );
        let found = match &case.fault {
            CaseFault::WrongResult { found, .. } => found.clone(),
            _ => return Interruption::Impossible("a row without its result".to_owned()),
        };
        let found = found.map(|words| Value::from_words(def.op.signature.result, &words));
        let (due, text) = match &found {
            Ok(value) => (expected.to_string(), value.to_string()),
            Err(problem) => (expected.to_string(), problem.to_string()),
        };
        let sides = (due.as_str(), Some("spec table"), text.as_str());
        let mut report = self.value_report(&headline, &case.inputs, sides);
        if let Ok(found) = &found {
            self.distance_line(&mut report, &expected, found.words());
        }
        report.entry("row", row.rationale);
        report.entry("declared", &format!("{}:{}", def.place.file, row.line));
        let due = Reference.apply(&def.op, &case.inputs);
        let diagnosis = match found {
            Ok(found) => {
                let grounds = FindingContext {
                    held_to_row: true,
                    ..FindingContext::default()
                };
                self.diagnose_found(&case.inputs, found, due, grounds)
            }
            Err(said) => {
                let (who, said) = (Party::Reference, said.to_string());
                Diagnosis::new(Blame::of(subject), Reason::NoResult { who, said })
            }
        };
        let judged = (SavedClaim::Parity, Oracle::SpecTable);
        self.close(report, headline, judged, (case.clone(), counts), diagnosis)
    }

    /// Reports a law that the subject breaks; `counts` are failing cases and all cases.
    pub(super) fn law_refuted(
        &self,
        index: usize,
        law: &TypedLaw,
        broken: &FailingCase,
        counts: CaseCounts,
    ) -> Interruption {
        let Ok(evaluator) = self.evaluator(law) else {
            return Interruption::Impossible(format!(
                "{} is broken; the subject is gone",
                law.text
            ));
        };
        // A failure in a batch that does not recur alone is reported as such.
        let alone = law.holds_with(&broken.inputs, &*evaluator) == Ok(false);
        let inputs = self.smallest_breach(law, &*evaluator, &broken.inputs);
        let subject = &self.obligation.question.subject;
        let headline = format!(
            "{}: {} does not hold on {subject}",
            self.obligation.id, law.text
        );
        let mut report = Report::new(&headline);
        self.law_lines(&mut report, index, law);
        report.entry(
            "input",
            &assignment(vyre_conform_spec::term::VARIABLES, &inputs),
        );
        let steps = law.explain_with(&inputs, &*evaluator).steps;
        report.entries("step", &steps);
        report.details.expected = Some(law.symbols());
        report.details.actual = Some(steps.join("; "));
        let CaseCounts { failing, cases } = counts;
        if self.is_proof() {
            report.entry("found by", "the prover, which tries no cases");
        } else {
            let failing = thousands(failing);
            let seed = self.context.settings().plan.seed;
            let first = format!("first case {}, seed {seed:#x}", broken.case);
            let failed = pluralize(cases, "case", "cases");
            report.entry("failing", &format!("{failing} of {failed}, {first}"));
        }
        self.native_line(&mut report);
        self.class_lines(&mut report, &inputs);
        let finding = self.law_finding(index, law, &inputs, !alone);
        let diagnosis = diagnose(&InputEvidence::Law(finding));
        let case = FailingCase {
            inputs,
            ..broken.clone()
        };
        let judged = (SavedClaim::Law(law.text.clone()), Oracle::Law);
        self.close(report, headline, judged, (case, counts), diagnosis)
    }

    /// Reports that the witness of a negative law does not break it.
    pub(super) fn witness_refuted(
        &self,
        index: usize,
        law: &TypedLaw,
        witness: &[Value],
    ) -> Interruption {
        let subject = &self.obligation.question.subject;
        let headline = format!(
            "{}: the witness of {} does not break the law on {subject}",
            self.obligation.id, law.text
        );
        let mut report = Report::new(&headline);
        self.law_lines(&mut report, index, law);
        report.entry(
            "witness",
            &assignment(vyre_conform_spec::term::VARIABLES, witness),
        );
        if let Ok(evaluator) = self.evaluator(law) {
            let steps = law.explain_with(witness, &*evaluator).steps;
            report.entries("step", &steps);
            report.details.actual = Some(steps.join("; "));
        }
        report.details.expected = Some(law.symbols());
        let finding = self.law_finding(index, law, witness, false);
        let diagnosis = diagnose(&InputEvidence::Law(finding));
        let case = FailingCase::false_claim(0, witness.to_vec());
        let judged = (SavedClaim::Law(law.text.clone()), Oracle::Law);
        self.close(report, headline, judged, (case, CaseCounts::ONE), diagnosis)
    }

    pub(super) fn law_lines(&self, report: &mut Report, index: usize, law: &TypedLaw) {
        let line = self.op().def.laws[index].line;
        report
            .entry("law", &law.words())
            .entry("claim", &law.symbols());
        report.entry("declared", &format!("{}:{line}", self.op().def.place.file));
    }

    pub(super) fn value_report(
        &self,
        headline: &str,
        inputs: &[Value],
        (expected, oracle, found): (&str, Option<&str>, &str),
    ) -> Report {
        let def = self.op().def;
        let mut report = Report::new(headline);
        report.entry("op", &format!("{} ({})", def.id, def.place));
        report.entry("input", &assignment(def.params.iter().copied(), inputs));
        report.sides(expected, oracle, found);
        if let Ok(module) = self.op().module() {
            let steps = vyre_conform_interp::trace(module, inputs);
            let inputs_shown = steps.iter().take(STEPS).map(ToString::to_string);
            report.entries("step", inputs_shown);
            if steps.len() > STEPS {
                report.entry("", &format!("... and {} more steps", steps.len() - STEPS));
            }
        }
        self.class_lines(&mut report, inputs);
        report
    }

    /// Adds the distance from the expected value, for an op with a tolerance.
    fn distance_line(&self, report: &mut Report, expected: &Value, found: &[u32]) {
        let op = &self.op().def.op;
        if let Some(most) = op.tolerance.as_ulps() {
            let far = distance_words(op, expected.words(), found);
            report.entry("distance", &format!("{far}; the op allows {most}"));
        }
    }

    /// Adds the op's classes that contain the input.
    pub(super) fn class_lines(&self, report: &mut Report, inputs: &[Value]) {
        let def = self.op().def;
        let types = def.op.signature.operands.iter().copied();
        if !inputs.iter().map(Value::ty).eq(types) {
            return;
        }
        let classes = def
            .classes
            .iter()
            .filter(|c| quietly(|| c.predicate.call(inputs)).is_ok_and(|v| v.words() == [1]));
        let names: Vec<&str> = classes.map(|c| c.name).collect();
        if !names.is_empty() {
            report.entry("classes", &names.join(", "));
        }
    }

    /// Completes a report with diagnosis, replay command and saved case. It takes the broken claim with its oracle, and
    /// the failing case with the counts.
    pub(super) fn close(
        &self,
        mut report: Report,
        headline: String,
        (claim, oracle): (SavedClaim, Oracle),
        (case, counts): (FailingCase, CaseCounts),
        diagnosis: Diagnosis,
    ) -> Interruption {
        report.diagnosis(&diagnosis);
        let program = self.context.settings().program.as_deref();
        let command = command::command(
            program,
            &self.obligation.id,
            &case.inputs,
            &case.passing_modes,
        );
        report.replay(command);
        let names = match claim {
            SavedClaim::Law(_) => &vyre_conform_spec::term::VARIABLES[..case.inputs.len()],
            _ => self.op().def.params,
        };
        let kept =
            SavedCase::new(claim, &case.inputs, &self.obligation.id).passed_as(&case.passing_modes);
        let kept = kept.with_expected(case.expected().as_ref(), oracle.name());
        let unsaved = report.save(self.context.saves(), || {
            self.context.save(self.op().def.id, kept)
        });
        report.details.names = names.iter().map(|name| (*name).to_owned()).collect();
        report.details.passing_modes.clone_from(&case.passing_modes);
        let (report, details) = report.parts();
        Interruption::Refuted(Box::new(Failure {
            headline,
            case,
            failing: counts.failing,
            cases: counts.cases.max(counts.failing),
            report,
            details,
            unsaved,
        }))
    }
}
