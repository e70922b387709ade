//! Determinism: repeated runs of the same batch give the same words.

use super::{BackendError, LoadedOp, Operand, SourceCases, layout};
use std::ops::Range;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Block, Source};

/// Result of repeated runs of one batch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Determinism {
    /// Number of cases in the batch.
    pub cases: u64,
    /// Number of runs.
    pub runs: u32,
    /// The first difference from the first run.
    pub difference: Option<ChangedResult>,
}

/// Two runs that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedResult {
    /// Number of the run that differs from run 0.
    pub run: u32,
    /// Number of the case in its source.
    pub case: u64,
    /// The operands.
    pub inputs: Vec<Value>,
    /// Words of run 0.
    pub first: Vec<u32>,
    /// Words of the later run.
    pub later: Vec<u32>,
}

/// Runs the cases `range` of `source` (held in memory) `runs` times and compares every run with the first. Every second
/// run splits the batch in two, which also varies the place of a case in its batch and its buffers.
///
/// # Errors
///
/// Errors of the backend, and [`BackendError::ShortOutput`].
pub fn determinism(
    loaded: &dyn LoadedOp,
    source: &dyn Source,
    range: Range<u64>,
    runs: u32,
) -> Result<Determinism, BackendError> {
    let signature = loaded.signature();
    let types = signature.operands;
    let cases = (range.end - range.start) as usize;
    let mut block = Block::new(types, cases);
    source.fill(range.start, &mut block);
    let words = signature.result.words();
    let batch = OperandBatch {
        loaded,
        source,
        start: range.start,
        operands: layout::canonical(types, &block.columns),
    };
    let mut report = Determinism {
        cases: cases as u64,
        runs,
        difference: None,
    };
    if cases == 0 || runs == 0 {
        return Ok(report);
    }
    let first = batch.run(0, cases)?;
    for run in 1..runs {
        let cut = if run % 2 == 1 { cases / 3 } else { 0 };
        let mut then = if cut > 0 {
            batch.run(0, cut)?
        } else {
            Vec::new()
        };
        then.extend(batch.run(cut, cases)?);
        if then != first {
            let pairs = first.chunks(words).zip(then.chunks(words));
            let case = pairs.take_while(|(a, b)| a == b).count();
            let at = case * words..(case + 1) * words;
            report.difference = Some(ChangedResult {
                run,
                case: range.start + case as u64,
                inputs: layout::case_values(types, &block.columns, case),
                first: first[at.clone()].to_vec(),
                later: then[at].to_vec(),
            });
            break;
        }
    }
    Ok(report)
}

/// Operands of a range of cases, in memory.
struct OperandBatch<'a> {
    loaded: &'a dyn LoadedOp,
    source: &'a dyn Source,
    start: u64,
    /// One list of words per operand.
    operands: Vec<Vec<u32>>,
}

impl OperandBatch<'_> {
    /// Runs the cases from `from` up to `to`, and returns their words.
    fn run(&self, from: usize, to: usize) -> Result<Vec<u32>, BackendError> {
        let signature = self.loaded.signature();
        let operands = self.operands.iter().zip(signature.operands);
        let operands: Vec<Operand<'_>> = operands
            .map(|(o, ty)| Operand::Storage(&o[from * ty.words()..to * ty.words()]))
            .collect();
        let of = SourceCases {
            source: self.source,
            start: self.start + from as u64,
        };
        let mut words = vec![];
        self.loaded
            .run_cases(of, &operands, to - from, &mut words)?;
        let expected = (to - from) * signature.result.words();
        if words.len() == expected {
            Ok(words)
        } else {
            Err(BackendError::ShortOutput {
                expected,
                found: words.len(),
            })
        }
    }
}
