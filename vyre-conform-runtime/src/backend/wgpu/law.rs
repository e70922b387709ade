//! Laws checked on the device: inputs in, counts out.
//!
//! Every application of an op is one dispatch from buffers to a buffer; a last dispatch reads the
//! buffers that the law's condition names, counts the cases where it is false and finds the first.
//! Only these two numbers a chunk are read back. The shader that compares holds no op, and the
//! shaders that apply an op hold no comparison, so nothing can be folded away; that it was not is
//! checked by the clock as well ([`LawCheck::is_credible`]).

use super::WgpuBackend;
use super::condition::{self, SUM, TALLY_WORDS};
use super::device::Gpu;
use super::op::WgpuOp;
use super::pool::{Loan, Use};
use crate::backend::law::plan::{Plan, Step};
use crate::backend::{BackendError, BackendLaw, Code, LawCheck, LawFailure, OpCode, layout};
use crate::generate::{Block, Source};
use crate::registry::Signature;
use crate::spec::{Category, ValueType};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Cases of one round of dispatches.
const CHUNK: usize = 1 << 22;
/// The same on a software adapter, where intermediate values should stay in the caches.
const CHUNK_SOFTWARE: usize = 1 << 17;
/// Rounds whose counts are read back together.
const ROUNDS: usize = 4096;
/// Rounds in flight.
const IN_FLIGHT: usize = 2;
/// A check may be this much faster than the measured bandwidth before it counts as not done.
const TOLERANCE: f64 = 4.0;
/// Checks of fewer cases are not held against the clock.
const MEASURABLE: u64 = 1 << 22;

pub(super) fn check(
    backend: &WgpuBackend,
    law: &BackendLaw<'_>,
    source: &dyn Source,
    range: Range<u64>,
) -> Result<LawCheck, BackendError> {
    let plan = Plan::of(law)?;
    plan.check_source(law, source)?;
    for op in &plan.ops {
        op.available_on(&backend.identity)?;
    }
    let gpu = backend.gpu()?;
    let stages = Stages::load(&gpu, &plan)?;
    let begin = Instant::now();
    let mut check = LawCheck {
        cases: 0,
        failures: 0,
        first: None,
        bytes: 0,
        elapsed: Duration::ZERO,
    };
    let chunk = if gpu.software { CHUNK_SOFTWARE } else { CHUNK };
    for start in range.clone().step_by(chunk * ROUNDS) {
        let end = range.end.min(start + (chunk * ROUNDS) as u64);
        let first = gpu.guarded(|| stages.run(law, source, start..end, chunk, &mut check))?;
        if check.first.is_none()
            && let Some(case) = first
        {
            let mut block = Block::new(&law.variables, 1);
            source.fill(case, &mut block);
            check.first = Some(LawFailure {
                case,
                inputs: layout::case_values(&law.variables, &block.columns, 0),
            });
        }
    }
    check.bytes = check.cases * plan.bytes_per_case();
    check.elapsed = begin.elapsed();
    if check.cases >= MEASURABLE {
        let bandwidth = bandwidth(&gpu)?;
        if !check.is_credible(bandwidth * TOLERANCE) {
            return Err(BackendError::Implausible {
                found: check.bytes_per_second() as u64,
                bandwidth: bandwidth as u64,
            });
        }
    }
    Ok(check)
}

/// The compiled stages of a law.
struct Stages<'a> {
    gpu: &'a Arc<Gpu>,
    plan: &'a Plan<'a>,
    /// One pipeline a step that computes something.
    pipelines: Vec<Option<wgpu::ComputePipeline>>,
    condition: wgpu::ComputePipeline,
}

impl<'a> Stages<'a> {
    fn load(gpu: &'a Arc<Gpu>, plan: &'a Plan<'a>) -> Result<Self, BackendError> {
        let storage = |op: &WgpuOp, arity| op.pipeline(&vec![super::shader::Mode::Storage; arity]);
        let ops = plan
            .ops
            .iter()
            .map(|op| {
                let loaded = WgpuOp::load(gpu.clone(), op)?;
                storage(&loaded, op.signature.operands.len())
            })
            .collect::<Result<Vec<_>, _>>()?;
        let pipelines = plan.steps.iter().map(|(step, ty)| {
            Ok(match step {
                Step::Apply(op, _) => Some(ops[*op].clone()),
                Step::Sum(..) => Some(storage(&WgpuOp::load(gpu.clone(), &sum(*ty))?, 2)?),
                Step::Variable(_) | Step::Constant(_) => None,
            })
        });
        Ok(Self {
            gpu,
            plan,
            pipelines: pipelines.collect::<Result<_, BackendError>>()?,
            condition: gpu.pipeline("law condition", &condition::shader(plan))?,
        })
    }

    /// Checks the cases `range`, adds them to `check`, and returns the first failing case.
    fn run(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
        chunk: usize,
        check: &mut LawCheck,
    ) -> Result<Option<u64>, BackendError> {
        let gpu = &**self.gpu;
        let chunk = chunk.min((range.end - range.start) as usize);
        let rounds = ((range.end - range.start) as usize).div_ceil(chunk);
        let terms = self.buffers(chunk)?;
        let tally_bytes = (rounds * TALLY_WORDS * 4) as u64;
        let tally = gpu.borrow(Use::Storage, tally_bytes)?;
        let empty = [0, u32::MAX].repeat(rounds);
        gpu.queue
            .write_buffer(&tally.buffer, 0, bytemuck::cast_slice(&empty));
        let run = gpu.borrow(Use::Uniform, 16)?;
        let mut flying = VecDeque::new();
        let mut block = Block::default();
        for (round, start) in range.clone().step_by(chunk).enumerate() {
            let cases = (range.end - start).min(chunk as u64) as usize;
            if block.len() != cases {
                block = Block::new(&law.variables, cases);
            }
            source.fill(start, &mut block);
            let variables = layout::canonical(&law.variables, &block.columns);
            for ((step, _), buffer) in self.plan.steps.iter().zip(&terms) {
                if let (Step::Variable(k), Some(buffer)) = (step, buffer) {
                    let words = bytemuck::cast_slice(&variables[*k]);
                    gpu.queue.write_buffer(&buffer.buffer, 0, words);
                }
            }
            let uniform = [
                cases as u32,
                round as u32,
                start as u32,
                (start >> 32) as u32,
            ];
            gpu.queue
                .write_buffer(&run.buffer, 0, bytemuck::cast_slice(&uniform));
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            self.encode(&mut encoder, &run, &terms, (&tally, tally_bytes), cases);
            flying.push_back(gpu.queue.submit([encoder.finish()]));
            if flying.len() > IN_FLIGHT
                && let Some(oldest) = flying.pop_front()
            {
                gpu.wait(oldest)?;
            }
        }
        let tallies = gpu.read(&tally, tally_bytes)?;
        for loan in terms.into_iter().flatten().chain([tally, run]) {
            gpu.give_back(loan);
        }
        check.cases += range.end - range.start;
        let mut first = None;
        for (round, tally) in tallies.chunks(TALLY_WORDS).enumerate() {
            check.failures += u64::from(tally[0]);
            if tally[0] != 0 && first.is_none() {
                first = Some(range.start + (round * chunk) as u64 + u64::from(tally[1]));
            }
        }
        Ok(first)
    }

    /// One buffer a step, constants filled in; a constant that no op takes has none.
    fn buffers(&self, chunk: usize) -> Result<Vec<Option<Loan>>, BackendError> {
        let is_operand = |id| {
            self.plan.steps.iter().any(|(step, _)| match step {
                Step::Apply(_, args) => args.contains(&id),
                Step::Sum(l, r) => *l == id || *r == id,
                _ => false,
            })
        };
        let steps = self.plan.steps.iter().enumerate();
        let buffers = steps.map(|(id, (step, ty))| match step {
            Step::Constant(_) if !is_operand(id) => Ok(None),
            _ => {
                let loan = self.gpu.borrow(Use::Storage, (chunk * ty.bytes()) as u64)?;
                if let Step::Constant(value) = step {
                    let words = value.words().repeat(chunk);
                    self.gpu
                        .queue
                        .write_buffer(&loan.buffer, 0, bytemuck::cast_slice(&words));
                }
                Ok(Some(loan))
            }
        });
        buffers.collect()
    }

    fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        run: &Loan,
        terms: &[Option<Loan>],
        (tally, tally_bytes): (&Loan, u64),
        cases: usize,
    ) {
        let term = |binding: usize, id: usize| {
            let buffer = terms[id]
                .as_ref()
                .expect("a term that is read has a buffer");
            (
                binding as u32,
                buffer,
                (cases * self.plan.steps[id].1.bytes()) as u64,
            )
        };
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for (id, pipeline) in self.pipelines.iter().enumerate() {
            let Some(pipeline) = pipeline else { continue };
            let sum;
            let args: &[usize] = match &self.plan.steps[id].0 {
                Step::Apply(_, args) => args,
                Step::Sum(l, r) => {
                    sum = [*l, *r];
                    &sum
                }
                _ => continue,
            };
            let mut bindings = vec![(0, run, 16), term(1, id)];
            bindings.extend(args.iter().enumerate().map(|(k, arg)| term(k + 2, *arg)));
            self.gpu.dispatch(&mut pass, pipeline, &bindings, cases);
        }
        let mut bindings = vec![(0, run, 16), (1, tally, tally_bytes)];
        let compared = condition::compared(self.plan);
        bindings.extend(compared.iter().enumerate().map(|(k, id)| term(k + 2, *id)));
        self.gpu
            .dispatch(&mut pass, &self.condition, &bindings, cases);
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

/// Measures what [`WgpuBackend::bandwidth`] promises.
pub(super) fn bandwidth(gpu: &Gpu) -> Result<f64, BackendError> {
    if let Some(known) = gpu.bandwidth.get() {
        return Ok(*known);
    }
    let pipeline = gpu.pipeline("copy", &condition::copy_shader())?;
    let chunk = if gpu.software { CHUNK_SOFTWARE } else { CHUNK };
    let bytes = (chunk * 4) as u64;
    let measured = gpu.guarded(|| {
        let [a, b] = [
            gpu.borrow(Use::Storage, bytes)?,
            gpu.borrow(Use::Storage, bytes)?,
        ];
        let run = gpu.borrow(Use::Uniform, 16)?;
        let uniform = [(chunk / 4) as u32, 0, 0, 0];
        gpu.queue
            .write_buffer(&run.buffer, 0, bytemuck::cast_slice(&uniform));
        let mut best = f64::MAX;
        for _ in 0..5 {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            const COPIES: u32 = 16;
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for copy in 0..COPIES {
                    let (from, to) = if copy % 2 == 0 { (&a, &b) } else { (&b, &a) };
                    let bindings = [(0, &run, 16), (1, to, bytes), (2, from, bytes)];
                    gpu.dispatch(&mut pass, &pipeline, &bindings, chunk / 4);
                }
            }
            let begin = Instant::now();
            let submission = gpu.queue.submit([encoder.finish()]);
            gpu.wait(submission)?;
            best = best.min(begin.elapsed().as_secs_f64() / f64::from(2 * COPIES));
        }
        [a, b, run].into_iter().for_each(|loan| gpu.give_back(loan));
        Ok(bytes as f64 / best)
    })?;
    Ok(*gpu.bandwidth.get_or_init(|| measured))
}
