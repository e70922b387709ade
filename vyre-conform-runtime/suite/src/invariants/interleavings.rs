//! Schedules of small cases: preemptions of invocations at chosen steps, across workgroups.
//!
//! Every case runs in random orders. For small cases, all schedules with one or two preemptions are tried in turn,
//! because a lost update needs no more. Programs without atomic steps do not run again: without a race they behave the
//! same in every order, and races are detected anyway.

use super::author::call;
use super::case::{ExecutedCase, Run};
use super::{Difference, RunError};
use vyre_conform_ir::{Node, Program};
use vyre_conform_runtime::registry::calls::EngineFunction;

/// Maximal number of runs of a case.
const MAX_RUNS: u64 = 64;
/// Maximal number of steps over all runs: a case that would get fewer than [`MIN_RUNS`] runs is too large.
const MAX_STEPS: u64 = 1 << 14;
const MIN_RUNS: u64 = 8;

/// True if invocations of a launch can interact without a race: one of its programs has atomic steps.
pub(super) fn can_meet(programs: &[Program]) -> bool {
    fn any(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| {
            let mut found = matches!(node, Node::Atomic { .. });
            node.for_each_part(|_| {}, |block| found = found || any(block));
            found
        })
    }
    programs.iter().any(|program| any(&program.entry.body))
}

/// Runs a case on the interpreter in its schedules until `look` finds a difference.
pub(super) fn each(
    case: &ExecutedCase<'_>,
    mut look: impl FnMut(&Run) -> Option<Difference>,
) -> Result<Option<Difference>, RunError> {
    let Some(report) = &case.first().observation.report else {
        return Ok(None);
    };
    let runs = (MAX_STEPS / report.steps.max(1)).min(MAX_RUNS);
    if runs < MIN_RUNS || !can_meet(&case.programs) {
        return Ok(None);
    }
    let plan = &case.plan;
    let schedules = case
        .prepared
        .schedules(&plan.launch, plan.max_steps, runs as usize)?;
    for order in schedules {
        let observation = case.run_again(&plan.launch, order)?;
        let decode = || (plan.decode)(&case.input, &observation.words);
        let output = match call(
            case.engine,
            EngineFunction::Decode,
            case.source,
            Some(case.size),
            decode,
        ) {
            Ok(output) => output,
            Err(message) => return Ok(Some(Difference::with_cause(message))),
        };
        let run = Run {
            order,
            observation,
            output,
        };
        if let Some(found) = look(&run) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
