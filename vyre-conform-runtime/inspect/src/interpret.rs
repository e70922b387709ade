//! Interpreter runs of an entry point, and their findings.

use crate::case::{CaseChoice, CaseInput, InputValues, lengths, prepare};
use crate::doubt::{Collisions, doubt_guesses};
use crate::eval::{Ending, Evaluation, Event, EventKind, RunOrder, evaluate};
use crate::eval::{LANES, OTHER_LANES};
use crate::finding::{Findings, InspectFinding, Omission};
use crate::output;
use crate::reach::suggested_lengths;
use crate::rule::InspectRule;
use crate::target::Target;
use naga::valid::FunctionInfo;
use naga::{Expression, Function, Handle, Span};
use vyre_conform_import::KernelSource;

/// Limit of statements for all cases of an entry point, as a multiple of an invocation's limit.
const ENTRY: u64 = 32;

/// A case with the interpreter's results.
#[derive(Debug)]
pub(crate) struct CaseRun {
    pub(crate) prepared: CaseInput,
    /// The final buffers, if the interpreter's run ended.
    pub(crate) buffers: Option<Vec<Vec<u8>>>,
    /// True if devices may run the case: it ended, or the interpreter does not support the kernel at
    /// all.
    pub(crate) is_harmless: bool,
    /// The final buffers of the imported program, if it ran.
    pub(crate) imported: Option<Vec<Vec<u8>>>,
    /// True if the text determines the result.
    pub(crate) is_certain: bool,
}

/// Interpreter runs of an entry point.
#[derive(Debug, Default)]
pub(crate) struct InterpreterRuns {
    pub(crate) cases: Vec<CaseRun>,
    /// Number of runs that ended.
    pub(crate) ended: u32,
    /// True if no run had an endless loop, so that devices may run the kernel.
    pub(crate) all_ended: bool,
}

/// Runs an entry point on every case.
pub(crate) fn interpret(
    source: &KernelSource,
    target: &Target<'_>,
    choice: &CaseChoice<'_>,
    budget: u64,
    findings: &mut Findings,
    omissions: &mut Vec<Omission>,
) -> InterpreterRuns {
    let choice = CaseChoice {
        learned: suggested_lengths(target, choice, budget),
        ..choice.clone()
    };
    let mut runs = InterpreterRuns {
        all_ended: true,
        ..Default::default()
    };
    let mut runner = Runner {
        source,
        target,
        budget,
        findings: &mut *findings,
        omissions: &mut *omissions,
        collisions: Collisions::default(),
        left: budget.saturating_mul(ENTRY),
        gives_up: false,
        is_unsupported: false,
    };
    let lengths = lengths(target, &choice);
    let mut guesses = vec![];
    for values in InputValues::ALL {
        for length in &lengths {
            let prepared = prepare(target, *length, values, &choice);
            let is_skipped = runner.gives_up || runner.left == 0;
            let (buffers, is_certain) = if is_skipped {
                (None, false)
            } else {
                runner.run(&prepared, &mut runs)
            };
            guesses.clone_from(&prepared.guesses);
            runs.cases.push(CaseRun {
                is_harmless: buffers.is_some() || runner.is_unsupported,
                prepared,
                buffers,
                imported: None,
                is_certain,
            });
        }
    }
    runner.finish(runs.cases.len(), runs.ended);
    let doubts = doubt_guesses((source, target), &choice, budget, &guesses, findings);
    omissions.extend(doubts);
    runs
}

struct Runner<'r> {
    source: &'r KernelSource,
    target: &'r Target<'r>,
    budget: u64,
    findings: &'r mut Findings,
    omissions: &'r mut Vec<Omission>,
    collisions: Collisions,
    /// Number of statements left for all cases.
    left: u64,
    /// True if no further case should run.
    gives_up: bool,
    /// True if the interpreter does not support the kernel.
    is_unsupported: bool,
}

impl Runner<'_> {
    fn run(
        &mut self,
        prepared: &CaseInput,
        runs: &mut InterpreterRuns,
    ) -> (Option<Vec<Vec<u8>>>, bool) {
        let forward = self.evaluate(prepared, RunOrder::Ascending, LANES);
        for event in &forward.events {
            self.event(event, prepared);
        }
        match &forward.ending {
            Ending::Ended => runs.ended += 1,
            Ending::Unsupported { span, what } => {
                let reason =
                    format!("the interpreter does not run {what}; devices still run the kernel");
                self.omit(Some(*span), reason);
                self.is_unsupported = true;
                return (None, false);
            }
            Ending::LoopWithoutEnd { span } => {
                let is_plain = prepared.case.values.is_plain();
                let rule = if is_plain {
                    InspectRule::EndlessLoop
                } else {
                    InspectRule::LongLoop
                };
                self.endless(rule, *span, prepared);
                if is_plain {
                    (self.gives_up, runs.all_ended) = (true, false);
                }
                return (None, false);
            }
            Ending::OutOfBudget => {
                let reason = format!(
                    "the interpreter's budget ended at {}: `--budget` raises it",
                    prepared.case
                );
                self.omit(None, reason);
                return (None, false);
            }
        }
        let is_certain = self.is_certain(&forward, prepared);
        // A device may run workgroups in the order in which it does not end.
        runs.all_ended &= !self.findings.has(InspectRule::ForwardProgress);
        (Some(forward.buffers), is_certain)
    }

    fn evaluate(&mut self, prepared: &CaseInput, order: RunOrder, lanes: u32) -> Evaluation {
        let run = evaluate(self.target, prepared, order, self.budget, lanes);
        self.left = self.left.saturating_sub(run.statements);
        run
    }

    /// Settles what only all cases together show.
    fn finish(&mut self, cases: usize, ended: u32) {
        self.collisions.settle(self.findings);
        if self.left == 0 && !self.gives_up {
            let reason = format!(
                "the interpreter ran {ended} of {cases} cases within its {} statements: `--budget` raises them",
                self.budget.saturating_mul(ENTRY)
            );
            self.omit(None, reason);
        }
    }

    /// True if subgroups of other sizes give the same result, or the kernel has no subgroup
    /// operations.
    fn is_of_any_subgroup_size(&mut self, forward: &Evaluation, prepared: &CaseInput) -> bool {
        if !forward.met && !self.target.knows_subgroups() {
            return true;
        }
        for lanes in OTHER_LANES {
            let other = self.evaluate(prepared, RunOrder::Ascending, lanes);
            let (left, right) = (&forward.buffers[..], &other.buffers[..]);
            let values = match &other.ending {
                Ending::Ended => {
                    let Some(difference) = output::first_difference(self.target, left, right)
                    else {
                        continue;
                    };
                    let (path, left, right) =
                        (&difference.path, &difference.left, &difference.right);
                    format!(
                        "{path} is {left} with subgroups of {LANES} invocations and {right} with subgroups of {lanes}"
                    )
                }
                Ending::LoopWithoutEnd { .. } => {
                    format!("with subgroups of {lanes} invocations a loop does not end")
                }
                Ending::OutOfBudget | Ending::Unsupported { .. } => continue,
            };
            let mut finding = self.findings.finding(InspectRule::SubgroupSize, values);
            finding.place = self
                .target
                .subgroup_operation()
                .and_then(|s| self.source.place(s));
            finding.case = Some(prepared.case.clone());
            self.findings.add(finding);
            return false;
        }
        true
    }

    /// True if no event leaves the result unspecified, and another order gives the same result.
    fn is_certain(&mut self, forward: &Evaluation, prepared: &CaseInput) -> bool {
        let open = |event: &Event| event.kind.leaves_result_open();
        if forward.events.iter().any(open) {
            return false;
        }
        let backward = self.evaluate(prepared, RunOrder::Descending, LANES);
        match &backward.ending {
            Ending::Ended => {}
            Ending::LoopWithoutEnd { span } => {
                self.endless(InspectRule::ForwardProgress, *span, prepared);
                return false;
            }
            Ending::OutOfBudget | Ending::Unsupported { .. } => return true,
        }
        for event in &backward.events {
            self.event(event, prepared);
        }
        if backward.buffers == forward.buffers {
            return self.is_of_any_subgroup_size(forward, prepared);
        }
        let pair = (&forward.buffers[..], &backward.buffers[..]);
        let Some(difference) = output::first_difference(self.target, pair.0, pair.1) else {
            return true;
        };
        let values = format!(
            "{} is {} in ascending order and {} in descending order",
            difference.path, difference.left, difference.right
        );
        let mut finding = self.findings.finding(InspectRule::OrderDependent, values);
        finding.place = used_atomic(self.target).and_then(|span| self.source.place(span));
        finding.case = Some(prepared.case.clone());
        self.findings.add(finding);
        false
    }

    fn endless(&mut self, rule: InspectRule, span: Span, prepared: &CaseInput) {
        let values = format!("an invocation executed {} statements", self.budget);
        let mut finding = self.findings.finding(rule, values);
        finding.place = self.source.place(span);
        finding.case = Some(prepared.case.clone());
        self.findings.add(finding);
    }

    fn omit(&mut self, span: Option<Span>, reason: String) {
        self.gives_up = true;
        self.omissions.push(Omission {
            entry: Some(self.target.name.clone()),
            place: span.and_then(|span| self.source.place(span)),
            reason,
        });
    }

    fn event(&mut self, event: &Event, prepared: &CaseInput) {
        let rule = rule_of(event.kind, prepared.case.values);
        let place = self.source.place(event.span);
        let known = |f: &InspectFinding| {
            f.place == place
                && [InspectRule::ReadOutOfBounds, InspectRule::WriteOutOfBounds].contains(&f.rule)
        };
        if rule.is_race() {
            self.collisions.note(event, place, prepared.case.values);
        }
        // The same access with other data adds nothing.
        if rule == InspectRule::UncheckedIndex && self.findings.list.iter().any(known) {
            return;
        }
        let finding = self.findings.finding(rule, event.words.clone());
        self.findings.add(InspectFinding {
            place,
            related: event.other.and_then(|span| self.source.place(span)),
            invocation: Some(event.invocation),
            case: Some(prepared.case.clone()),
            ..finding
        });
    }
}

/// The rule that a fault of a case violates.
pub(crate) const fn rule_of(kind: EventKind, values: InputValues) -> InspectRule {
    let are_indices = values.are_indices();
    match kind {
        EventKind::Race => InspectRule::DataRace,
        EventKind::BarrierOfOtherMemory => InspectRule::WrongBarrier,
        EventKind::RaceOfWorkgroups => InspectRule::WorkgroupRace,
        EventKind::NonUniformBarrier => InspectRule::NonUniformBarrier,
        EventKind::ReadOutOfBounds if are_indices => InspectRule::ReadOutOfBounds,
        EventKind::WriteOutOfBounds if are_indices => InspectRule::WriteOutOfBounds,
        EventKind::ReadOutOfBounds | EventKind::WriteOutOfBounds => InspectRule::UncheckedIndex,
        EventKind::UnwrittenRead => InspectRule::UnwrittenRead,
        EventKind::DivisionByZero => InspectRule::DivisionByZero,
        EventKind::DivisionOverflow => InspectRule::DivisionOverflow,
        EventKind::ConversionOutOfRange => InspectRule::ConversionRange,
        EventKind::Shift => InspectRule::ShiftWidth,
    }
}

/// The place of the first use of an atomic's value: the result of an operation, or otherwise a load.
fn used_atomic(target: &Target<'_>) -> Option<Span> {
    let entry = &target.module.entry_points[target.entry].function;
    let own = (entry, target.info.get_entry_point(target.entry));
    let functions = target.module.functions.iter();
    let functions = functions.map(|(handle, function)| (function, &target.info[handle]));
    let functions: Vec<_> = std::iter::once(own).chain(functions).collect();
    let find = |is_wanted: &dyn Fn(&Function, &FunctionInfo, Handle<Expression>) -> bool| {
        functions.iter().find_map(|(function, info)| {
            let mut all = function.expressions.iter().map(|(handle, _)| handle);
            let found = all.find(|handle| is_wanted(function, info, *handle))?;
            Some(function.expressions.get_span(found))
        })
    };
    let returned = |function: &Function, info: &FunctionInfo, handle: Handle<Expression>| {
        matches!(
            function.expressions[handle],
            Expression::AtomicResult { .. }
        ) && info[handle].ref_count > 0
    };
    let loaded = |function: &Function, info: &FunctionInfo, handle: Handle<Expression>| {
        let Expression::Load { pointer } = function.expressions[handle] else {
            return false;
        };
        let types = &target.module.types;
        info[pointer].ty.inner_with(types).is_atomic_pointer(types)
    };
    find(&returned).or_else(|| find(&loaded))
}
