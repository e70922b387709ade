//! Functions that panic, with the smallest input that causes it.

use super::counts::CaseCounts;
use super::smallest::smallest;
use super::subject::Run;
use crate::assignment::assignment;
use crate::interruption::Interruption;
use crate::regressions::SavedClaim;
use crate::report::Report;
use vyre_conform_ir::value::Value;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::compare::{Blame, Diagnosis, Party, Reason};
use vyre_conform_suite::failing::FailingCase;
use vyre_conform_suite::plan::Oracle;
use vyre_conform_suite::strategy::{Evaluate, Reference, TypedLaw};

impl Run<'_> {
    /// Reports an input without a result of the reference.
    pub(super) fn reference_panicked(&self, first: &[Value]) -> Interruption {
        let says = |inputs: &[Value]| {
            let found = Reference.apply(&self.op().def.op, inputs);
            found.err().map(|panic| panic.to_string())
        };
        self.panicked("the CPU reference", Blame::Reference, first, &says)
    }

    /// Reports an input without a result of the function that a backend runs on the processor.
    pub(super) fn subject_panicked(&self, first: &[Value]) -> Interruption {
        let says = |inputs: &[Value]| match self.differs(inputs, &[]) {
            Err(Interruption::Backend(BackendError::Panicked {
                detail: message, ..
            })) => Some(message),
            _ => None,
        };
        let subject = &self.obligation.question.subject;
        self.panicked(&subject.to_string(), Blame::of(subject), first, &says)
    }

    /// Reports an input on which a backend's process is lost, even alone. It is not reduced: each smaller input would
    /// cost another process or the time limit.
    pub(super) fn subject_lost(&self, inputs: Vec<Value>, message: String) -> Interruption {
        let subject = &self.obligation.question.subject;
        let headline = format!("{}: {subject} gives no result", self.obligation.id);
        let expected = "an answer to the request";
        let report = self.value_report(&headline, &inputs, (expected, None, &message));
        let who = Party::Other(subject.to_string());
        let diagnosis = Diagnosis::new(Blame::of(subject), Reason::NoResult { who, said: message });
        let judged = (SavedClaim::Parity, self.obligation.oracle);
        let case = FailingCase::false_claim(0, inputs);
        self.close(report, headline, judged, (case, CaseCounts::ONE), diagnosis)
    }

    /// Reports a panic on the smallest input; `says` returns the panic message on an input.
    fn panicked(
        &self,
        what: &str,
        blame: Blame,
        first: &[Value],
        says: &dyn Fn(&[Value]) -> Option<String>,
    ) -> Interruption {
        let inputs = smallest(first, &|inputs| says(inputs).is_some());
        let message = says(&inputs).unwrap_or_else(|| "not when it is repeated".to_owned());
        let headline = format!("{}: {what} panicked", self.obligation.id);
        let expected = "a result: use wrapping_, checked_ or a guard";
        let report = self.value_report(&headline, &inputs, (expected, None, &message));
        let who = Party::Other(what.to_owned());
        let diagnosis = Diagnosis::new(blame, Reason::NoResult { who, said: message });
        let judged = (SavedClaim::Parity, self.obligation.oracle);
        let case = FailingCase::false_claim(0, inputs);
        self.close(report, headline, judged, (case, CaseCounts::ONE), diagnosis)
    }

    /// Reports an op of a law that panics on values of the law's variables.
    pub(super) fn law_panicked(
        &self,
        index: usize,
        law: &TypedLaw,
        first: &[Value],
    ) -> Interruption {
        let panics = |values: &[Value]| law.holds_with(values, &Reference).is_err();
        let values = smallest(first, &panics);
        let headline = format!(
            "{}: the CPU reference panicked in {}",
            self.obligation.id, law.text
        );
        let mut report = Report::new(&headline);
        self.law_lines(&mut report, index, law);
        report.entry(
            "input",
            &assignment(vyre_conform_spec::term::VARIABLES, &values),
        );
        report.entries("step", law.explain(&values).steps);
        let message = law.holds_with(&values, &Reference).err();
        let message = message.map(|problem| problem.to_string());
        let diagnosis = Diagnosis::new(
            Blame::Reference,
            Reason::NoResult {
                who: Party::Reference,
                said: message.unwrap_or_else(|| "not when it is repeated".to_owned()),
            },
        );
        let judged = (SavedClaim::Law(law.text.clone()), Oracle::Law);
        let case = FailingCase::false_claim(0, values);
        self.close(report, headline, judged, (case, CaseCounts::ONE), diagnosis)
    }
}
