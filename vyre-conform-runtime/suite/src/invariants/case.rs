//! An input at a workgroup size, with the results of its runs.

use super::runner::{Observation, PreparedPrograms};
use std::sync::Arc;
use vyre_conform_interp::Order;
use vyre_conform_ir::Program;
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_runtime::engine::{EngineDef, Input, InputSource, Output, Plan};

/// Assumed weight of a plan's programs, in words, if no other case shares them.
const PROGRAMS: usize = 1 << 13;

/// A case that ran.
pub struct ExecutedCase<'b> {
    /// Id of the engine.
    pub engine: &'static str,
    /// Source of the input.
    pub source: InputSource,
    /// The workgroup size.
    pub size: u32,
    /// The input.
    pub input: Input,
    /// The programs of the engine's plan for it, shared with all inputs that have the same.
    pub programs: Arc<[Program]>,
    /// The plan without them.
    pub plan: Plan,
    /// The expected output, if a reference or the corpus provides one.
    pub expected: Option<ExpectedOutput>,
    /// The loaded programs.
    pub prepared: Arc<PreparedPrograms<'b>>,
    /// Its runs, the first one in ascending order.
    pub runs: Vec<Run>,
}

/// An expected output with its source.
#[derive(Clone, Debug)]
pub struct ExpectedOutput {
    /// The output.
    pub output: Output,
    /// `the CPU reference`, or the citation.
    pub source: String,
}

/// One run of a case.
pub struct Run {
    /// The order of the run.
    pub order: Order,
    /// The observed results.
    pub observation: Observation,
    /// The logical output.
    pub output: Output,
}

impl ExecutedCase<'_> {
    /// Approximate size in words of memory.
    pub(super) fn words(&self) -> usize {
        let columns = |words: &[Vec<u32>]| words.iter().map(Vec::len).sum::<usize>();
        // A record has a head of six words.
        let records = |output: &Output| output.iter().map(|record| record.len() + 6).sum::<usize>();
        let buffers = self.plan.launch.buffers.iter().map(Contents::len);
        let runs = self.runs.iter().map(|run| {
            let report = run.observation.report.as_ref();
            let words = columns(&run.observation.words);
            // The interpreter's report has a bit for each word that may be written.
            let marks = report.map_or(0, |_| words / 32);
            words + marks + records(&run.output)
        });
        let expected = self.expected.as_ref().map_or(0, |e| records(&e.output));
        // Two references are the bench that loaded them and this case.
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

    /// Runs the launch again, or a part of it.
    pub fn run_again(
        &self,
        launch: &vyre_conform_ir::dispatch::Launch,
        order: Order,
    ) -> Result<Observation, super::RunError> {
        self.prepared.run(launch, order, self.plan.max_steps, &[])
    }
}

/// The expected output of an input, if a reference or the corpus provides one.
pub fn expected_output(
    def: &EngineDef,
    source: InputSource,
    input: &Input,
) -> Option<ExpectedOutput> {
    match source {
        InputSource::Corpus(k) => def.corpus.get(k).map(|case| ExpectedOutput {
            output: (case.output)(),
            source: case.source.into(),
        }),
        // Probes of sums have no reference output.
        InputSource::Sums(_) => None,
        _ => def.reference.map(|reference| ExpectedOutput {
            output: reference(input),
            source: "the CPU reference".into(),
        }),
    }
}
