//! Outcome of an obligation with a host function that does not return.

use super::counts::CaseCounts;
use super::part::{engine, saved};
use super::subject::Run;
use crate::assignment::assignment;
use crate::interruption::Interruption;
use crate::limit::{CallTimeout, StuckCall, StuckOpCall, call_with_limit};
use crate::regressions::SavedClaim;
use crate::report::Report;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::{Input, InputSource, SIZES};
use vyre_conform_runtime::registry::calls::{EngineCall, EngineFunction};
use vyre_conform_suite::compare::{Blame, Diagnosis, Party, Reason};
use vyre_conform_suite::failing::FailingCase;
use vyre_conform_suite::invariants::{EngineSession, Runner, noted};
use vyre_conform_suite::record::Failure;
use vyre_conform_suite::strategy::quietly;

/// Expected value in reports of hangs.
const DUE: &str = "a result: every loop ends";

impl Run<'_> {
    /// Reports a host function that did not return.
    pub(super) fn hung(&self, hung: &CallTimeout) -> Interruption {
        match &hung.stuck {
            StuckCall::Op(on) => self.hung_on_values(on, hung),
            StuckCall::Engine(call) => self.hung_engine(call, hung),
        }
    }

    /// Reports a function of values: the reference of the obligation's op, or a callee of something else.
    fn hung_on_values(&self, on: &StuckOpCall, hung: &CallTimeout) -> Interruption {
        let path = (on.callee.key.path)();
        let is_own = |op: &Op| (on.callee.key.id)() == (op.def.op.key.id)();
        let is_own = self.op.is_some_and(is_own);
        let what = if is_own {
            "the CPU reference".to_owned()
        } else {
            format!("`{path}`")
        };
        let headline = format!("{}: {what} does not return", self.obligation.id);
        let mut report = Report::new(&headline);
        if let Some(op) = self.op {
            report.entry("op", &format!("{} ({})", op.def.id, op.def.place));
        }
        let found = self.context.catalog().by_key(on.callee.key);
        let names = found.map_or(&[][..], |op| op.def.params);
        let unnamed = ["0", "1", "2", "3"];
        let names = if names.is_empty() { &unnamed } else { names };
        report.entry("input", &assignment(names.iter().copied(), &on.inputs));
        report.entry("expected", DUE);
        report.entry("found", &hung.message());
        report.entry(
            "lost",
            "the results of this trial; its thread runs until the process ends. No other trial calls the function",
        );
        if is_own {
            let (who, message) = (Party::Reference, hung.message());
            let diagnosis =
                Diagnosis::new(Blame::Reference, Reason::NoResult { who, said: message });
            let judged = (SavedClaim::Parity, self.obligation.oracle);
            let case = FailingCase::false_claim(0, on.inputs.clone());
            return self.close(report, headline, judged, (case, CaseCounts::ONE), diagnosis);
        }
        Interruption::Refuted(Box::new(Failure {
            headline,
            case: FailingCase::false_claim(0, on.inputs.clone()),
            failing: 1,
            cases: 1,
            report: report.finish(),
            ..Failure::default()
        }))
    }

    /// Reports a function of an engine. Its input is saved, so that later runs try it first.
    fn hung_engine(&self, call: &EngineCall, hung: &CallTimeout) -> Interruption {
        let (def, function) = (self.engine(), call.function);
        let headline = format!(
            "{}: the function `{function}` of `{}` does not return",
            self.obligation.id, call.engine
        );
        let mut report = Report::new(&headline);
        report.entry("engine", &format!("{} ({})", def.id, def.place));
        let size = call.size.map(|size| format!(", workgroup size {size}"));
        let case = format!("input {}{}", call.source, size.unwrap_or_default());
        report.entry("case", &case);
        // A saved input exists already; a hanging generator has no input to save.
        let source = call
            .source
            .parse()
            .ok()
            .filter(|_| function != EngineFunction::Inputs);
        let input = source.and_then(|source: InputSource| {
            let of_bench = move || EngineSession::new(def, Runner::Interpreter).input(source);
            let make =
                move || quietly(|| noted(def.id, EngineFunction::Inputs, source, None, of_bench));
            let made: Option<Input> = call_with_limit(hung.limit, make).ok()?.ok()?;
            Some((source, made?))
        });
        if let Some((_, input)) = &input {
            report.entries("input", engine::input_lines(input));
        }
        report.entry("expected", DUE);
        report.entry("found", &hung.message());
        report.entry(
            "lost",
            "the results of this trial; its thread runs until the process ends. No other check of the engine runs",
        );
        report.details.actual = Some(hung.message());
        report.details.reasons = vec![format!("the function `{function}` did not return")];
        let mut unsaved = None;
        if let Some((source, input)) = input {
            let at = (source, call.size.unwrap_or(SIZES[0]));
            report.replay(engine::command(self, at));
            unsaved = report.save(self.context.saves(), || saved::keep(self, at, &input, None));
        }
        let (report, details) = report.parts();
        Interruption::Refuted(Box::new(Failure {
            headline,
            report,
            details,
            failing: 1,
            cases: 1,
            unsaved,
            ..Failure::default()
        }))
    }
}
