//! Laws checked on the device: inputs in, counts out.
//!
//! Every application of an op is one dispatch between buffers; the last dispatch reads the buffers in the law's
//! condition, counts the cases in which it is false and finds the first. Only these two numbers per round are read
//! back. The comparing shader contains no op, and the shaders of ops contain no comparison, so nothing can be folded;
//! the run time is checked as well ([`LawCheck::is_credible`]).
//!
//! A source of all combinations of some values is checked in rows and columns ([`shape`](super::shape),
//! [`places`](super::places)): a term that depends on some of the variables is computed once per combination of these,
//! also in a separate dispatch.

use super::WgpuBackend;
use super::bandwidth::{bandwidth, measure};
use super::condition::TALLY_WORDS;
use super::device::Gpu;
use super::generate::Generator;
use super::pool::{PooledBuffer, Use};
use super::shader::{ROUND_BYTES, Round};
use super::shape::{self, Piece, Shape};
use super::stages::{Part, Stages};
use super::values::Values;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use vyre_conform_runtime::generate::{Block, Source};
use vyre_conform_suite::backend::law::plan::LawPlan;
use vyre_conform_suite::backend::{Backend, BackendError, BackendLaw, LawCheck, layout};
use vyre_conform_suite::failing::FailingCase;

/// Cases of one round of dispatches.
const CHUNK: usize = 1 << 23;
/// Bytes of the values of a round on a software adapter: the amount that one core's caches retain between dispatches.
const CACHED_BYTES: u64 = 3 << 19;
/// Number of rounds whose counts are read back together.
const ROUNDS: usize = 4096;
/// Bytes of these counts.
const TALLY_BYTES: u64 = (ROUNDS * TALLY_WORDS * 4) as u64;
/// Number of rounds in flight.
const ROUNDS_IN_FLIGHT: usize = 2;
/// Factor by which a check may exceed the measured bandwidth before it counts as not done.
pub(super) const TOLERANCE: f64 = 4.0;
/// Number of further measurements of the bandwidth before a check counts as not done.
const MAX_REMEASUREMENTS: u32 = 8;
/// Minimal number of cases of a check whose run time is verified.
const MEASURABLE: u64 = 1 << 22;

/// Cases of one round on this device, each with this many bytes in use until the round ends.
pub(super) fn chunk(gpu: &Gpu, bytes_kept: u64) -> usize {
    let limits = &gpu.limits;
    let bytes = limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size);
    let max = if gpu.software {
        (CACHED_BYTES / bytes_kept.max(1)) as usize
    } else {
        CHUNK
    };
    max.min((bytes / 32) as usize).max(1)
}

pub(super) fn check(
    backend: &WgpuBackend,
    law: &BackendLaw<'_>,
    source: &dyn Source,
    range: Range<u64>,
) -> Result<LawCheck, BackendError> {
    let plan = LawPlan::of(law)?;
    plan.check_source(law, source)?;
    for op in &plan.ops {
        op.available_on(&backend.identity)?;
        op.fits(&backend.identity, &backend.limits())?;
    }
    let gpu = backend.lane()?;
    let run = Run {
        gpu: &gpu,
        plan: &plan,
        law,
        source,
        generator: if gpu.makes_inputs() {
            Generator::new(&gpu, source)?
        } else {
            None
        },
    };
    let begin = Instant::now();
    let mut check = LawCheck::default();
    for piece in shape::pieces(source) {
        let (start, end) = (
            range.start.max(piece.range.start),
            range.end.min(piece.range.end),
        );
        if start < end {
            run.piece(&piece, start..end, &mut check)?;
        }
    }
    check.elapsed = begin.elapsed();
    if check.tally.cases >= MEASURABLE {
        let mut best = bandwidth(&gpu)?;
        for _ in 0..MAX_REMEASUREMENTS {
            if check.is_credible(best * TOLERANCE) {
                break;
            }
            best = measure(&gpu)?;
        }
        if !check.is_credible(best * TOLERANCE) {
            return Err(BackendError::Implausible {
                found: check.bytes_per_second() as u64,
                bandwidth: best as u64,
            });
        }
    }
    Ok(check)
}

pub(super) struct Run<'a> {
    pub(super) gpu: &'a Arc<Gpu>,
    pub(super) plan: &'a LawPlan<'a>,
    pub(super) law: &'a BackendLaw<'a>,
    pub(super) source: &'a dyn Source,
    /// Generator of cases without a shape; otherwise they are sent.
    pub(super) generator: Option<Generator>,
}

/// One round of dispatches.
struct RoundWork<'a> {
    part: Part,
    /// The round that generates its cases, and the pipeline that does so.
    generated: Option<(Round, &'a wgpu::ComputePipeline)>,
}

/// The buffers of several rounds.
struct RoundBuffers {
    values: Values,
    tally: PooledBuffer,
    uniform: PooledBuffer,
}

impl RoundBuffers {
    fn borrow(gpu: &Gpu, stages: &Stages<'_>, most_rows: u64) -> Result<Self, BackendError> {
        let values = stages.prepare(most_rows)?;
        let tally = gpu.borrow(Use::Storage, TALLY_BYTES)?;
        gpu.write(&tally, &[0, u32::MAX].repeat(ROUNDS));
        let uniform = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
        Ok(Self {
            values,
            tally,
            uniform,
        })
    }

    fn give_back(self, gpu: &Gpu) {
        for loan in self.values.loans().chain([self.tally, self.uniform]) {
            gpu.give_back(loan);
        }
    }
}

/// The part of a shape from this case number on, at most this many rows and cases.
fn shaped_part(shape: &Shape, number: u64, most_rows: u64, most_cases: u64, slot: u32) -> Part {
    let (top, low) = (number / u64::from(shape.len), number % u64::from(shape.len));
    let end = shape.rows.min(top + most_rows);
    let count = (end * u64::from(shape.len) - number).min(most_cases);
    Part {
        rows: top..end,
        low: low as u32,
        count: count as u32,
        slot,
    }
}

/// The part of cases without a shape.
fn listed_part(stages: &Stages<'_>, cases: usize, slot: u32) -> Part {
    Part {
        rows: 0..stages.rows_within(cases),
        low: 0,
        count: cases as u32,
        slot,
    }
}

impl Run<'_> {
    /// Checks the cases `range` of a piece and adds them to `check`.
    fn piece(
        &self,
        piece: &Piece,
        range: Range<u64>,
        check: &mut LawCheck,
    ) -> Result<(), BackendError> {
        let shape = piece.shape.as_ref().map(|(_, shape)| shape);
        let stages = Stages::load(self.gpu, self.plan, shape)?;
        let before = check.tally.cases;
        let mut start = range.start;
        while start < range.end {
            start = self
                .gpu
                .guarded(|| self.rounds(&stages, piece, start..range.end, check))?;
        }
        check.bytes += (check.tally.cases - before) * stages.places.bytes_per_case(self.plan);
        if let Some(shape) = shape {
            check.bytes += stages.places.table_bytes(self.plan, shape);
        }
        Ok(())
    }

    /// Checks cases from the front of `range` on, in up to [`ROUNDS`] rounds, adds them to `check`, and returns the
    /// number of the next case.
    pub(super) fn rounds(
        &self,
        stages: &Stages<'_>,
        piece: &Piece,
        range: Range<u64>,
        check: &mut LawCheck,
    ) -> Result<u64, BackendError> {
        let gpu = self.gpu;
        let left = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        let chunk = chunk(gpu, stages.places.bytes_kept(self.plan)).min(left);
        let most_rows = stages.rows_within(chunk);
        let buffers = RoundBuffers::borrow(gpu, stages, most_rows)?;
        let mut flying = VecDeque::new();
        let mut starts = Vec::new();
        let mut block = Block::default();
        let mut start = range.start;
        while start < range.end && starts.len() < ROUNDS {
            let slot = starts.len() as u32;
            let left = range.end - start;
            let work = match &piece.shape {
                Some((first, shape)) => {
                    let number = first + (start - piece.range.start);
                    RoundWork {
                        part: shaped_part(shape, number, most_rows, left, slot),
                        generated: None,
                    }
                }
                None => {
                    let max = left.min(chunk as u64) as usize;
                    let generated = self.generator.as_ref().map(|g| g.round(start, max));
                    let cases = match &generated {
                        Some((round, _)) => round.cases as usize,
                        None => {
                            self.send(start, max, &mut block, &buffers.values);
                            max
                        }
                    };
                    let part = listed_part(stages, cases, slot);
                    RoundWork { part, generated }
                }
            };
            flying.push_back(self.submit(stages, &buffers, &work));
            starts.push(start);
            start += u64::from(work.part.count);
            if flying.len() > ROUNDS_IN_FLIGHT
                && let Some(oldest) = flying.pop_front()
            {
                gpu.wait(oldest)?;
            }
        }
        let tallies = gpu.read(&buffers.tally, (starts.len() * TALLY_WORDS * 4) as u64)?;
        buffers.give_back(gpu);
        check.tally.cases += start - range.start;
        self.count_failures(&tallies, &starts, check);
        Ok(start)
    }

    /// Submits the dispatches of one round.
    fn submit(
        &self,
        stages: &Stages<'_>,
        buffers: &RoundBuffers,
        work: &RoundWork<'_>,
    ) -> wgpu::SubmissionIndex {
        let (gpu, values) = (self.gpu, &buffers.values);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            if let Some((round, pipeline)) = &work.generated {
                gpu.write(&buffers.uniform, &round.words());
                let mut bound = vec![(0, &buffers.uniform, ROUND_BYTES)];
                for (k, ty) in self.law.variables.iter().enumerate() {
                    let bytes = u64::from(round.cases) * ty.bytes() as u64;
                    bound.push((k as u32 + 1, values.step(k).0, bytes));
                }
                gpu.dispatch(&mut pass, pipeline, &bound, round.grid());
            }
            stages.check(&mut pass, values, (&buffers.tally, TALLY_BYTES), &work.part);
        }
        gpu.queue.submit([encoder.finish()])
    }

    /// Adds the failures of rounds that began at these cases.
    fn count_failures(&self, tallies: &[u32], starts: &[u64], check: &mut LawCheck) {
        for (tally, start) in tallies.chunks(TALLY_WORDS).zip(starts) {
            check.tally.failures += u64::from(tally[0]);
            if tally[0] != 0 && check.tally.first.is_none() {
                let case = start + u64::from(tally[1]);
                let inputs = vyre_conform_runtime::generate::case(self.source, case);
                check.tally.first = Some(FailingCase::false_claim(case, inputs));
            }
        }
    }

    /// Sends the variables of `cases` cases.
    fn send(&self, start: u64, cases: usize, block: &mut Block, values: &Values) {
        if block.len() != cases {
            *block = Block::new(&self.law.variables, cases);
        }
        self.source.fill(start, block);
        let mut rest = &block.columns[..];
        let mut words = Vec::new();
        // The plan's first steps are the variables in order.
        for (k, ty) in self.law.variables.iter().enumerate() {
            let (own, others) = rest.split_at(ty.words());
            rest = others;
            let (buffer, _) = values.step(k);
            if let [column] = own {
                self.gpu.write(buffer, column);
            } else {
                layout::interleave(own, &mut words);
                self.gpu.write(buffer, &words);
            }
        }
    }
}
