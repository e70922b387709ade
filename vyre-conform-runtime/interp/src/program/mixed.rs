//! Execution of invocations of several workgroups of one dispatch together.
//!
//! Several workgroups are active, each with its own memory and at its own barrier; when one has ended
//! the next one begins. The next invocation is drawn at random, or is the next in ascending order
//! except at the preemptions of a schedule.

use super::memory::Cells;
use super::order::{Order, Preemption, Schedule, Stride};
use super::workgroup::{HaltReason, State, Workgroups, wait_together};
use crate::places::unfold;

/// Maximum number of active workgroups with random choice, and with a schedule.
const DRAWN: u64 = 8;
const SCHEDULED: u64 = 64;
/// Maximum number of active invocations, if that allows two workgroups.
const MAX_ACTIVE: u64 = 4096;

/// The workgroups of a dispatch, for joint execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interleaving {
    pub(super) workgroups: [u32; 3],
    /// The order in which they begin, and their number.
    pub(super) order: Stride,
    pub(super) count: u64,
    /// Number of invocations of each.
    pub(super) invocations: u32,
    /// Number of active workgroups.
    pub(super) active: usize,
    /// Number of buffers of the launch; those of a workgroup follow them.
    pub(super) buffers: usize,
}

/// The number of active workgroups; the limit of memory permits `max`.
pub(super) fn active_workgroups(order: Order, invocations: u32, max: u64) -> usize {
    let of_order = match order {
        Order::Preempted(_) => SCHEDULED,
        _ => DRAWN,
    };
    let small = (MAX_ACTIVE / u64::from(invocations.max(1))).max(2);
    of_order.min(small).min(max).max(1) as usize
}

/// An active workgroup.
struct Group<'a> {
    number: u64,
    memory: Vec<Cells>,
    states: Vec<State<'a>>,
    /// The invocations that can continue, by index; in ascending order unless they are drawn.
    running: Vec<u32>,
}

impl<'a> Workgroups<'_, 'a> {
    /// Runs the dispatch with invocations drawn at random.
    pub(super) fn concurrent(&mut self, shape: &Interleaving) -> Result<(), HaltReason> {
        let Some(mut draws) = self.draws.clone() else {
            return Ok(());
        };
        // Long turns allow a whole update in between, short ones half of one.
        let longest = [1, 1, 2, 4][draws.below(4) as usize];
        let mut prefix = 0;
        let mut groups = vec![];
        loop {
            self.fill(shape, &mut groups, &mut prefix);
            if groups.is_empty() {
                return Ok(());
            }
            let k = draws.below(groups.len() as u64) as usize;
            let pick = draws.below(groups[k].running.len() as u64) as usize;
            let accesses = 1 + draws.below(longest);
            if !self.go_on(shape, &mut groups[k], pick, accesses)? {
                groups[k].running.swap_remove(pick);
                self.end_of_phase(&mut groups, k)?;
            }
        }
    }

    /// Runs the dispatch in ascending order, with the preemptions of the schedule.
    pub(super) fn preempted(
        &mut self,
        shape: &Interleaving,
        schedule: Schedule,
    ) -> Result<(), HaltReason> {
        let accesses = self.world.accesses;
        let mut pending: Vec<Preemption> = schedule.preemptions().collect();
        // Those of earlier dispatches have passed.
        pending.retain(|preemption| preemption.after > accesses);
        pending.sort();
        pending.reverse();
        let mut prefix = 0;
        let mut groups = vec![];
        // The invocation that continues out of turn.
        let mut ahead: Option<u64> = None;
        loop {
            self.fill(shape, &mut groups, &mut prefix);
            if groups.is_empty() {
                return Ok(());
            }
            let candidates = ahead.and_then(|number| find(&groups, shape, number));
            let (k, pick) = candidates.unwrap_or((0, 0));
            // After the last preemption, nothing needs to be checked until the invocation stops by
            // itself.
            let accesses = if pending.is_empty() { u64::MAX } else { 1 };
            if !self.go_on(shape, &mut groups[k], pick, accesses)? {
                groups[k].running.remove(pick);
                self.end_of_phase(&mut groups, k)?;
                ahead = None;
            }
            while let Some(next) = pending.last().copied()
                && next.after <= self.world.accesses
            {
                pending.pop();
                ahead = Some(next.to);
            }
        }
    }

    /// Begins workgroups while there are more and the limit permits.
    fn fill(&self, shape: &Interleaving, groups: &mut Vec<Group<'a>>, prefix: &mut u64) {
        while groups.len() < shape.active && *prefix < shape.count {
            let mut memory = self.world.cells[shape.buffers..].to_vec();
            memory.iter_mut().for_each(Cells::clear);
            groups.push(Group {
                number: shape.order.at(*prefix),
                memory,
                states: vec![State::Fresh; shape.invocations as usize],
                running: (0..shape.invocations).collect(),
            });
            *prefix += 1;
        }
    }

    /// Runs one invocation for at most this many accesses; returns true if it can continue in this
    /// phase.
    fn go_on(
        &mut self,
        shape: &Interleaving,
        group: &mut Group<'a>,
        pick: usize,
        accesses: u64,
    ) -> Result<bool, HaltReason> {
        let invocation = group.running[pick];
        self.world.workgroup = unfold(group.number, shape.workgroups);
        self.world.first = group.number.wrapping_mul(shape.invocations.into());
        self.world.cells[shape.buffers..].swap_with_slice(&mut group.memory);
        let continues = self.turn(invocation, &mut group.states[invocation as usize], accesses);
        self.world.cells[shape.buffers..].swap_with_slice(&mut group.memory);
        continues
    }

    /// If no invocation of a workgroup can continue, all pass their barrier, or the workgroup ends.
    fn end_of_phase(&mut self, groups: &mut Vec<Group<'a>>, k: usize) -> Result<(), HaltReason> {
        let group = &mut groups[k];
        if !group.running.is_empty() {
            return Ok(());
        }
        if !wait_together((0..).zip(&group.states))? {
            groups.remove(k);
            return Ok(());
        }
        let waits = |(k, state): (u32, &State<'a>)| matches!(state, State::Waiting(_)).then_some(k);
        group.running = (0..).zip(&group.states).filter_map(waits).collect();
        Ok(())
    }
}

/// The group of the invocation with this index in the dispatch, and its position among the running
/// ones.
fn find(groups: &[Group<'_>], shape: &Interleaving, number: u64) -> Option<(usize, usize)> {
    let size = u64::from(shape.invocations);
    let (workgroup, invocation) = (number / size, (number % size) as u32);
    let k = groups.iter().position(|group| group.number == workgroup)?;
    let pick = groups[k].running.binary_search(&invocation).ok()?;
    Some((k, pick))
}
