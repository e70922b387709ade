//! A plan in the making: buffers, programs and the dispatches that bind them.

use vyre_conform_runtime::catalog::most_steps;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{
    Guard, History, Input, Output, Plan, Queue, Staged, StagedBuffer, Usage,
};
use vyre_conform_runtime::ir::Program;

/// Words behind the elements of an output that no engine may touch, and what they hold.
const GUARD: [u32; 4] = [0x5AFE_C0DE; 4];

/// How many words of an output are guarded.
pub(super) const GUARDED: usize = GUARD.len();

/// A buffer of the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot(usize);

/// A program of the plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loaded(usize);

/// A plan in the making.
#[derive(Debug)]
pub(crate) struct Dispatches {
    plan: Plan,
    /// The buffers of an application, where it has them.
    staged: Vec<StagedBuffer>,
    /// The buffers of which nothing is read before it was written.
    scratch: Vec<usize>,
    /// The most iterations of each loop, of each dispatch.
    trips: Vec<Vec<u64>>,
}

impl Dispatches {
    /// A plan without dispatches, whose logical output `decode` finds in what is read back.
    pub(super) fn new(decode: fn(&Input, &[Vec<u32>]) -> Output) -> Self {
        let launch = Launch {
            buffers: vec![],
            steps: vec![],
            read_back: vec![],
        };
        Self {
            plan: Plan::new(vec![], launch, 0, decode),
            staged: vec![],
            scratch: vec![],
            trips: vec![],
        }
    }

    /// Dispatches over the buffers of an application, without an input.
    pub(crate) fn staged() -> Self {
        Self::new(|_, _| vec![])
    }

    /// A buffer of the application.
    pub(crate) fn bound(&mut self, name: &'static str, words: u32, usage: Usage) -> Slot {
        let slot = self.zeros(words);
        let of = StagedBuffer::new(name, slot.0, words as usize, usage);
        self.staged.push(of);
        slot
    }

    /// A buffer of which nothing is read before a dispatch has written it.
    pub(super) fn scratch(&mut self, words: u32) -> Slot {
        let slot = self.zeros(words);
        self.scratch.push(slot.0);
        slot
    }

    fn slot(&mut self, contents: Contents) -> Slot {
        self.plan.launch.buffers.push(contents);
        Slot(self.plan.launch.buffers.len() - 1)
    }

    /// A buffer of these words, of one zero where there are none: no buffer is empty.
    pub(super) fn given(&mut self, words: &[u32]) -> Slot {
        match words {
            [] => self.slot(Contents::Zeros(1)),
            words => self.slot(Contents::Words(words.to_vec())),
        }
    }

    /// A buffer of zeros, of one at least.
    pub(super) fn zeros(&mut self, words: u32) -> Slot {
        self.slot(Contents::Zeros(words.max(1) as usize))
    }

    /// A buffer of these words that is read back, with guarded words behind them.
    pub(super) fn output_of(&mut self, mut words: Vec<u32>) -> Slot {
        self.plan.guards.push(Guard {
            read_back: self.plan.launch.read_back.len(),
            from: words.len(),
        });
        words.extend(GUARD);
        let slot = self.slot(Contents::Words(words));
        self.plan.launch.read_back.push(slot.0);
        slot
    }

    /// A buffer of zeros that is read back, with guarded words behind them.
    pub(super) fn output(&mut self, words: u32) -> Slot {
        self.output_of(vec![0; words as usize])
    }

    /// Word `word` of the last output counts what a queue holds, at most `bound`.
    pub(super) fn counts_queue(&mut self, word: usize, bound: u32) {
        self.plan.queues.push(Queue {
            read_back: self.plan.launch.read_back.len() - 1,
            word,
            bound,
        });
    }

    /// What the last output holds depends on the order of the invocations.
    pub(super) fn order_dependent(&mut self) {
        let last = self.plan.launch.read_back.len() - 1;
        self.plan.order_dependent.push(last);
    }

    /// How the observed atomic steps are found in what is read back.
    pub(super) fn observed(&mut self, histories: fn(&Input, &[Vec<u32>]) -> Vec<History>) {
        self.plan.histories = histories;
    }

    /// One more program, unless it is there.
    pub(super) fn program(&mut self, program: Program) -> Loaded {
        let mut known = self.plan.programs.iter();
        if let Some(place) = known.position(|known| *known == program) {
            return Loaded(place);
        }
        self.plan.programs.push(program);
        Loaded(self.plan.programs.len() - 1)
    }

    /// One more dispatch: this many workgroups, a buffer for each binding, and for each loop of the
    /// program, in the order of its text, the most runs of its body.
    pub(super) fn step(&mut self, program: Loaded, groups: u32, buffers: &[Slot], trips: &[u64]) {
        self.trips.push(trips.to_vec());
        self.plan.launch.steps.push(Step {
            program: program.0,
            workgroups: [groups, 1, 1],
            buffers: buffers.iter().map(|slot| slot.0).collect(),
        });
    }

    /// The plan, with the bound of its steps.
    ///
    /// # Panics
    /// If a dispatch has more or fewer trip counts than its program has loops.
    pub(super) fn finish(mut self) -> Plan {
        let of_dispatch = |(step, trips): (&Step, &Vec<u64>)| {
            let program = &self.plan.programs[step.program];
            let groups = step.workgroups.iter().map(|count| u64::from(*count));
            let invocations = groups.product::<u64>() * program.invocations();
            let steps = most_steps(program, trips).unwrap_or_else(|error| panic!("{error}"));
            invocations.saturating_mul(steps)
        };
        let dispatches = self.plan.launch.steps.iter().zip(&self.trips);
        self.plan.most_steps = dispatches.map(of_dispatch).fold(0, u64::saturating_add);
        self.plan
    }

    /// The dispatches over the buffers of an application.
    pub(crate) fn finish_staged(self) -> Staged {
        let Plan {
            programs, launch, ..
        } = self.plan;
        without_idle_steps(Staged::new(programs, launch, self.staged, self.scratch))
    }
}

/// The same work without programs and dispatches where no buffer of the application has a word to write.
pub(crate) fn without_idle_steps(mut staged: Staged) -> Staged {
    let is_written = |of: &StagedBuffer| of.usage != Usage::Read && of.words > 0;
    if !staged.buffers.iter().any(is_written) {
        staged.programs.clear();
        staged.launch.steps.clear();
    }
    staged
}
