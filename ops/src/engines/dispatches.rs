//! A plan under construction: buffers, programs and the dispatches that bind them.

use vyre_conform_runtime::catalog::max_steps;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{
    Guard, History, Input, Output, Plan, Queue, Staged, StagedBuffer, Usage,
};
use vyre_conform_runtime::ir::Program;

/// Guard words after the elements of an output, which no engine may write, and their value.
const GUARD: [u32; 4] = [0x5AFE_C0DE; 4];

/// Number of guard words of an output.
pub(super) const GUARDED: usize = GUARD.len();

/// A buffer of the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot(usize);

/// A program of the plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loaded(usize);

/// A plan under construction.
#[derive(Debug)]
pub(crate) struct Dispatches {
    plan: Plan,
    /// The application's buffers, if it provides them.
    staged: Vec<StagedBuffer>,
    /// Buffers that are written before they are read.
    scratch: Vec<usize>,
    /// The iteration limits of each loop, for each dispatch.
    iterations: Vec<Vec<u64>>,
}

impl Dispatches {
    /// A plan without dispatches; `decode` extracts the logical output from the words read back.
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
            iterations: vec![],
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

    /// A buffer that a dispatch writes before any dispatch reads it.
    pub(super) fn scratch(&mut self, words: u32) -> Slot {
        let slot = self.zeros(words);
        self.scratch.push(slot.0);
        slot
    }

    fn slot(&mut self, contents: Contents) -> Slot {
        self.plan.launch.buffers.push(contents);
        Slot(self.plan.launch.buffers.len() - 1)
    }

    /// A buffer of these words, or of one zero if there are none: no buffer is empty.
    pub(super) fn given(&mut self, words: &[u32]) -> Slot {
        match words {
            [] => self.slot(Contents::Zeros(1)),
            words => self.slot(Contents::Words(words.to_vec())),
        }
    }

    /// A buffer of zeros, at least one.
    pub(super) fn zeros(&mut self, words: u32) -> Slot {
        self.slot(Contents::Zeros(words.max(1) as usize))
    }

    /// A buffer of these words that is read back, with guard words after them.
    pub(super) fn output_of(&mut self, mut words: Vec<u32>) -> Slot {
        self.plan.guards.push(Guard {
            read_back: self.plan.launch.read_back.len(),
            first_word: words.len(),
        });
        words.extend(GUARD);
        let slot = self.slot(Contents::Words(words));
        self.plan.launch.read_back.push(slot.0);
        slot
    }

    /// A buffer of zeros that is read back, with guard words after them.
    pub(super) fn output(&mut self, words: u32) -> Slot {
        self.output_of(vec![0; words as usize])
    }

    /// Word `word` of the last output counts the entries of a queue, at most `bound`.
    pub(super) fn counts_queue(&mut self, word: usize, bound: u32) {
        self.plan.queues.push(Queue {
            read_back: self.plan.launch.read_back.len() - 1,
            word,
            bound,
        });
    }

    /// The last output depends on the order of the invocations.
    pub(super) fn order_dependent(&mut self) {
        let last = self.plan.launch.read_back.len() - 1;
        self.plan.order_dependent.push(last);
    }

    /// Sets the function that extracts the observed atomic steps from the words read back.
    pub(super) fn observed(&mut self, histories: fn(&Input, &[Vec<u32>]) -> Vec<History>) {
        self.plan.histories = histories;
    }

    /// Adds a program unless it is already present.
    pub(super) fn program(&mut self, program: Program) -> Loaded {
        let mut known = self.plan.programs.iter();
        if let Some(place) = known.position(|known| *known == program) {
            return Loaded(place);
        }
        self.plan.programs.push(program);
        Loaded(self.plan.programs.len() - 1)
    }

    /// Adds a dispatch: the number of workgroups, a buffer for each binding, and the iteration limit of each loop of
    /// the program, in the order of its text.
    pub(super) fn step(
        &mut self,
        program: Loaded,
        groups: u32,
        buffers: &[Slot],
        iterations: &[u64],
    ) {
        self.iterations.push(iterations.to_vec());
        self.plan.launch.steps.push(Step {
            program: program.0,
            workgroups: [groups, 1, 1],
            buffers: buffers.iter().map(|slot| slot.0).collect(),
        });
    }

    /// The plan, with its computed step limit.
    ///
    /// # Panics
    /// If a dispatch has more or fewer iteration limits than its program has loops.
    pub(super) fn finish(mut self) -> Plan {
        let of_dispatch = |(step, iterations): (&Step, &Vec<u64>)| {
            let program = &self.plan.programs[step.program];
            let groups = step.workgroups.iter().map(|count| u64::from(*count));
            let invocations = groups.product::<u64>() * program.invocations();
            let steps = max_steps(program, iterations).unwrap_or_else(|error| panic!("{error}"));
            invocations.saturating_mul(steps)
        };
        let dispatches = self.plan.launch.steps.iter().zip(&self.iterations);
        self.plan.max_steps = dispatches.map(of_dispatch).fold(0, u64::saturating_add);
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

/// The same kernel without programs and dispatches if no buffer of the application has a word to write.
pub(crate) fn without_idle_steps(mut staged: Staged) -> Staged {
    let is_written = |of: &StagedBuffer| of.usage != Usage::Read && of.words > 0;
    if !staged.buffers.iter().any(is_written) {
        staged.programs.clear();
        staged.launch.steps.clear();
    }
    staged
}
