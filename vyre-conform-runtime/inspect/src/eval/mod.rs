//! The interpreter of naga's IR: it runs an entry point and records each fault where it happens.
//!
//! It works on naga's IR directly, before a translation makes divisions by zero or out-of-bounds
//! indices explicit, after which nothing could be detected. Each invocation has its own calls and
//! blocks, so that it can wait at barriers like an invocation of a workgroup.

mod atomics;
mod control;
mod event;
mod expression;
mod machine;
mod math;
mod memory;
mod operation;
mod operators;
mod packing;
mod shadow;
mod subgroup;
mod value;
mod vectors;
mod workgroup;

pub(crate) use event::{Event, EventKind};
pub(crate) use subgroup::{LANES, OTHER_LANES};

use crate::case::CaseInput;
use crate::target::Target;
use machine::Interruption;
use memory::World;
use naga::Span;
use workgroup::Group;

/// Limit of statements of a whole run, as a multiple of an invocation's limit.
pub(crate) const WHOLE: u64 = 16;

/// The order in which workgroups and their invocations run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunOrder {
    Ascending,
    Descending,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ending {
    Ended,
    /// An invocation reached its limit of statements, in the loop at this place.
    LoopWithoutEnd {
        span: Span,
    },
    /// All invocations together reached the limit of statements.
    OutOfBudget,
    /// The interpreter does not support this.
    Unsupported {
        span: Span,
        what: String,
    },
}

/// The result of a run.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) ending: Ending,
    /// Bytes of each buffer, in the order of the target's.
    pub(crate) buffers: Vec<Vec<u8>>,
    pub(crate) events: Vec<Event>,
    /// True if a subgroup operation ran.
    pub(crate) met: bool,
    /// The largest index into the runtime-sized array of each buffer, in the order of the target's.
    pub(crate) reach: Vec<Option<i64>>,
    /// Number of statements that it executed.
    pub(crate) statements: u64,
}

/// Runs an entry point on a case. An invocation executes at most `budget` statements, and a subgroup
/// has `lanes` invocations.
pub(crate) fn evaluate(
    target: &Target<'_>,
    prepared: &CaseInput,
    order: RunOrder,
    budget: u64,
    lanes: u32,
) -> Evaluation {
    let mut world = World::new(target, &prepared.buffers, lanes);
    let [x, y, z] = prepared.case.workgroups.map(u64::from);
    let count = x.saturating_mul(y).saturating_mul(z);
    let mut left = budget.saturating_mul(WHOLE);
    let mut ending = Ending::Ended;
    for k in 0..count {
        let number = match order {
            RunOrder::Ascending => k,
            RunOrder::Descending => count - 1 - k,
        };
        let id = [number % x, number / x % y, number / x / y].map(|n| n as u32);
        world.begin_workgroup(number as u32);
        let mut group = Group::new(target, id, prepared.case.workgroups, lanes);
        let ran = group.run(&mut world, order, budget, &mut left);
        match ran {
            Ok(true) => {}
            Ok(false) => ending = Ending::OutOfBudget,
            Err(Interruption::Budget { span }) => ending = Ending::LoopWithoutEnd { span },
            Err(Interruption::Unsupported { span, what }) => {
                ending = Ending::Unsupported { span, what }
            }
        }
        if ending != Ending::Ended {
            break;
        }
    }
    let reach = target.buffers.iter();
    let reach = reach.map(|b| world.max_index[b.global.index()]);
    let reach = reach.collect();
    let buffers = target.buffers.iter();
    let buffers = buffers.map(|b| std::mem::take(&mut world.variables[b.global.index()]));
    Evaluation {
        ending,
        buffers: buffers.collect(),
        events: world.events.0,
        met: world.used_subgroups,
        reach,
        statements: budget.saturating_mul(WHOLE) - left,
    }
}
