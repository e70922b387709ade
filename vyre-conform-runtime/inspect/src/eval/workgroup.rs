//! Execution of a workgroup: its invocations in turn, from barrier to barrier.

use super::RunOrder;
use super::event::{Event, EventKind};
use super::machine::{Arrival, Interruption, Invocation, MAX_LOCAL_BYTES, Machine, Step};
use super::memory::World;
use super::subgroup;
use super::value::{Value, Words};
use crate::target::Target;
use naga::{AddressSpace, Binding, BuiltIn, Type, TypeInner};

/// Number of statements per turn of an invocation: a spinning invocation must not starve the others.
const TURN: u64 = 1024;

/// The state of an invocation.
#[derive(Clone, Copy, Debug)]
enum State {
    New,
    Running,
    Waiting(Arrival),
    /// At a subgroup operation.
    Meeting,
    Ended,
}

/// The invocations of a workgroup.
pub(super) struct Group<'m> {
    target: &'m Target<'m>,
    invocations: Vec<(State, Invocation<'m>)>,
    id: [u32; 3],
    workgroups: [u32; 3],
    /// Invocations of a subgroup.
    lanes: u32,
}

impl<'m> Group<'m> {
    pub(super) fn new(
        target: &'m Target<'m>,
        id: [u32; 3],
        workgroups: [u32; 3],
        lanes: u32,
    ) -> Self {
        let [x, y, _] = target.workgroup_size;
        let invocations = (0..target.invocations()).map(|lane| {
            let local = [lane % x, lane / x % y, lane / x / y];
            let size = target.workgroup_size;
            let global = std::array::from_fn(|k| id[k] * size[k] + local[k]);
            let invocation = Invocation {
                frames: vec![],
                private: vec![],
                lane,
                global,
                steps: 0,
                meeting: None,
                subgroup_phase: 0,
                load_stage: 0,
            };
            (State::New, invocation)
        });
        Self {
            target,
            invocations: invocations.collect(),
            id,
            workgroups,
            lanes,
        }
    }

    /// Runs the workgroup to its end; returns false if the run's limit of statements is reached.
    pub(super) fn run(
        &mut self,
        world: &mut World<'m>,
        order: RunOrder,
        budget: u64,
        left: &mut u64,
    ) -> Result<bool, Interruption> {
        let count = self.invocations.len();
        loop {
            for k in 0..count {
                let k = match order {
                    RunOrder::Ascending => k,
                    RunOrder::Descending => count - 1 - k,
                };
                self.turn(world, k, budget, left)?;
            }
            if *left == 0 {
                return Ok(false);
            }
            self.pass_subgroups(world);
            let running = |(state, _): &(State, _)| matches!(state, State::Running);
            if self.invocations.iter().any(running) {
                continue;
            }
            if !self.pass_barrier(world) {
                return Ok(true);
            }
        }
    }

    /// Runs an invocation for one turn.
    fn turn(
        &mut self,
        world: &mut World<'m>,
        k: usize,
        budget: u64,
        left: &mut u64,
    ) -> Result<(), Interruption> {
        let is_new = match self.invocations[k].0 {
            State::New => true,
            State::Running => false,
            State::Waiting(_) | State::Meeting | State::Ended => return Ok(()),
        };
        let arguments = if is_new {
            self.arguments(k as u32)
        } else {
            vec![]
        };
        let (state, invocation) = &mut self.invocations[k];
        let mut machine = Machine {
            target: self.target,
            world,
            invocation,
            budget,
        };
        if is_new {
            begin(&mut machine, arguments)?;
        }
        *state = State::Running;
        for _ in 0..TURN {
            *left = left.saturating_sub(1);
            match machine.step()? {
                Step::Next => {}
                Step::Barrier(arrival) => {
                    *state = State::Waiting(arrival);
                    break;
                }
                Step::Subgroup => {
                    *state = State::Meeting;
                    break;
                }
                Step::Ended => {
                    *state = State::Ended;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Lets the lanes of each subgroup continue whose others have nothing left to do before they
    /// meet them: those that are furthest behind, at one operation together.
    fn pass_subgroups(&mut self, world: &mut World<'m>) {
        for lanes in self.invocations.chunks_mut(self.lanes as usize) {
            let runs = |(state, _): &(State, _)| matches!(state, State::Running | State::New);
            if lanes.iter().any(runs) {
                continue;
            }
            let meeting = lanes
                .iter()
                .filter(|(state, _)| matches!(state, State::Meeting));
            let Some(behind) = meeting.map(|(_, lane)| subgroup::position(lane)).min() else {
                continue;
            };
            world.used_subgroups = true;
            let mut active = vec![];
            for ((state, invocation), number) in lanes.iter_mut().zip(0..) {
                if matches!(state, State::Meeting) && subgroup::position(invocation) == behind {
                    *state = State::Running;
                    active.push((number, invocation));
                }
            }
            subgroup::exchange(&mut active);
        }
    }

    /// Releases the waiting invocations; returns false if none waits.
    fn pass_barrier(&mut self, world: &mut World<'m>) -> bool {
        let arrival = |(state, invocation): &(State, Invocation<'m>)| match state {
            State::Waiting(arrival) => Some((*arrival, invocation.global)),
            _ => None,
        };
        let Some((first, who)) = self.invocations.iter().find_map(arrival) else {
            return false;
        };
        let elsewhere = self.invocations.iter().find(|each| match each.0 {
            State::Waiting(arrival) => arrival.span != first.span,
            _ => true,
        });
        if let Some((state, invocation)) = elsewhere {
            let [x, y, z] = invocation.global;
            let (words, other) = match state {
                State::Waiting(arrival) => ("waits at another barrier", Some(arrival.span)),
                _ => ("has ended without it", None),
            };
            world.events.add(Event {
                kind: EventKind::NonUniformBarrier,
                span: first.span,
                other,
                both_write: false,
                words: format!("invocation ({x}, {y}, {z}) {words}"),
                invocation: who,
            });
        }
        world.pass_barrier(first.kinds);
        for (state, _) in &mut self.invocations {
            if matches!(state, State::Waiting(_)) {
                *state = State::Running;
            }
        }
        true
    }

    /// The arguments of the entry point for an invocation.
    fn arguments(&self, lane: u32) -> Vec<Value> {
        let module = &self.target.module;
        let function = &module.entry_points[self.target.entry].function;
        let each = function.arguments.iter().map(|argument| {
            let words = match (&argument.binding, &module.types[argument.ty]) {
                (Some(Binding::BuiltIn(builtin)), _) => self.builtin(*builtin, lane),
                (
                    _,
                    Type {
                        inner: TypeInner::Struct { members, .. },
                        ..
                    },
                ) => {
                    let members = members.iter().map(|m| match m.binding {
                        Some(Binding::BuiltIn(builtin)) => self.builtin(builtin, lane),
                        _ => Words::new(),
                    });
                    members.flatten().collect()
                }
                _ => Words::new(),
            };
            Value::Words(words)
        });
        each.collect()
    }

    fn builtin(&self, builtin: BuiltIn, lane: u32) -> Words {
        let invocation = &self.invocations[lane as usize].1;
        let size = self.target.workgroup_size;
        let [x, y, _] = size;
        Words::from_slice(&match builtin {
            BuiltIn::GlobalInvocationId => invocation.global,
            BuiltIn::LocalInvocationId => [lane % x, lane / x % y, lane / x / y],
            BuiltIn::WorkGroupId => self.id,
            BuiltIn::NumWorkGroups => self.workgroups,
            BuiltIn::WorkGroupSize => size,
            other => {
                let word = match other {
                    BuiltIn::LocalInvocationIndex => lane,
                    BuiltIn::SubgroupInvocationId => lane % self.lanes,
                    BuiltIn::SubgroupId => lane / self.lanes,
                    BuiltIn::SubgroupSize => self.lanes,
                    BuiltIn::NumSubgroups => self.target.invocations().div_ceil(self.lanes),
                    _ => 0,
                };
                return Words::from_elem(word, 1);
            }
        })
    }
}

/// Enters the entry point, with initialised private variables.
fn begin<'m>(machine: &mut Machine<'_, 'm>, arguments: Vec<Value>) -> Result<(), Interruption> {
    let target = machine.target;
    let entry = &target.module.entry_points[target.entry];
    let info = target.info.get_entry_point(target.entry);
    let types = machine.world.types;
    let globals = target.module.global_variables.iter();
    for (handle, global) in globals.filter(|(_, g)| g.space == AddressSpace::Private) {
        let bytes = types.bytes(types.inner(global.ty)) as usize;
        if bytes > MAX_LOCAL_BYTES {
            return Err(Interruption::Unsupported {
                span: target.module.global_variables.get_span(handle),
                what: format!("a private variable of {bytes} bytes"),
            });
        }
        let bytes = vec![0; bytes];
        machine.invocation.private.push((handle.index(), bytes));
    }
    machine.enter(&entry.function, info, arguments, None)?;
    for (handle, global) in target.module.global_variables.iter() {
        if let (AddressSpace::Private, Some(init)) = (global.space, global.init) {
            machine.begin_private(handle, init)?;
        }
    }
    Ok(())
}
