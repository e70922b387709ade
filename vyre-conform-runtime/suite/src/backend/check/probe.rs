//! Ops of the self-test, and batches with expected results.

use crate::backend::layout;
use crate::backend::{BackendError, Clause, Code, OpCode, Operand};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Block, Source, Witnesses};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::{Category, ValueType};

/// An op whose results are computed without the suite.
pub(super) struct Probe {
    pub(super) id: String,
    pub(super) signature: Signature,
    pub(super) module: Valid,
    /// Words of a case's result, from those of its operands in order.
    pub(super) due: fn(&[u32]) -> Vec<u32>,
    /// The clause that a wrong result breaks.
    pub(super) clause: Clause,
}

impl Probe {
    pub(super) fn code(&self) -> OpCode<'_> {
        OpCode {
            id: &self.id,
            name: "self_test",
            signature: self.signature,
            category: Category::A,
            code: Code::Module(&self.module),
            native: None,
            host: None,
        }
    }

    /// The fault in the result of a run, if any.
    pub(super) fn wrong(
        &self,
        clause: Clause,
        batch: &Batch,
        found: Result<Vec<u32>, BackendError>,
    ) -> Result<(), (Clause, String)> {
        let (id, cases) = (&self.id, batch.cases);
        let found = found.map_err(|error| {
            let clause = match error {
                BackendError::Panicked { .. } => Clause::Errors,
                _ => clause,
            };
            (clause, format!("`{id}` on {cases} cases: {error}"))
        })?;
        let words = self.signature.result.words();
        if found.len() != cases * words {
            let expected = cases * words;
            let seen = format!(
                "`{id}` on {cases} cases gave {} words, and {expected} are expected",
                found.len()
            );
            return Err((Clause::Length, seen));
        }
        let results = found.chunks(words).zip(&batch.due).enumerate();
        match results
            .into_iter()
            .find(|(_, (found, expected))| found != expected)
        {
            None => Ok(()),
            Some((case, (found, expected))) => Err((
                clause,
                format!(
                    "`{id}` on {cases} cases: case {case} on the words {:x?} gave {found:x?}, and {expected:x?} is \
                     expected",
                    batch.inputs[case]
                ),
            )),
        }
    }
}

/// A batch of cases of a probe.
pub(super) struct Batch {
    pub(super) cases: usize,
    /// One column per operand, in the canonical layout.
    columns: Vec<Vec<u32>>,
    /// The words of the operands, case by case.
    inputs: Vec<Vec<u32>>,
    /// The expected words, case by case.
    due: Vec<Vec<u32>>,
}

impl Batch {
    /// A batch of this many cases that depends on the seed.
    pub(super) fn new(probe: &Probe, seed: u64, cases: usize) -> Self {
        let types = probe.signature.operands;
        let source = Witnesses::new(types, seed, cases as u64);
        let mut block = Block::new(types, cases);
        source.fill(0, &mut block);
        Self::from(probe, cases, layout::canonical(types, &block.columns))
    }

    fn from(probe: &Probe, cases: usize, columns: Vec<Vec<u32>>) -> Self {
        let types = probe.signature.operands;
        let of_case = |(column, ty): (&Vec<u32>, &ValueType), case: usize| {
            column[case * ty.words()..][..ty.words()].to_vec()
        };
        let words = |case| {
            columns
                .iter()
                .zip(types)
                .flat_map(|c| of_case(c, case))
                .collect()
        };
        let inputs: Vec<Vec<u32>> = (0..cases).map(words).collect();
        Self {
            cases,
            due: inputs.iter().map(|words| (probe.due)(words)).collect(),
            inputs,
            columns,
        }
    }

    /// Sets an operand of every case to its last value.
    pub(super) fn fix(&mut self, probe: &Probe, operand: usize) -> Value {
        let ty = probe.signature.operands[operand];
        let column = &mut self.columns[operand];
        let last = column[(self.cases - 1) * ty.words()..].to_vec();
        *column = last.repeat(self.cases);
        let columns = std::mem::take(&mut self.columns);
        *self = Self::from(probe, self.cases, columns);
        Value::from_words(ty, &last)
    }

    /// Every operand from storage.
    pub(super) fn operands(&self) -> Vec<Operand<'_>> {
        self.columns
            .iter()
            .map(|column| Operand::Storage(column))
            .collect()
    }
}
