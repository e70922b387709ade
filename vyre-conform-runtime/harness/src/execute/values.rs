//! Claims about values: tables, parity, interpreter agreement, operand sources.

use super::evaluators::one;
use super::inputs::{self, Asked, Spread};
use super::{Run, Stop};
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::Set;
use vyre_conform_spec::Tolerance;
use vyre_conform_suite::backend::{self, Mismatch, Operand, Parity};
use vyre_conform_suite::plan::input_sets;
use vyre_conform_suite::strategy::{self, Evaluate, Reference};

/// Witnesses the interpreter runs beside boundaries, classes, adversarial cases and edges. It is the
/// slowest evaluation; its subject is the translation of one text, where edges find what is wrong.
const INTERPRETED_WITNESSES: u64 = 20_000;

/// How many cases of a set the interpreter runs at most; `None` of a set that is left to backends.
pub(super) const fn interpreted(set: Set) -> Option<u64> {
    match set {
        Set::ExhaustiveU8 | Set::ExhaustiveU5 => None,
        Set::Witnessed => Some(INTERPRETED_WITNESSES),
        _ => Some(INTERPRETED_EDGES),
    }
}

/// Edge cases that run for each value tried from a uniform and as a literal.
pub(super) const EDGES_PER_VALUE: u64 = 4096;

/// Most edge cases the interpreter runs.
const INTERPRETED_EDGES: u64 = 60_000;

impl Run<'_> {
    /// Every row of the spec table on the subject.
    pub(super) fn table(&self) -> Result<u64, Stop> {
        let def = self.op.def;
        let outcome = match self.obligation.backend() {
            Some(_) => {
                let loaded = self.loaded_for(&[def.op])?;
                let outcome = strategy::rows(def, &loaded, def.op.tolerance);
                loaded.unless_stopped(outcome)?
            }
            None => strategy::rows(def, &Reference, Tolerance::EXACT),
        };
        self.note(outcome.rows as u64);
        match outcome.failures.first() {
            None => Ok(outcome.rows as u64),
            Some(failure) => {
                let counts = [outcome.failures.len() as u64, outcome.rows as u64];
                Err(self.row_refuted(failure, counts))
            }
        }
    }

    /// Every operand in turn from a uniform and as a literal: a compiler may take another path for
    /// each.
    pub(super) fn operands(&self) -> Result<u64, Stop> {
        if let Some(Asked { values, passed }) = self.asked()?
            && !Passing::all_stored(&passed)
        {
            return match self.differs(&values, &passed)? {
                None => Ok(1),
                Some(found) => Err(self.differing(&found)),
            };
        }
        let source = self.inputs(Set::Edges)?;
        let loaded = self.subject()?;
        let types = self.op.def.op.signature.operands;
        let cases = source.len().min(EDGES_PER_VALUE);
        let mut run = 0;
        for k in 0..types.len() {
            let values = inputs::telling_values(types[k]);
            loaded.expect_fixed(k, &values);
            for value in values {
                for fixed in [Operand::Uniform(value), Operand::Literal(value)] {
                    let mut operands = vec![Operand::Storage(&[]); types.len()];
                    operands[k] = fixed;
                    let reference = &self.op.def.op;
                    let range = 0..cases;
                    let parity =
                        backend::parity_fixed(&*loaded, reference, &*source, range, &operands)?;
                    run += parity.cases;
                    self.note(parity.cases);
                    self.judge_parity(&parity)?;
                }
            }
        }
        Ok(run)
    }

    fn judge_parity(&self, parity: &Parity) -> Result<(), Stop> {
        match &parity.first {
            None if parity.passed() => Ok(()),
            None => Err(Stop::Impossible("the input set has no case".to_owned())),
            Some(first) => Err(self.parity_refuted(parity, first)),
        }
    }

    /// The reference against the interpreter on its translation.
    pub(super) fn interpreter(&self) -> Result<u64, Stop> {
        let module = self.module(self.op)?;
        let def = self.op.def;
        let mut run = 0;
        for set in input_sets(def) {
            let Some(limit) = interpreted(set) else {
                continue;
            };
            let source = self.inputs(set)?;
            let some = Spread::new(&*source, limit);
            // Trials already run side by side, one a core.
            let found = strategy::interpreter(&def.op, module, &some, 1);
            run += found.cases;
            self.note(found.cases);
            if let Some(first) = found.first {
                return Err(self.interpreter_refuted(module, first, [found.failures, run]));
            }
        }
        Ok(run)
    }

    /// Whether the subject differs from the reference, by more than the op's tolerance, on one input passed
    /// like this.
    pub(super) fn differs(
        &self,
        inputs: &[Value],
        passed: &[Passing],
    ) -> Result<Option<Mismatch>, Stop> {
        let loaded = self.subject()?;
        let expected = Reference.apply(&self.op.def.op, inputs).map_err(|said| {
            let inputs = inputs.to_vec();
            Stop::ReferencePanicked { inputs, said }
        })?;
        let found = one(&*loaded, inputs, passed)?;
        let differs = !self.op.def.op.accepts(expected.words(), &found);
        let inputs = inputs.to_vec();
        Ok(differs.then_some(Mismatch {
            case: 0,
            inputs,
            passed: passed.to_vec(),
            expected,
            found,
        }))
    }
}
