//! Claims about values: tables, parity, interpreter agreement, operand sources.

use super::evaluators::{Interpreted, one};
use super::{Run, Stop};
use crate::backend::{self, Mismatch, Operand, Parity};
use crate::generate::{Block, Source};
use crate::plan::InputSet;
use crate::strategy::{self, Evaluate, Reference};
use crate::value::Value;

/// Witnesses the interpreter runs beside boundaries, classes, adversarial cases and edges. It is the
/// slowest evaluation; its subject is the translation of one text, where edges find what is wrong.
const INTERPRETED_WITNESSES: u64 = 20_000;

/// Most edge cases the interpreter runs.
const INTERPRETED_EDGES: u64 = 60_000;

/// How many values of each operand are tried from a uniform and as a literal.
const FIXED_VALUES: usize = 4;

impl Run<'_> {
    /// Every row of the spec table on the subject.
    pub(super) fn table(&self) -> Result<u64, Stop> {
        let def = self.op.def;
        let subject: Box<dyn Evaluate> = match self.obligation.backend() {
            Some(_) => Box::new(self.loaded_for(&[def.op])?),
            None => Box::new(Reference),
        };
        for row in def.rows {
            let (inputs, expected) = ((row.inputs)(), (row.expected)());
            let found = subject.apply(&def.op, &inputs)?;
            if found != expected {
                return Err(self.row_refuted(row, &inputs, expected, found));
            }
        }
        Ok(def.rows.len() as u64)
    }

    /// The subject against the reference over one input set.
    pub(super) fn parity(&self, set: InputSet) -> Result<u64, Stop> {
        let loaded = self.subject()?;
        let source = self.inputs(set)?;
        if set == InputSet::Operands {
            return self.operands(&*source);
        }
        let reference = &self.op.def.op;
        let parity = backend::parity(&*loaded, reference, &*source, 0..source.len())?;
        self.judge_parity(&parity, set)?;
        Ok(parity.cases)
    }

    /// Every operand in turn from a uniform and as a literal: a compiler may take another path for
    /// each.
    fn operands(&self, source: &dyn Source) -> Result<u64, Stop> {
        let loaded = self.subject()?;
        let types = self.op.def.op.signature.operands;
        let cases = source.len().min(4096);
        let mut run = 0;
        for k in 0..types.len() {
            for value in strategy::telling_values(types[k]).into_iter().take(FIXED_VALUES) {
                for fixed in [Operand::Uniform(value), Operand::Literal(value)] {
                    let mut operands = vec![Operand::Storage(&[]); types.len()];
                    operands[k] = fixed;
                    let reference = &self.op.def.op;
                    let range = 0..cases;
                    let parity =
                        backend::parity_fixed(&*loaded, reference, source, range, &operands)?;
                    run += parity.cases;
                    self.judge_parity(&parity, InputSet::Operands)?;
                }
            }
        }
        Ok(run)
    }

    fn judge_parity(&self, parity: &Parity, set: InputSet) -> Result<(), Stop> {
        match &parity.first {
            None if parity.passed() => Ok(()),
            None => Err(Stop::Impossible(format!("the set `{}` has no case", set.name()))),
            Some(first) => Err(self.parity_refuted(parity, first)),
        }
    }

    /// The reference against the interpreter on its translation.
    pub(super) fn interpreter(&self) -> Result<u64, Stop> {
        self.module(self.op)?;
        let evaluator = Interpreted(self.context.catalog());
        let reference = &self.op.def.op;
        let mut run = 0;
        for set in InputSet::ALL {
            let limit = match set {
                InputSet::Operands | InputSet::ExhaustiveU8 => continue,
                InputSet::Boundary if self.op.def.boundaries.is_empty() => continue,
                InputSet::Classes if self.op.def.classes.is_empty() => continue,
                InputSet::Witnessed => INTERPRETED_WITNESSES,
                _ => INTERPRETED_EDGES,
            };
            let source = self.inputs(set)?;
            for inputs in spread(&*source, limit) {
                let found = evaluator.apply(reference, &inputs)?;
                let expected = reference.call(&inputs);
                run += 1;
                if found != expected {
                    return Err(self.interpreter_refuted(&inputs, expected, found));
                }
            }
        }
        Ok(run)
    }

    /// Whether the subject differs from the reference on one input.
    pub(super) fn differs(&self, inputs: &[Value]) -> Result<Option<Mismatch>, Stop> {
        let loaded = self.subject()?;
        let expected = self.op.def.op.call(inputs);
        let found = one(&*loaded, inputs)?;
        let differs = found != expected.words();
        let inputs = inputs.to_vec();
        Ok(differs.then_some(Mismatch { case: 0, inputs, expected, found }))
    }
}

/// At most `limit` cases of a source, evenly spread over it.
fn spread(source: &dyn Source, limit: u64) -> impl Iterator<Item = Vec<Value>> + '_ {
    let cases = source.len().min(limit);
    let step = (source.len() / cases.max(1)).max(1);
    (0..cases).map(move |k| {
        let mut block = Block::new(source.types(), 1);
        source.fill(k * step, &mut block);
        block.case(source.types(), 0)
    })
}
