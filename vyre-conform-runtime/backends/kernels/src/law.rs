//! Laws checked on the device: it generates the cases, applies the ops and compares; two numbers per round are read
//! back.
//!
//! Every application of an op is a separate dispatch between buffers, with the same kernel as in parity; the last one
//! reads the values in the condition, counts the cases in which it is false and finds the first. No kernel contains
//! both an op and a comparison, so that no compiler sees two sides of a law.

mod text;

use super::generate::{MAKE, Piece, pieces};
use super::memory::{BorrowedBuffer, Session};
use super::op::KernelOp;
use super::{Device, KernelArgument, KernelBackend};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use text::{COMPARE, SUM};
use vyre_conform_runtime::generate::{Source, case};
use vyre_conform_suite::backend::law::plan::{LawPlan, LawStep};
use vyre_conform_suite::backend::{Backend, BackendError, BackendLaw, LawCheck};
use vyre_conform_suite::failing::FailingCase;

/// Bytes of the values of a round: the amount that the second-level cache of a large GPU retains between dispatches.
const ROUND_BYTES: u64 = 32 << 20;
/// Minimal and maximal cases of a round; with fewer, starting kernels dominates.
const CASES: Range<u64> = 1 << 16..1 << 23;
/// Number of rounds whose counts are read back together.
const ROUNDS: usize = 1024;

/// Checks the law on the cases `range` of a source; `None` if the device cannot generate these cases or the host must
/// compare.
pub(super) fn check<D: Device>(
    backend: &KernelBackend<D>,
    law: &BackendLaw<'_>,
    source: &dyn Source,
    range: &Range<u64>,
) -> Result<Option<LawCheck>, BackendError> {
    let made = backend.makes_inputs.then(|| pieces(source, D::DIALECT));
    let Some(pieces) = made.flatten() else {
        return Ok(None);
    };
    let begin = Instant::now();
    let plan = LawPlan::of(law)?;
    plan.check_source(law, source)?;
    let mut compared = plan.compared().into_iter();
    if compared.any(|step| plan.steps[step].1.float().is_some()) {
        return Ok(None);
    }
    let target = D::DIALECT.target();
    let ops = plan.ops.iter().map(|op| {
        let text = op.source_for(&backend.identity, &backend.limits(), target)?;
        KernelOp::new(backend, op, text)
    });
    let ops: Vec<KernelOp<'_, D>> = ops.collect::<Result<_, _>>()?;
    let unit = |name: &str, text: String| {
        let compile = |text: &str| backend.device.compile(name, text);
        backend.units.get(text, compile)
    };
    let sums = plan.steps.iter().map(|(step, ty)| match step {
        LawStep::Sum(..) => unit(SUM, text::sum(*ty, D::DIALECT)).map(Some),
        _ => Ok(None),
    });
    let bytes_per_case: u64 = plan.steps.iter().map(|(_, ty)| ty.bytes() as u64).sum();
    let check = Check {
        ops,
        sums: sums.collect::<Result<_, _>>()?,
        compare: unit(COMPARE, text::compare(&plan, D::DIALECT))?,
        most: (ROUND_BYTES / bytes_per_case.max(1))
            .clamp(CASES.start, CASES.end)
            .min(backend.limits().storage_bytes / 2 / 16),
        plan: &plan,
        law,
    };
    let mut found = LawCheck::default();
    for piece in &pieces {
        let make = unit(MAKE, piece.text.clone())?;
        let mut part = range.start.max(piece.range.start)..range.end.min(piece.range.end);
        while part.start < part.end {
            let done = backend.memory.session(&backend.device, |session| {
                check.rounds(session, piece, &make, &part, source, &mut found)
            })?;
            part.start = done;
        }
    }
    found.bytes = found.tally.cases * plan.bytes_per_case();
    found.elapsed = begin.elapsed();
    Ok(Some(found))
}

/// A law with compiled kernels.
struct Check<'a, D: Device> {
    plan: &'a LawPlan<'a>,
    law: &'a BackendLaw<'a>,
    ops: Vec<KernelOp<'a, D>>,
    /// Per step, the unit for a sum.
    sums: Vec<Option<Arc<D::Unit>>>,
    compare: Arc<D::Unit>,
    /// Maximal cases of a round.
    most: u64,
}

impl<D: Device> Check<'_, D> {
    /// Checks cases from the front of `range` on, in up to [`ROUNDS`] rounds, and returns the number of the next case.
    fn rounds(
        &self,
        session: &Session<'_, D>,
        piece: &Piece,
        make: &D::Unit,
        range: &Range<u64>,
        source: &dyn Source,
        found: &mut LawCheck,
    ) -> Result<u64, BackendError> {
        let most = self.most.min(range.end - range.start);
        let values = self.plan.steps.iter().map(|(step, ty)| match step {
            LawStep::Constant(value) => session.filled(&value.words().repeat(most as usize)),
            _ => session.borrow(most as usize * ty.bytes()),
        });
        let values: Vec<BorrowedBuffer<D::Buffer>> = values.collect::<Result<_, _>>()?;
        let tally = session.filled(&[0, u32::MAX].repeat(ROUNDS))?;
        let mut starts = vec![];
        let mut at = range.start;
        while at < range.end && starts.len() < ROUNDS {
            let count = most.min(range.end - at);
            let mut arguments: Vec<_> = values[..self.law.variables.len()]
                .iter()
                .map(|loan| KernelArgument::Buffer(&loan.buffer))
                .collect();
            let numbers = [piece.number(at), piece.seed, count];
            arguments.extend(numbers.map(KernelArgument::Wide));
            session.each_case(make, MAKE, count, &arguments)?;
            self.compute(session, &values, count)?;
            let compared = self.plan.compared().into_iter();
            let mut arguments: Vec<_> = compared
                .map(|step| KernelArgument::Buffer(&values[step].buffer))
                .collect();
            arguments.push(KernelArgument::Buffer(&tally.buffer));
            arguments.extend([starts.len() as u64, count].map(KernelArgument::Wide));
            session.each_case(&self.compare, COMPARE, count, &arguments)?;
            starts.push(at);
            at += count;
        }
        let mut tallies = vec![0; 2 * starts.len()];
        session.read(&tally, &mut tallies)?;
        session.give_back(values.into_iter().chain([tally]));
        found.tally.cases += at - range.start;
        for (tally, start) in tallies.chunks_exact(2).zip(starts) {
            found.tally.failures += u64::from(tally[0]);
            if tally[0] != 0 && found.tally.first.is_none() {
                let number = start + u64::from(tally[1]);
                found.tally.first = Some(FailingCase::false_claim(number, case(source, number)));
            }
        }
        Ok(at)
    }

    /// Computes the steps that are neither variables nor constants.
    fn compute(
        &self,
        session: &Session<'_, D>,
        values: &[BorrowedBuffer<D::Buffer>],
        count: u64,
    ) -> Result<(), BackendError> {
        for (k, (step, _)) in self.plan.steps.iter().enumerate() {
            match step {
                LawStep::Variable(_) | LawStep::Constant(_) => {}
                LawStep::Apply(op, args) => {
                    let words = |step: usize| self.plan.steps[step].1.words() as u64;
                    let given: Vec<_> = args.iter().map(|s| (&values[*s], words(*s))).collect();
                    self.ops[*op].apply_columns(session, &given, &values[k], count)?;
                }
                LawStep::Sum(left, right) => {
                    let buffers = [*left, *right, k].map(|step| &values[step].buffer);
                    let mut arguments: Vec<_> = buffers.map(KernelArgument::Buffer).into();
                    arguments.push(KernelArgument::Wide(count));
                    if let Some(unit) = &self.sums[k] {
                        session.each_case(unit, SUM, count, &arguments)?;
                    }
                }
            }
        }
        Ok(())
    }
}
