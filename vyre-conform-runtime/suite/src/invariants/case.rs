//! An input at a workgroup size, and what its runs left.

use super::runner::{Observation, PreparedPrograms};
use std::sync::Arc;
use vyre_conform_interp::Order;
use vyre_conform_ir::Program;
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_runtime::engine::{EngineDef, Input, InputSource, Output, Plan};

/// What the programs of a plan are taken to weigh, in words, where no other case has the same.
const PROGRAMS: usize = 1 << 13;

/// A case that was run.
pub struct ExecutedCase<'b> {
    /// Id of the engine.
    pub engine: &'static str,
    /// Where the input comes from.
    pub source: InputSource,
    /// The workgroup size.
    pub size: u32,
    /// The input.
    pub input: Input,
    /// The programs of the engine's plan for it, shared by all inputs that have the same.
    pub programs: Arc<[Program]>,
    /// The plan without them.
    pub plan: Plan,
    /// What is expected of it, where a reference or the corpus says.
    pub expected: Option<ExpectedOutput>,
    /// The programs as they are loaded.
    pub prepared: Arc<PreparedPrograms<'b>>,
    /// Its runs, the first one in ascending order.
    pub runs: Vec<Run>,
}

/// An expected output and who says so.
#[derive(Clone, Debug)]
pub struct ExpectedOutput {
    /// The output.
    pub output: Output,
    /// `the CPU reference`, or the citation.
    pub by: String,
}

/// One run of a case.
pub struct Run {
    /// The order it was run in.
    pub order: Order,
    /// What it left.
    pub observation: Observation,
    /// The logical output.
    pub output: Output,
}

impl ExecutedCase<'_> {
    /// About how many words of memory it takes.
    pub(super) fn words(&self) -> usize {
        let columns = |words: &[Vec<u32>]| words.iter().map(Vec::len).sum::<usize>();
        // A record has a head of six words.
        let records = |output: &Output| output.iter().map(|record| record.len() + 6).sum::<usize>();
        let buffers = self.plan.launch.buffers.iter().map(Contents::len);
        let runs = self.runs.iter().map(|run| {
            let report = run.observation.report.as_ref();
            let words = columns(&run.observation.words);
            // The interpreter's report has a bit for each that may be written.
            let marks = report.map_or(0, |_| words / 32);
            words + marks + records(&run.output)
        });
        let expected = self.expected.as_ref().map_or(0, |e| records(&e.output));
        // Two are the bench that loaded them and this case.
        let programs = match Arc::strong_count(&self.programs) {
            0..=2 => PROGRAMS,
            _ => 0,
        };
        programs
            + columns(&self.input.columns)
            + buffers.sum::<usize>()
            + runs.sum::<usize>()
            + expected
    }

    /// The first run.
    pub fn first(&self) -> &Run {
        &self.runs[0]
    }

    /// Runs the launch once more, or a part of it.
    pub fn again(
        &self,
        launch: &vyre_conform_ir::dispatch::Launch,
        order: Order,
    ) -> Result<Observation, super::RunError> {
        self.prepared.run(launch, order, self.plan.most_steps, &[])
    }
}

/// The output that is expected of an input, where a reference or the corpus says.
pub fn due(def: &EngineDef, source: InputSource, input: &Input) -> Option<ExpectedOutput> {
    match source {
        InputSource::Corpus(k) => def.corpus.get(k).map(|case| ExpectedOutput {
            output: (case.output)(),
            by: case.source.into(),
        }),
        // What they show is not what a reference gives.
        InputSource::Sums(_) => None,
        _ => def.reference.map(|reference| ExpectedOutput {
            output: reference(input),
            by: "the CPU reference".into(),
        }),
    }
}
