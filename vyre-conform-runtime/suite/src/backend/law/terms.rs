//! Values of a plan's steps for some cases, in reusable memory.

use super::claim;
use super::plan::{LawPlan, LawStep, StepId};
use crate::backend::{BackendError, LoadedOp, Operand, layout};
use std::ops::Range;
use vyre_conform_runtime::generate::Block;

/// The words of each step.
pub(super) struct Terms<'p> {
    plan: &'p LawPlan<'p>,
    /// The first column of each variable.
    columns: Vec<usize>,
    /// Words of the steps; empty for a variable of one word, which is a column.
    own: Vec<Vec<u32>>,
}

/// Some cases of a block.
pub(super) struct Part<'b> {
    pub(super) block: &'b Block,
    pub(super) cases: Range<usize>,
}

impl<'p> Terms<'p> {
    pub(super) fn new(plan: &'p LawPlan<'p>) -> Self {
        let mut next = 0;
        let mut columns = vec![];
        // The variables are the first steps, in order.
        for (step, ty) in &plan.steps {
            if let LawStep::Variable(_) = step {
                columns.push(next);
                next += ty.words();
            }
        }
        Self {
            plan,
            columns,
            own: vec![vec![]; plan.steps.len()],
        }
    }

    /// Computes every step for these cases.
    pub(super) fn compute(
        &mut self,
        ops: &[Box<dyn LoadedOp + '_>],
        part: &Part<'_>,
    ) -> Result<(), BackendError> {
        let (plan, columns) = (self.plan, &self.columns);
        let cases = part.cases.len();
        for (k, (step, ty)) in plan.steps.iter().enumerate() {
            let (before, rest) = self.own.split_at_mut(k);
            let own = &mut rest[0];
            let term = |id: StepId| words(plan, columns, before, part, id);
            let due = cases * ty.words();
            match step {
                LawStep::Variable(_) if ty.words() == 1 => continue,
                LawStep::Variable(variable) => {
                    let columns = &part.block.columns[columns[*variable]..][..ty.words()];
                    let columns: Vec<&[u32]> =
                        columns.iter().map(|c| &c[part.cases.clone()]).collect();
                    layout::interleave(&columns, own);
                }
                LawStep::Constant(_) if own.len() == due => {}
                LawStep::Constant(value) => *own = value.words().repeat(cases),
                LawStep::Sum(left, right) => {
                    claim::wrapping_sum(*ty, term(*left), term(*right), own)
                }
                LawStep::Apply(op, args) => {
                    let operands = args.iter().map(|id| Operand::Storage(term(*id)));
                    let operands: Vec<Operand<'_>> = operands.collect();
                    ops[*op].run_into(&operands, cases, own)?;
                }
            }
            if own.len() != due {
                return Err(BackendError::ShortOutput {
                    expected: due,
                    found: own.len(),
                });
            }
        }
        Ok(())
    }

    /// The words of every step, after computing these cases.
    pub(super) fn all<'a>(&'a self, part: &Part<'a>) -> Vec<&'a [u32]> {
        let steps = 0..self.plan.steps.len();
        let words = steps.map(|id| words(self.plan, &self.columns, &self.own, part, id));
        words.collect()
    }
}

/// The words of a step: its own, or its column.
fn words<'a>(
    plan: &LawPlan<'_>,
    columns: &[usize],
    own: &'a [Vec<u32>],
    part: &Part<'a>,
    id: StepId,
) -> &'a [u32] {
    match &plan.steps[id] {
        (LawStep::Variable(variable), ty) if ty.words() == 1 => {
            &part.block.columns[columns[*variable]][part.cases.clone()]
        }
        _ => &own[id],
    }
}
