//! What a refutation is about beside its words: the inputs, how they were passed, the text that ran.

use super::subject::Run;
use crate::regressions::Claim;
use crate::report::Report;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::{Oracle, Part};
use vyre_conform_suite::strategy::TypedLaw;

/// What failed, to be saved and replayed.
pub(super) struct Found {
    pub(super) claim: Claim,
    pub(super) inputs: Vec<Value>,
    /// How each of them was passed; empty where all came from storage.
    pub(super) passed: Vec<Passing>,
    /// Failing cases.
    pub(super) failing: u64,
    /// Cases that ran.
    pub(super) cases: u64,
    /// The value that is expected, where one is.
    pub(super) expected: Option<Value>,
    /// Who says so.
    pub(super) oracle: Oracle,
}

impl Found {
    /// How many cases fail, and of how many.
    pub(super) fn values(
        inputs: Vec<Value>,
        [failing, cases]: [u64; 2],
        expected: Option<Value>,
        oracle: Oracle,
    ) -> Self {
        Self {
            expected,
            oracle,
            claim: Claim::Parity,
            inputs,
            passed: vec![],
            failing,
            cases,
        }
    }

    pub(super) fn of_law(law: &TypedLaw, inputs: Vec<Value>, counts: [u64; 2]) -> Self {
        Self {
            claim: Claim::Law(law.text.clone()),
            ..Self::values(inputs, counts, None, Oracle::Law)
        }
    }
}

impl Run<'_> {
    /// Which operands came from elsewhere than a buffer with a value a case.
    pub(super) fn passed_line(&self, report: &mut Report, passed: &[Passing]) {
        if !Passing::all_stored(passed) {
            let params = self.op().def.params.iter().zip(passed);
            let params = params.map(|(name, passed)| format!("{name} in {}", home(*passed)));
            report.entry("passed", &params.collect::<Vec<_>>().join(", "));
        }
    }

    /// The number of the first failing case of a parity check, and the seed where the cases depend on it: with both
    /// the case can be made again.
    pub(super) fn first_case(&self, case: u64) -> String {
        let settings = self.context.settings();
        let drawn = matches!(
            self.obligation.part,
            Part::Parity(Set::Witnessed | Set::Classes)
        );
        match drawn && settings.case.is_none() {
            true => format!("first case {case}, seed {:#x}", settings.plan.seed),
            false => format!("first case {case}"),
        }
    }

    /// Where the native text stands that a profile runs.
    pub(super) fn native_line(&self, report: &mut Report) {
        if self.obligation.question.subject.is_native()
            && let Some(native) = &self.op().def.native
        {
            let place = format!("{}:{}", self.op().def.place.file, native.line);
            report.entry("native", &place);
        }
    }
}

/// Where an operand is that is passed like this.
fn home(passed: Passing) -> &'static str {
    match passed {
        Passing::Storage => "a storage buffer",
        Passing::Uniform => "a uniform buffer",
        Passing::Literal => "the text of the shader",
    }
}
