//! Lines of a report: how inputs were passed, which case it was, which text ran.

use super::subject::Run;
use crate::report::Report;
use vyre_conform_ir::value::Passing;
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::plan::Part;

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
        if drawn && settings.case.is_none() {
            format!("first case {case}, seed {:#x}", settings.plan.seed)
        } else {
            format!("first case {case}")
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
