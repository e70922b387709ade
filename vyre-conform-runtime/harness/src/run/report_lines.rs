//! Lines of a report: passing modes, number of the case, native text.

use super::subject::Run;
use crate::report::Report;
use vyre_conform_ir::value::Passing;
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::Part;

impl Run<'_> {
    /// Adds the operands that were not passed in a buffer with a value per case.
    pub(super) fn passed_line(&self, report: &mut Report, passed: &[Passing]) {
        if !Passing::all_stored(passed) {
            let params = self.op().def.params.iter().zip(passed);
            let params = params.map(|(name, passed)| format!("{name} in {}", home(*passed)));
            report.entry("passed", &params.collect::<Vec<_>>().join(", "));
        }
    }

    /// The number of the first failing case of a parity check, with the seed if the cases depend on it; together they
    /// identify the case.
    pub(super) fn first_case(&self, case: u64) -> String {
        let settings = self.context.settings();
        let drawn = matches!(
            self.obligation.part,
            Part::Parity(Set::Witnessed | Set::Classes)
        );
        if drawn && settings.case.is_none() {
            format!("first case {case}, seed {:#x}", settings.plan.seed)
        } else {
            format!("first case {case}")
        }
    }

    /// Adds the location of the native text that a profile runs.
    pub(super) fn native_line(&self, report: &mut Report) {
        if self.obligation.question.subject.is_native()
            && let Some(native) = &self.op().def.native
        {
            let place = format!("{}:{}", self.op().def.place.file, native.line);
            report.entry("native", &place);
        }
    }
}

/// The location of an operand with this passing mode.
fn home(passed: Passing) -> &'static str {
    match passed {
        Passing::Storage => "a storage buffer",
        Passing::Uniform => "a uniform buffer",
        Passing::Literal => "the text of the shader",
    }
}
