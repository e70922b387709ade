//! Execution of the invocations of one workgroup.
//!
//! A barrier ends a phase: every invocation runs to its next barrier or to its end, one after another
//! or interleaved, and only then does the next phase begin.

use super::order::Draws;
use super::view::{BarrierModel, View};
use super::world::World;
use crate::frames::{FrameLayouts, Thread};
use crate::machine::{Machine, Pause};
use crate::stop::StopReason;

/// The reason why a workgroup cannot continue.
#[derive(Clone, Copy, Debug)]
pub(super) enum HaltReason {
    Stop(StopReason),
    /// Two invocations wait at different barriers.
    Divergent(u32, u32),
}

/// An invocation.
#[derive(Clone, Debug)]
pub(super) enum State<'a> {
    Fresh,
    Waiting(Thread<'a>),
    Ended,
}

/// True if any invocation of a workgroup, none of which can continue, waits at a barrier; an error if
/// they wait at different ones.
pub(super) fn wait_together<'s, 'a: 's>(
    states: impl Iterator<Item = (u32, &'s State<'a>)>,
) -> Result<bool, HaltReason> {
    let mut waiting = states.filter_map(|(k, state)| match state {
        State::Waiting(thread) => Some((k, thread)),
        _ => None,
    });
    let Some((first, thread)) = waiting.next() else {
        return Ok(false);
    };
    match waiting.find(|(_, other)| !other.same_place(thread)) {
        Some((second, _)) => Err(HaltReason::Divergent(first, second)),
        None => Ok(true),
    }
}

/// Executes workgroups of one dispatch.
pub(super) struct Workgroups<'r, 'a> {
    pub(super) code: &'r FrameLayouts<'a>,
    pub(super) world: &'r mut World,
    pub(super) barriers: BarrierModel,
    pub(super) draws: Option<Draws>,
    pub(super) interleaved: bool,
    /// Threads of ended invocations, for reuse.
    pub(super) spare: Vec<Thread<'a>>,
}

impl<'a> Workgroups<'_, 'a> {
    /// Runs the workgroup that the world is set to, with this many invocations.
    pub(super) fn run(&mut self, invocations: u32) -> Result<(), HaltReason> {
        if self.barriers == BarrierModel::Invisible {
            self.world.view = View::Private(Default::default());
        }
        let together = self.barriers.waiting_together(invocations);
        let mut first = 0;
        while first < invocations {
            let end = first.saturating_add(together).min(invocations);
            let mut part: Vec<(u32, State<'a>)> = (first..end).map(|k| (k, State::Fresh)).collect();
            if let Some(draws) = &mut self.draws {
                draws.shuffle(&mut part);
            }
            self.part(part)?;
            first = end;
        }
        self.world.view.settle(&mut self.world.cells);
        Ok(())
    }

    /// Runs invocations that wait for each other.
    fn part(&mut self, mut part: Vec<(u32, State<'a>)>) -> Result<(), HaltReason> {
        loop {
            match self.barriers {
                BarrierModel::Leaky => self.leaky_phase(&mut part)?,
                _ => self.phase(&mut part)?,
            }
            if !wait_together(part.iter().map(|(k, state)| (*k, state)))? {
                return Ok(());
            }
            if let Some(shadow) = &mut self.world.shadow {
                shadow.next_phase();
            }
        }
    }

    /// Runs every invocation to its next barrier or its end.
    fn phase(&mut self, part: &mut [(u32, State<'a>)]) -> Result<(), HaltReason> {
        let Some(draws) = self.draws.as_mut().filter(|_| self.interleaved) else {
            for (invocation, state) in part {
                self.turn(*invocation, state, u64::MAX)?;
            }
            return Ok(());
        };
        let mut draws = draws.clone();
        let alive = |(k, (_, state)): (usize, &(u32, State<'a>))| match state {
            State::Ended => None,
            _ => Some(k),
        };
        let mut running: Vec<usize> = part.iter().enumerate().filter_map(alive).collect();
        while !running.is_empty() {
            let pick = draws.below(running.len() as u64) as usize;
            let (invocation, state) = &mut part[running[pick]];
            let accesses = 1 + draws.below(2);
            if !self.turn(*invocation, state, accesses)? {
                running.swap_remove(pick);
            }
        }
        self.draws = Some(draws);
        Ok(())
    }

    /// Runs one invocation for this many accesses; returns true if it can continue in this phase.
    pub(super) fn turn(
        &mut self,
        invocation: u32,
        state: &mut State<'a>,
        accesses: u64,
    ) -> Result<bool, HaltReason> {
        let mut thread = match std::mem::replace(state, State::Ended) {
            State::Ended => return Ok(false),
            State::Waiting(thread) => thread,
            State::Fresh => match self.spare.pop() {
                Some(mut thread) => {
                    thread.restart(self.code);
                    thread
                }
                None => Thread::new(self.code),
            },
        };
        self.world.become_invocation(invocation);
        let mut machine = Machine {
            code: self.code,
            thread: &mut thread,
            environment: self.world,
        };
        let mut pause = machine.run(accesses);
        while self.barriers == BarrierModel::StraightLine
            && matches!(pause, Pause::Barrier)
            && machine.thread.levels.len() > 1
        {
            pause = machine.run(accesses);
        }
        match pause {
            Pause::Ended => self.spare.push(thread),
            Pause::Barrier | Pause::Turn => *state = State::Waiting(thread),
            Pause::Stopped(stop) => return Err(HaltReason::Stop(stop)),
        }
        Ok(matches!(pause, Pause::Turn))
    }

    /// A phase whose reads see the writes of others in the next one: the next phase is run on trial,
    /// then undone.
    fn leaky_phase(&mut self, part: &mut Vec<(u32, State<'a>)>) -> Result<(), HaltReason> {
        let before = (part.clone(), self.world.cells.clone());
        self.phase(part)?;
        if !part.iter().any(|(_, s)| matches!(s, State::Waiting(_))) {
            return Ok(());
        }
        self.world.view = View::Recorded(Default::default());
        self.phase(part)?;
        let tried = std::mem::take(&mut self.world.view);
        (*part, self.world.cells) = before;
        if let View::Recorded(late) = tried {
            self.world.view = View::Leaking(late);
        }
        self.phase(part)?;
        self.world.view = View::Memory;
        Ok(())
    }
}
