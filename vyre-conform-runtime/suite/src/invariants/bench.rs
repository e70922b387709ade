//! An engine on a runner: each case is planned, validated, loaded and run once.

use super::author::call;
use super::case::{ExecutedCase, ExpectedOutput, Run, expected_output};
use super::case_cache::CaseCache;
use super::interleavings::can_meet;
use super::{PreparedPrograms, RunError, Runner};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::valid::{Invalid, ValidProgram, validate_program};
use vyre_conform_ir::{Library, Program};
use vyre_conform_runtime::engine::{EngineDef, Input, InputSource, Queue, SkippedSize};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_runtime::sync::{InFlight, lock};

/// Maximal number of loaded lists of programs: inputs may have programs of their own, without limit.
const LOADED: usize = 32;

/// Programs from an engine, and their loaded form.
type PreparedEntry<'b> = (Arc<[Program]>, Arc<PreparedPrograms<'b>>);

/// An engine on a runner, with a cache of runs that is bounded whatever the number of cases.
pub struct EngineSession<'b> {
    /// The engine.
    pub def: &'b EngineDef,
    /// Its runner.
    pub runner: Runner<'b>,
    /// Loaded programs, most recently used last.
    loaded: Mutex<VecDeque<PreparedEntry<'b>>>,
    cases: Mutex<CaseCache<'b>>,
    /// Synchronizes trials that run the same case.
    in_flight: InFlight<(InputSource, u32)>,
    saved_input: Option<SavedInput>,
}

/// A saved input, which neither the engine's function nor its corpus generates.
#[derive(Clone, Debug)]
pub struct SavedInput {
    /// The input.
    pub input: Input,
    /// The expected output at the time of saving.
    pub expected: Option<ExpectedOutput>,
    /// True if the expected output is cited, so that the reference cannot change it.
    pub cited: bool,
}

/// Reason for a missing case.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MissingCase {
    /// The workgroup size exceeds a limit of the runner.
    Skipped(SkippedSize),
    /// The engine's plan is not a valid plan.
    Invalid {
        /// The program.
        program: String,
        /// The broken rules.
        rules: Vec<Invalid>,
    },
    /// The input does not exist.
    Absent(InputSource),
    /// A function of the engine panicked: its name, location and message.
    Panicked(String),
    /// The launch gave no results.
    Run(RunError),
}

impl MissingCase {
    /// The reason, one line per item.
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Self::Skipped(reason) => vec![reason.to_string()],
            Self::Invalid { program, rules } => {
                let mut lines = vec![format!("program `{program}` is not valid:")];
                lines.extend(rules.iter().map(ToString::to_string));
                lines
            }
            Self::Absent(source @ InputSource::Sums(_)) => {
                vec![format!(
                    "this check computes no sums, but {source} is an input for sums"
                )]
            }
            Self::Absent(source) => vec![format!("the corpus has no case {source}")],
            Self::Panicked(message) => vec![message.clone()],
            Self::Run(error) => vec![error.to_string()],
        }
    }
}

impl<'b> EngineSession<'b> {
    /// A bench without cases.
    pub fn new(def: &'b EngineDef, runner: Runner<'b>) -> Self {
        Self {
            def,
            runner,
            loaded: Mutex::default(),
            cases: Mutex::default(),
            in_flight: InFlight::default(),
            saved_input: None,
        }
    }

    /// A bench for a saved input, to which every [`InputSource::Saved`] refers.
    pub fn of_given(def: &'b EngineDef, runner: Runner<'b>, given: SavedInput) -> Self {
        Self {
            saved_input: Some(given),
            ..Self::new(def, runner)
        }
    }

    /// The input of a source.
    pub fn input(&self, source: InputSource) -> Option<Input> {
        match source {
            InputSource::Generated(n) => Some((self.def.inputs)(n)),
            InputSource::Corpus(k) => self.def.corpus.get(k).map(|case| (case.input)()),
            InputSource::Saved(_) => self.saved_input.as_ref().map(|given| given.input.clone()),
            InputSource::Sums(_) => None,
        }
    }

    /// The expected output for an input.
    fn expected(&self, source: InputSource, input: &Input) -> Option<ExpectedOutput> {
        let saved = self
            .saved_input
            .as_ref()
            .filter(|_| matches!(source, InputSource::Saved(_)));
        let saved = |cited: bool| {
            saved
                .filter(|given| given.cited || !cited)?
                .expected
                .clone()
        };
        let known = || expected_output(self.def, source, input);
        saved(true).or_else(known).or_else(|| saved(false))
    }

    /// The case, run on first use. `library` resolves the ops that programs call.
    pub fn case(
        &self,
        library: &dyn Library,
        source: InputSource,
        size: u32,
    ) -> Result<Arc<ExecutedCase<'b>>, MissingCase> {
        self.size_fits(size).map_err(MissingCase::Skipped)?;
        let at = (source, size);
        let known = || lock(&self.cases).get(at);
        let make = || {
            let made = self.run_anew(library, at)?;
            lock(&self.cases).put(made.clone());
            Ok(made)
        };
        // The interpreter dominates the time, and trials of an engine walk the same cases in parallel. On a backend,
        // nobody waits for another trial's call, which may not return.
        match self.runner {
            Runner::Interpreter => self.in_flight.get(&at, known, make),
            Runner::Backend(_) => known().map_or_else(make, Ok),
        }
    }

    /// While another trial runs this case, runs later ones as long as the cache has room, so that parallel trials of
    /// one engine are never idle.
    pub(super) fn help(
        &self,
        library: &dyn Library,
        at: (InputSource, u32),
        ahead: impl Iterator<Item = (InputSource, u32)>,
    ) {
        let is_run = |at| self.in_flight.is_busy(&at);
        for (source, size) in ahead {
            if !is_run(at) || !lock(&self.cases).has_room() {
                return;
            }
            let next = (source, size);
            if !is_run(next) && lock(&self.cases).get(next).is_none() {
                // Faults are reported by the trial that reaches the case.
                let _ = self.case(library, source, size);
            }
        }
    }

    /// Runs the case.
    fn run_anew(
        &self,
        library: &dyn Library,
        at: (InputSource, u32),
    ) -> Result<Arc<ExecutedCase<'b>>, MissingCase> {
        let input = call(self.def.id, EngineFunction::Inputs, at.0, None, || {
            self.input(at.0)
        });
        let input = input.map_err(MissingCase::Panicked)?;
        let input = input.ok_or(MissingCase::Absent(at.0))?;
        Ok(Arc::new(self.made(library, at, input, usize::MAX)?))
    }

    /// Runs the case of an input, in at most this many orders.
    pub(super) fn made(
        &self,
        library: &dyn Library,
        (source, size): (InputSource, u32),
        input: Input,
        most_orders: usize,
    ) -> Result<ExecutedCase<'b>, MissingCase> {
        self.size_fits(size).map_err(MissingCase::Skipped)?;
        let (id, panicked) = (self.def.id, MissingCase::Panicked);
        let plan = call(id, EngineFunction::Plan, source, Some(size), || {
            (self.def.plan)(&input, size)
        });
        let mut plan = plan.map_err(panicked)?;
        let programs = std::mem::take(&mut plan.programs);
        let (programs, prepared) = self.prepared(library, programs, size)?;
        let counter = |queue: &Queue| {
            let buffer = plan.launch.read_back.get(queue.read_back);
            (buffer.copied().unwrap_or(usize::MAX), queue.word)
        };
        let counters: Vec<_> = plan.queues.iter().map(counter).collect();
        let mut runs = vec![];
        let orders = self.runner.orders(can_meet(&programs)).iter();
        for order in orders.take(most_orders) {
            let run = prepared.run(&plan.launch, *order, plan.max_steps, &counters);
            let observation = run.map_err(MissingCase::Run)?;
            let decode = || (plan.decode)(&input, &observation.words);
            let output = if self.runner.is_recorder() {
                vec![]
            } else {
                call(id, EngineFunction::Decode, source, Some(size), decode).map_err(panicked)?
            };
            runs.push(Run {
                order: *order,
                observation,
                output,
            });
        }
        let expects = || self.expected(source, &input);
        let expected = if self.runner.is_recorder() {
            None
        } else {
            call(id, EngineFunction::Reference, source, None, expects).map_err(panicked)?
        };
        Ok(ExecutedCase {
            engine: id,
            source,
            size,
            expected,
            input,
            programs,
            plan,
            prepared,
            runs,
        })
    }

    /// Checks the workgroup size against the limits of the runner.
    pub(super) fn size_fits(&self, size: u32) -> Result<(), SkippedSize> {
        let limits = self.runner.limits();
        let limit = limits.workgroup_invocations.min(limits.workgroup_size[0]);
        if size <= limit {
            Ok(())
        } else {
            Err(SkippedSize::WorkgroupSize { size, limit })
        }
    }

    /// The programs, validated for the runner and loaded once for all inputs that share them.
    fn prepared(
        &self,
        library: &dyn Library,
        programs: Vec<Program>,
        size: u32,
    ) -> Result<PreparedEntry<'b>, MissingCase> {
        if let Some(loaded) = known(&mut lock(&self.loaded), &programs) {
            return Ok(loaded);
        }
        let limits = self.runner.limits();
        let mut valid: Vec<ValidProgram> = vec![];
        for program in &programs {
            let checked = validate_program(program.clone(), library, &limits);
            valid.push(checked.map_err(|rules| invalid(program, rules, size))?);
        }
        let prepared = Arc::new(self.runner.load(valid).map_err(MissingCase::Run)?);
        let new: PreparedEntry<'b> = (Arc::from(programs), prepared);
        let mut loaded = lock(&self.loaded);
        // Another trial may have loaded the same meanwhile.
        if let Some(same) = known(&mut loaded, &new.0) {
            return Ok(same);
        }
        loaded.push_back(new.clone());
        if loaded.len() > LOADED {
            loaded.pop_front();
        }
        Ok(new)
    }

    /// Drops everything loaded and run, after the loss of a device.
    pub fn forget(&self) {
        lock(&self.loaded).clear();
        lock(&self.cases).clear();
    }
}

/// The programs, if loaded; they become the most recently used.
fn known<'b>(
    loaded: &mut VecDeque<PreparedEntry<'b>>,
    programs: &[Program],
) -> Option<PreparedEntry<'b>> {
    let place = loaded.iter().position(|(of, _)| **of == *programs)?;
    let found = loaded.remove(place)?;
    loaded.push_back(found.clone());
    Some(found)
}

/// A program that breaks only rules about the target's limits runs elsewhere.
fn invalid(program: &Program, rules: Vec<Invalid>, size: u32) -> MissingCase {
    if rules.iter().all(Invalid::is_about_limits) {
        let messages: Vec<String> = rules.iter().map(ToString::to_string).collect();
        return MissingCase::Skipped(SkippedSize::Limits {
            size,
            message: messages.join("; "),
        });
    }
    MissingCase::Invalid {
        program: program.name.clone(),
        rules,
    }
}
