//! One round of an op in flight: inputs in, dispatch, results out.

use super::device::Gpu;
use super::op::{OpPipeline, WgpuOp};
use super::pool::{Loan, MapReceiver, Use};
use super::shader::{ROUND_BYTES, Round};
use vyre_conform_lower::UNIFORM_BYTES;
use vyre_conform_suite::backend::{BackendError, Operand};

/// Where a round's operands come from.
pub(super) enum Inputs<'a> {
    /// From the host: these operands, from this case on.
    Given(&'a [Operand<'a>], usize),
    /// Made by this pipeline.
    Made(Round, &'a wgpu::ComputePipeline),
}

/// A submitted round.
pub(super) struct Flight {
    /// Every buffer that goes back to the pool when the round has run.
    loans: Vec<Loan>,
    back: Loan,
    bytes: u64,
    submission: wgpu::SubmissionIndex,
    mapped: MapReceiver,
}

impl Flight {
    /// Uploads or makes the operands, dispatches, and starts reading back. Call it inside
    /// [`Gpu::guarded`].
    pub(super) fn start(
        op: &WgpuOp,
        prepared: &OpPipeline,
        inputs: Inputs<'_>,
        cases: usize,
    ) -> Result<Self, BackendError> {
        let gpu = &*op.gpu;
        let bytes = (cases * op.signature.result.bytes()) as u64;
        let round = match inputs {
            Inputs::Made(round, _) => round,
            Inputs::Given(..) => Round {
                cases: cases as u32,
                slot: prepared.choice,
                ..Round::default()
            },
        };
        let uniform = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
        gpu.write(&uniform, &round.words());
        let out = gpu.borrow(Use::Storage, bytes)?;
        let back = gpu.borrow(Use::ReadBack, bytes)?;
        let mut operands = Vec::with_capacity(op.signature.operands.len());
        for (k, ty) in op.signature.operands.iter().enumerate() {
            let size = (cases * ty.bytes()) as u64;
            operands.push(match inputs {
                Inputs::Given(operands, at) => match operands[k] {
                    Operand::Storage(words) => {
                        let loan = gpu.borrow(Use::Storage, size)?;
                        gpu.write(&loan, &words[at * ty.words()..(at + cases) * ty.words()]);
                        Some((loan, size))
                    }
                    Operand::Uniform(value) => {
                        let loan = gpu.borrow(Use::Uniform, UNIFORM_BYTES as u64)?;
                        gpu.write(&loan, value.words());
                        Some((loan, UNIFORM_BYTES as u64))
                    }
                    // A shader that has its value does not ask for the uniform, which must be bound.
                    Operand::Literal(_) => match prepared.bindings.operands[k] {
                        Some(_) => Some((
                            gpu.borrow(Use::Uniform, UNIFORM_BYTES as u64)?,
                            UNIFORM_BYTES as u64,
                        )),
                        None => None,
                    },
                },
                Inputs::Made(..) => Some((gpu.borrow(Use::Storage, size)?, size)),
            });
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        // An output that no dispatch wrote must not show the words of an earlier one.
        encoder.clear_buffer(&out.buffer, 0, Some(bytes));
        let layout = &prepared.bindings;
        let mut bound = vec![(layout.params, &uniform, ROUND_BYTES)];
        for (binding, operand) in layout.operands.iter().zip(&operands) {
            if let (Some(binding), Some((loan, size))) = (binding, operand) {
                bound.push((*binding, loan, *size));
            }
        }
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            if let Inputs::Made(_, pipeline) = inputs {
                let mut made = bound.clone();
                for (k, bound) in made.iter_mut().enumerate() {
                    bound.0 = k as u32;
                }
                gpu.dispatch(&mut pass, pipeline, &made, round.grid());
            }
            bound.push((layout.output, &out, bytes));
            gpu.dispatch(&mut pass, &prepared.pipeline, &bound, round.grid());
        }
        encoder.copy_buffer_to_buffer(&out.buffer, 0, &back.buffer, 0, bytes);
        let submission = gpu.queue.submit([encoder.finish()]);
        let mapped = gpu.map(&back, bytes);
        let mut loans = vec![uniform, out];
        loans.extend(operands.into_iter().flatten().map(|(loan, _)| loan));
        Ok(Self {
            loans,
            back,
            bytes,
            submission,
            mapped,
        })
    }

    /// Waits for the round and appends its results to `into`.
    pub(super) fn finish(self, gpu: &Gpu, into: &mut Vec<u32>) -> Result<(), BackendError> {
        gpu.wait(self.submission)?;
        gpu.take_mapped(self.back, self.bytes, &self.mapped, into)?;
        self.loans.into_iter().for_each(|loan| gpu.give_back(loan));
        Ok(())
    }
}
