//! Running the invocations of several workgroups of one dispatch together.
//!
//! This many workgroups are under way, each with its own memory and at its own barrier; when one has ended the next one
//! begins. Which invocation goes on is drawn, or ascending but for the preemptions of a schedule.

use super::memory::Cells;
use super::order::{Order, Preemption, Schedule, Stride};
use super::workgroup::{Halt, State, Workgroups, wait_together};
use crate::places::unfold;

/// Most workgroups that are drawn from, and most that a schedule chooses from.
const DRAWN: u64 = 8;
const SCHEDULED: u64 = 64;
/// Invocations that are under way at one time, if that leaves two workgroups.
const UNDER_WAY: u64 = 4096;

/// The workgroups of a dispatch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interleaving {
    pub(super) workgroups: [u32; 3],
    /// In which order they begin, and how many there are.
    pub(super) order: Stride,
    pub(super) count: u64,
    /// Invocations of each.
    pub(super) invocations: u32,
    /// How many are under way.
    pub(super) together: usize,
    /// Buffers of the launch: behind them are those of a workgroup.
    pub(super) buffers: usize,
}

/// The number of workgroups that are under way: `most` are within the limit of memory.
pub(super) fn together(order: Order, invocations: u32, most: u64) -> usize {
    let of_order = match order {
        Order::Preempted(_) => SCHEDULED,
        _ => DRAWN,
    };
    let few = (UNDER_WAY / u64::from(invocations.max(1))).max(2);
    of_order.min(few).min(most).max(1) as usize
}

/// A workgroup that is under way.
struct Group<'a> {
    number: u64,
    memory: Vec<Cells>,
    states: Vec<State<'a>>,
    /// The invocations that can go on, by number; in ascending order unless they are drawn.
    running: Vec<u32>,
}

impl<'a> Workgroups<'_, 'a> {
    /// Runs the dispatch with invocations drawn from those that can go on.
    pub(super) fn concurrent(&mut self, shape: &Interleaving) -> Result<(), Halt> {
        let Some(mut draws) = self.draws.clone() else {
            return Ok(());
        };
        // Long turns show what a whole update in between does, short ones what two halves do.
        let longest = [1, 1, 2, 4][draws.below(4) as usize];
        let mut begun = 0;
        let mut groups = vec![];
        loop {
            self.fill(shape, &mut groups, &mut begun);
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

    /// Runs the dispatch in ascending order, preempted where the schedule says.
    pub(super) fn preempted(
        &mut self,
        shape: &Interleaving,
        schedule: Schedule,
    ) -> Result<(), Halt> {
        let made = self.world.accesses;
        let mut pending: Vec<Preemption> = schedule.preemptions().collect();
        // Those of earlier dispatches are over.
        pending.retain(|preemption| preemption.after > made);
        pending.sort();
        pending.reverse();
        let mut begun = 0;
        let mut groups = vec![];
        // Who goes on out of turn.
        let mut ahead: Option<u64> = None;
        loop {
            self.fill(shape, &mut groups, &mut begun);
            if groups.is_empty() {
                return Ok(());
            }
            let found = ahead.and_then(|number| find(&groups, shape, number));
            let (k, pick) = found.unwrap_or((0, 0));
            // The last preemption is behind it: nobody looks any more before it stops by itself.
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

    /// Begins workgroups, as long as there are more and fewer are under way than may be.
    fn fill(&self, shape: &Interleaving, groups: &mut Vec<Group<'a>>, begun: &mut u64) {
        while groups.len() < shape.together && *begun < shape.count {
            let mut memory = self.world.cells[shape.buffers..].to_vec();
            memory.iter_mut().for_each(Cells::clear);
            groups.push(Group {
                number: shape.order.at(*begun),
                memory,
                states: vec![State::Fresh; shape.invocations as usize],
                running: (0..shape.invocations).collect(),
            });
            *begun += 1;
        }
    }

    /// One invocation for at most this many accesses; whether it could go on in this phase.
    fn go_on(
        &mut self,
        shape: &Interleaving,
        group: &mut Group<'a>,
        pick: usize,
        accesses: u64,
    ) -> Result<bool, Halt> {
        let invocation = group.running[pick];
        self.world.workgroup = unfold(group.number, shape.workgroups);
        self.world.first = group.number.wrapping_mul(shape.invocations.into());
        self.world.cells[shape.buffers..].swap_with_slice(&mut group.memory);
        let goes_on = self.turn(invocation, &mut group.states[invocation as usize], accesses);
        self.world.cells[shape.buffers..].swap_with_slice(&mut group.memory);
        goes_on
    }

    /// Where nobody of a workgroup can go on, all pass their barrier, or the workgroup has ended.
    fn end_of_phase(&mut self, groups: &mut Vec<Group<'a>>, k: usize) -> Result<(), Halt> {
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

/// The group and the place among its running invocations of the invocation with this number in the dispatch.
fn find(groups: &[Group<'_>], shape: &Interleaving, number: u64) -> Option<(usize, usize)> {
    let size = u64::from(shape.invocations);
    let (workgroup, invocation) = (number / size, (number % size) as u32);
    let k = groups.iter().position(|group| group.number == workgroup)?;
    let pick = groups[k].running.binary_search(&invocation).ok()?;
    Some((k, pick))
}
