//! An op: reference, interpreter and backends on its edge set and on witnesses.

use super::column::Column;
use super::{
    ComparisonGap, CrossError, CrossTable, DifferingCase, INTERPRETER, Participant, REFERENCE,
};
use crate::regressions::print;
use vyre_conform_interp::Interpreter;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::generate::{Block, Source, values, witnessed};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::backend::{
    Backend, BackendError, LoadedOp, MissingSupport, Operand, availability, layout,
};
use vyre_conform_suite::strategy::quietly;

/// Number of cases per batch.
const BATCH: u64 = 1 << 16;

/// Compares an op on the whole edge set of its operands and on `witnesses` cases of the stream of witnesses with this
/// seed. A backend that lacks what the op needs is left out of the table.
///
/// # Errors
///
/// If the reference panics on a case.
pub fn op(
    op: &Op,
    backends: &[&dyn Backend],
    seed: u64,
    witnesses: u64,
) -> Result<CrossTable, CrossError> {
    let reference = &op.def.op;
    let source = witnessed(reference.signature.operands, seed, witnesses);
    let mut left_out = vec![];
    let mut columns = vec![Column::new(Participant::host(REFERENCE))];
    let mut runners: Vec<Runner<'_>> = vec![];
    match op.module() {
        Ok(module) => {
            columns.push(Column::new(Participant::host(INTERPRETER)));
            runners.push(Runner::Interpreter(Box::new(Interpreter::new(module))));
        }
        Err(problems) => left_out.push(ComparisonGap {
            name: INTERPRETER.to_owned(),
            cases: None,
            reason: lines(problems.iter().map(ToString::to_string)),
            fails: false,
        }),
    }
    for backend in backends {
        match load(op, *backend) {
            Ok(loaded) => {
                columns.push(Column::new(Participant::new(*backend)));
                runners.push(Runner::Backend(loaded));
            }
            Err((reason, fails)) => left_out.push(ComparisonGap {
                name: backend.identity().slug.clone(),
                cases: None,
                reason,
                fails,
            }),
        }
    }
    let mut start = 0;
    while start < source.len() {
        let batch = Batch::new(op, &source, start..(start + BATCH).min(source.len()))?;
        batch.compare(reference, &mut columns, &mut runners);
        start += BATCH;
    }
    Ok(CrossTable::new(op.def.id, source.len(), columns, left_out))
}

/// Runs the cases of a batch.
enum Runner<'a> {
    Interpreter(Box<Interpreter<'a>>),
    Backend(Box<dyn LoadedOp + 'a>),
}

/// Loads the op on a backend; otherwise the reason, and true if it is a failure.
fn load<'a>(op: &Op, backend: &'a dyn Backend) -> Result<Box<dyn LoadedOp + 'a>, (String, bool)> {
    let runnable = availability(op, None, backend).map_err(|lacks| match lacks {
        MissingSupport::Hardware(hardware) => (format!("lacks {hardware}"), false),
        MissingSupport::Translation(problems) => (lines(problems.into_iter()), false),
    })?;
    runnable.load().map_err(|error| match error {
        BackendError::UnsupportedByBackend { hardware, .. } => (format!("lacks {hardware}"), false),
        error => (error.to_string(), true),
    })
}

fn lines(problems: impl Iterator<Item = String>) -> String {
    problems.collect::<Vec<_>>().join("; ")
}

/// Cases of one batch with the reference's results.
struct Batch<'a> {
    op: &'a Op,
    block: Block,
    expected: Vec<u32>,
}

impl<'a> Batch<'a> {
    fn new(
        op: &'a Op,
        source: &dyn Source,
        range: std::ops::Range<u64>,
    ) -> Result<Self, CrossError> {
        let reference = &op.def.op;
        let len = (range.end - range.start) as usize;
        let mut block = Block::new(source.types(), len);
        source.fill(range.start, &mut block);
        let mut columns = vec![vec![0; len]; reference.signature.result.words()];
        let evaluated = quietly(|| {
            let operands: Vec<&[u32]> = block.columns.iter().map(Vec::as_slice).collect();
            let mut out: Vec<&mut [u32]> = columns.iter_mut().map(|c| &mut c[..]).collect();
            reference.block(&operands, &mut out);
        });
        evaluated.map_err(|message| CrossError::Base {
            subject: op.def.id.to_owned(),
            base: REFERENCE,
            reason: format!("it panicked: {message}"),
        })?;
        let mut expected = vec![];
        layout::interleave(&columns, &mut expected);
        Ok(Self {
            op,
            block,
            expected,
        })
    }

    fn values(&self, case: usize) -> Vec<Value> {
        values(&self.block, self.op.def.op.signature.operands, case)
    }

    /// Runs the batch on every running party. The first column is the reference.
    fn compare(&self, reference: &OpRef, columns: &mut [Column], runners: &mut [Runner<'_>]) {
        let [base, others @ ..] = columns else { return };
        base.add(&self.expected);
        for (column, runner) in others.iter_mut().zip(runners) {
            if !column.is_running() {
                continue;
            }
            match self.run(runner) {
                Ok(found) if found.len() == self.expected.len() => {
                    column.add(&found);
                    self.note(reference, column, &found);
                }
                Ok(found) => column.end(format!(
                    "it gave {} words and not {}",
                    found.len(),
                    self.expected.len()
                )),
                Err(BackendError::UnsupportedByBackend { hardware, .. }) => {
                    column.end_unsupported(&hardware)
                }
                Err(error) => column.end(error),
            }
        }
    }

    fn run(&self, runner: &mut Runner<'_>) -> Result<Vec<u32>, BackendError> {
        let signature = self.op.def.op.signature;
        match runner {
            Runner::Interpreter(interpreter) => {
                let mut words = Vec::with_capacity(self.expected.len());
                for case in 0..self.block.len() {
                    let found = interpreter.call(&self.values(case), signature.result);
                    let found = found.map_err(|fault| BackendError::Other(fault.to_string()))?;
                    words.extend_from_slice(found.words());
                }
                Ok(words)
            }
            Runner::Backend(loaded) => {
                let canonical = layout::canonical(signature.operands, &self.block.columns);
                let operands: Vec<_> = canonical.iter().map(|w| Operand::Storage(w)).collect();
                loaded.run(&operands, self.block.len())
            }
        }
    }

    /// Records every case whose words differ from the reference's.
    fn note(&self, reference: &OpRef, column: &mut Column, found: &[u32]) {
        if found == self.expected {
            return;
        }
        let result = reference.signature.result;
        let words = result.words();
        let pairs = found.chunks(words).zip(self.expected.chunks(words));
        for (case, (found, expected)) in pairs.enumerate() {
            if found == expected {
                continue;
            }
            let is_wrong = !reference.accepts(expected, found);
            column.record_difference(is_wrong, || {
                let values = self.values(case);
                let digits: Vec<String> = values.iter().map(|value| print(value).1).collect();
                DifferingCase {
                    case: format!("{}={}", self.op.def.id, digits.join(", ")),
                    expected: print(&Value::from_words(result, expected)).1,
                    actual: print(&Value::from_words(result, found)).1,
                }
            });
        }
    }
}
