//! The compiled stages of a law: one pipeline a term that computes something, and the comparison.

use super::condition::{self, SUM};
use super::device::Gpu;
use super::dispatch::Bound;
use super::op::{Prepared, WgpuOp};
use super::pool::{Loan, Use};
use super::shader::{ROUND_BYTES, Round};
use crate::backend::law::plan::{Plan, Step, StepId};
use crate::backend::{BackendError, Code, OpCode};
use crate::registry::Signature;
use crate::spec::{Category, ValueType};
use std::sync::Arc;

pub(super) struct Stages<'a> {
    gpu: &'a Arc<Gpu>,
    pub(super) plan: &'a Plan<'a>,
    /// One a step; `None` for variables and constants.
    ops: Vec<Option<Arc<Prepared>>>,
    condition: wgpu::ComputePipeline,
}

impl<'a> Stages<'a> {
    pub(super) fn load(gpu: &'a Arc<Gpu>, plan: &'a Plan<'a>) -> Result<Self, BackendError> {
        let load = |op: &OpCode<'_>| WgpuOp::load(gpu.clone(), op)?.with_storage();
        let known = plan
            .ops
            .iter()
            .map(|op| load(op))
            .collect::<Result<Vec<_>, _>>()?;
        let ops = plan.steps.iter().map(|(step, ty)| {
            Ok(match step {
                Step::Apply(op, _) => Some(known[*op].clone()),
                Step::Sum(..) => Some(load(&sum(*ty))?),
                Step::Variable(_) | Step::Constant(_) => None,
            })
        });
        Ok(Self {
            gpu,
            plan,
            ops: ops.collect::<Result<_, BackendError>>()?,
            condition: gpu.pipeline("law condition", &condition::shader(plan))?,
        })
    }

    /// One buffer a step for `cases` cases, constants filled in; a constant that no op takes needs
    /// none.
    pub(super) fn buffers(&self, cases: usize) -> Result<Vec<Option<Loan>>, BackendError> {
        let steps = self.plan.steps.iter().enumerate();
        let buffers = steps.map(|(id, (step, ty))| match step {
            Step::Constant(_) if !self.is_operand(id) => Ok(None),
            _ => {
                let loan = self.gpu.borrow(Use::Storage, (cases * ty.bytes()) as u64)?;
                if let Step::Constant(value) = step {
                    self.gpu.write(&loan, &value.words().repeat(cases));
                }
                Ok(Some(loan))
            }
        });
        buffers.collect()
    }

    fn is_operand(&self, id: StepId) -> bool {
        self.plan.steps.iter().any(|(step, _)| match step {
            Step::Apply(_, args) => args.contains(&id),
            Step::Sum(l, r) => *l == id || *r == id,
            Step::Variable(_) | Step::Constant(_) => false,
        })
    }

    /// Makes the variables of a round on the device.
    pub(super) fn make(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        pipeline: &wgpu::ComputePipeline,
        uniform: &Loan,
        terms: &[Option<Loan>],
        round: &Round,
    ) {
        let mut bound = vec![(0, uniform, ROUND_BYTES)];
        for (id, (step, _)) in self.plan.steps.iter().enumerate() {
            if let Step::Variable(k) = step {
                bound.push(self.term(terms, *k as u32 + 1, id, round));
            }
        }
        self.gpu.dispatch(pass, pipeline, &bound, round.grid());
    }

    /// Computes the terms of a round, one dispatch each, and compares.
    pub(super) fn check(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        uniform: &Loan,
        terms: &[Option<Loan>],
        (tally, tally_bytes): (&Loan, u64),
        round: &Round,
    ) {
        for (id, op) in self.ops.iter().enumerate() {
            let sum;
            let args: &[StepId] = match &self.plan.steps[id].0 {
                Step::Apply(_, args) => args,
                Step::Sum(l, r) => {
                    sum = [*l, *r];
                    &sum
                }
                Step::Variable(_) | Step::Constant(_) => continue,
            };
            let Some(op) = op else { continue };
            let layout = &op.bindings;
            let mut bound = vec![(layout.params, uniform, ROUND_BYTES)];
            for (binding, arg) in layout.operands.iter().flatten().zip(args) {
                bound.push(self.term(terms, *binding, *arg, round));
            }
            bound.push(self.term(terms, layout.output, id, round));
            self.gpu.dispatch(pass, &op.pipeline, &bound, round.grid());
        }
        let mut bound = vec![(0, uniform, ROUND_BYTES), (1, tally, tally_bytes)];
        for (k, id) in condition::compared(self.plan).into_iter().enumerate() {
            bound.push(self.term(terms, k as u32 + 2, id, round));
        }
        self.gpu
            .dispatch(pass, &self.condition, &bound, round.grid());
    }

    fn term<'t>(
        &self,
        terms: &'t [Option<Loan>],
        binding: u32,
        id: StepId,
        round: &Round,
    ) -> Bound<'t> {
        let buffer = terms[id]
            .as_ref()
            .expect("a term that is read has a buffer");
        let bytes = round.cases as usize * self.plan.steps[id].1.bytes();
        (binding, buffer, bytes as u64)
    }
}

/// The wrapping sum as an op.
fn sum(ty: ValueType) -> OpCode<'static> {
    use ValueType::*;
    let operands: &'static [ValueType] = match ty {
        I32 => &[I32, I32],
        U64 => &[U64, U64],
        Bool => &[Bool, Bool],
        Vec2U32 => &[Vec2U32, Vec2U32],
        Vec4U32 => &[Vec4U32, Vec4U32],
        _ => &[U32, U32],
    };
    OpCode {
        id: "the law's sum",
        name: SUM,
        signature: Signature {
            operands,
            result: operands[0],
        },
        category: Category::A,
        code: Code::Wgsl(condition::sum_functions(ty)),
    }
}
