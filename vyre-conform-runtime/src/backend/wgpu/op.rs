//! An op prepared on a device.

use super::device::{Gpu, lock};
use super::pool::{Loan, Mapped, Use};
use super::shader::{self, Mode};
use crate::backend::{BackendError, Code, LoadedOp, OpCode, Operand};
use crate::lower;
use crate::registry::Signature;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A prepared op: the pipeline with every operand in storage is compiled when it is loaded, those
/// for uniform and literal operands when they are first asked for.
pub(super) struct WgpuOp {
    gpu: Arc<Gpu>,
    id: String,
    name: String,
    signature: Signature,
    functions: String,
    pipelines: Mutex<HashMap<Vec<Mode>, wgpu::ComputePipeline>>,
}

/// The most cases of one dispatch: more gain nothing, and buffers stay in the caches of a software
/// adapter.
const MOST_CASES: usize = 1 << 22;
const MOST_CASES_SOFTWARE: usize = 1 << 18;

impl WgpuOp {
    pub(super) fn load(gpu: Arc<Gpu>, op: &OpCode<'_>) -> Result<Self, BackendError> {
        let functions = match op.code {
            Code::Module(module) => lower::functions(module, &op.signature, op.name),
            Code::Wgsl(text) => text.to_owned(),
        };
        let op = Self {
            gpu,
            id: op.id.to_owned(),
            name: op.name.to_owned(),
            signature: op.signature,
            functions,
            pipelines: Mutex::default(),
        };
        op.pipeline(&vec![Mode::Storage; op.signature.operands.len()])?;
        Ok(op)
    }

    pub(super) fn pipeline(&self, modes: &[Mode]) -> Result<wgpu::ComputePipeline, BackendError> {
        if let Some(known) = lock(&self.pipelines).get(modes) {
            return Ok(known.clone());
        }
        let text = shader::op_shader(&self.functions, &self.signature, &self.name, modes);
        let pipeline = self.gpu.pipeline(&self.id, &text)?;
        lock(&self.pipelines).insert(modes.to_vec(), pipeline.clone());
        Ok(pipeline)
    }

    /// The most cases of one dispatch within the adapter's limits.
    fn most_cases(&self) -> usize {
        let gpu = &self.gpu;
        let limit = gpu
            .limits
            .max_storage_buffer_binding_size
            .min(gpu.limits.max_buffer_size);
        let types = self
            .signature
            .operands
            .iter()
            .chain([&self.signature.result]);
        let widest = types.map(|ty| ty.bytes()).max().unwrap_or(4);
        let within = (limit as usize / 2 / widest).max(1);
        within.min(if gpu.software {
            MOST_CASES_SOFTWARE
        } else {
            MOST_CASES
        })
    }

    fn check(&self, operands: &[Operand<'_>], cases: usize) -> Result<(), BackendError> {
        let types = self.signature.operands;
        let refuse = |what: String| Err(BackendError::Validation(format!("`{}` {what}", self.id)));
        if operands.len() != types.len() {
            return refuse(format!(
                "takes {} operands and was given {}",
                types.len(),
                operands.len()
            ));
        }
        for (k, (operand, ty)) in operands.iter().zip(types).enumerate() {
            match operand {
                Operand::Storage(words) if words.len() != cases * ty.words() => {
                    return refuse(format!(
                        "needs {} words for operand {k} and was given {}",
                        cases * ty.words(),
                        words.len()
                    ));
                }
                Operand::Uniform(value) | Operand::Literal(value) if value.ty() != *ty => {
                    return refuse(format!("takes {ty:?} as operand {k}, not {value:?}"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The buffers of one dispatch in flight.
struct Flight {
    run: Loan,
    out: Loan,
    back: Loan,
    operands: Vec<Option<Loan>>,
    bytes: u64,
    submission: wgpu::SubmissionIndex,
    mapped: Mapped,
}

impl WgpuOp {
    /// Uploads, dispatches and starts reading back the cases `at..at + cases`.
    fn start(
        &self,
        pipeline: &wgpu::ComputePipeline,
        operands: &[Operand<'_>],
        at: usize,
        cases: usize,
    ) -> Result<Flight, BackendError> {
        let gpu = &*self.gpu;
        let bytes = (cases * self.signature.result.bytes()) as u64;
        let run = gpu.borrow(Use::Uniform, 16)?;
        let out = gpu.borrow(Use::Storage, bytes)?;
        let back = gpu.borrow(Use::ReadBack, bytes)?;
        gpu.queue.write_buffer(
            &run.buffer,
            0,
            bytemuck::cast_slice(&[cases as u32, 0, 0, 0]),
        );
        let mut sent = Vec::with_capacity(operands.len());
        for (operand, ty) in operands.iter().zip(self.signature.operands) {
            let (for_use, words) = match operand {
                Operand::Storage(words) => {
                    let words = &words[at * ty.words()..(at + cases) * ty.words()];
                    (Use::Storage, words)
                }
                Operand::Uniform(value) => (Use::Uniform, value.words()),
                Operand::Literal(_) => {
                    sent.push(None);
                    continue;
                }
            };
            let loan = gpu.borrow(for_use, size_of_val(words) as u64)?;
            gpu.queue
                .write_buffer(&loan.buffer, 0, bytemuck::cast_slice(words));
            sent.push(Some((loan, size_of_val(words) as u64)));
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        // An output that no dispatch wrote must not show the words of an earlier one.
        encoder.clear_buffer(&out.buffer, 0, Some(bytes));
        let mut bindings = vec![(0, &run, 16), (1, &out, bytes)];
        for (k, sent) in sent.iter().enumerate() {
            if let Some((loan, bytes)) = sent {
                bindings.push((k as u32 + 2, loan, *bytes));
            }
        }
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            gpu.dispatch(&mut pass, pipeline, &bindings, cases);
        }
        encoder.copy_buffer_to_buffer(&out.buffer, 0, &back.buffer, 0, bytes);
        let submission = gpu.queue.submit([encoder.finish()]);
        let mapped = gpu.map(&back, bytes);
        Ok(Flight {
            run,
            out,
            back,
            operands: sent.into_iter().map(|s| s.map(|(loan, _)| loan)).collect(),
            bytes,
            submission,
            mapped,
        })
    }

    /// Waits for a dispatch and appends its results to `into`.
    fn finish(&self, flight: Flight, into: &mut Vec<u32>) -> Result<(), BackendError> {
        self.gpu.wait(flight.submission)?;
        self.gpu
            .take_mapped(flight.back, flight.bytes, &flight.mapped, into)?;
        let operands = flight.operands.into_iter().flatten();
        for loan in operands.chain([flight.run, flight.out]) {
            self.gpu.give_back(loan);
        }
        Ok(())
    }
}

impl LoadedOp for WgpuOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        self.check(operands, cases)?;
        let modes: Vec<Mode> = operands
            .iter()
            .map(|operand| match operand {
                Operand::Storage(_) => Mode::Storage,
                Operand::Uniform(_) => Mode::Uniform,
                Operand::Literal(value) => Mode::Literal(*value),
            })
            .collect();
        let pipeline = self.pipeline(&modes)?;
        let mut out = Vec::with_capacity(cases * self.signature.result.words());
        let most = self.most_cases();
        self.gpu.guarded(|| {
            // One dispatch is in flight while the next one is uploaded.
            let mut flying: Option<Flight> = None;
            for at in (0..cases).step_by(most) {
                let next = self.start(&pipeline, operands, at, most.min(cases - at))?;
                if let Some(done) = flying.replace(next) {
                    self.finish(done, &mut out)?;
                }
            }
            match flying {
                Some(done) => self.finish(done, &mut out),
                None => Ok(()),
            }
        })?;
        Ok(out)
    }
}
