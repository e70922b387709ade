//! Laws checked on the device: inputs in, counts out.
//!
//! Every application of an op is one dispatch from buffers to a buffer; a last dispatch reads the
//! buffers that the law's condition names, counts the cases where it is false and finds the first.
//! Only these two numbers a round are read back. The shader that compares holds no op, and the
//! shaders that apply an op hold no comparison, so nothing can be folded away; that it was not is
//! checked by the clock as well ([`LawCheck::is_credible`]).

use super::WgpuBackend;
use super::bandwidth::bandwidth;
use super::condition::TALLY_WORDS;
use super::device::Gpu;
use super::generate::Generator;
use super::pool::{Loan, Use};
use super::shader::{ROUND_BYTES, Round};
use super::stages::Stages;
use crate::backend::law::plan::Plan;
use crate::backend::{BackendError, BackendLaw, LawCheck, LawFailure, layout};
use crate::generate::{Block, Source};
use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Cases of one round of dispatches.
const CHUNK: usize = 1 << 23;
/// The same on a software adapter, where intermediate values should stay in the caches.
const CHUNK_SOFTWARE: usize = 1 << 17;
/// Rounds whose counts are read back together.
const ROUNDS: usize = 4096;
/// Rounds in flight.
const IN_FLIGHT: usize = 2;
/// A check may be this much faster than the measured bandwidth before it counts as not done.
pub(super) const TOLERANCE: f64 = 4.0;
/// Checks of fewer cases are not held against the clock.
const MEASURABLE: u64 = 1 << 22;

/// Cases of one round on this device.
pub(super) fn chunk(gpu: &Gpu) -> usize {
    let limits = &gpu.limits;
    let bytes = limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size);
    let most = if gpu.software { CHUNK_SOFTWARE } else { CHUNK };
    most.min((bytes / 32) as usize).max(1)
}

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
    let run = Run {
        stages: Stages::load(&gpu, &plan)?,
        generator: match gpu.makes_inputs() {
            true => Generator::of(&gpu, source)?,
            false => None,
        },
        gpu: &gpu,
        law,
        source,
    };
    let begin = Instant::now();
    let mut check = LawCheck {
        cases: 0,
        failures: 0,
        first: None,
        bytes: 0,
        elapsed: Duration::ZERO,
    };
    let mut start = range.start;
    while start < range.end {
        start = gpu.guarded(|| run.rounds(start..range.end, &mut check))?;
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

struct Run<'a> {
    gpu: &'a Gpu,
    stages: Stages<'a>,
    /// How the device makes the cases; otherwise they are sent.
    generator: Option<Generator>,
    law: &'a BackendLaw<'a>,
    source: &'a dyn Source,
}

impl Run<'_> {
    /// Checks cases from the front of `range` on, up to [`ROUNDS`] rounds of them, adds them to
    /// `check`, and returns the number of the next case.
    fn rounds(&self, range: Range<u64>, check: &mut LawCheck) -> Result<u64, BackendError> {
        let gpu = self.gpu;
        let chunk = chunk(gpu).min(usize::try_from(range.end - range.start).unwrap_or(usize::MAX));
        let terms = self.stages.buffers(chunk)?;
        let tally_bytes = (ROUNDS * TALLY_WORDS * 4) as u64;
        let tally = gpu.borrow(Use::Storage, tally_bytes)?;
        gpu.write(&tally, &[0, u32::MAX].repeat(ROUNDS));
        let uniform = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
        let mut flying = VecDeque::new();
        let mut starts = Vec::new();
        let mut block = Block::default();
        let mut start = range.start;
        while start < range.end && starts.len() < ROUNDS {
            let most = (range.end - start).min(chunk as u64) as usize;
            let (mut round, generator) = match &self.generator {
                Some(generator) => {
                    let (round, pipeline) = generator.round(start, most);
                    (round, Some(pipeline))
                }
                None => {
                    self.send(start, most, &mut block, &terms);
                    let cases = most as u32;
                    (
                        Round {
                            cases,
                            ..Round::default()
                        },
                        None,
                    )
                }
            };
            round.slot = starts.len() as u32;
            gpu.write(&uniform, &round.words());
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                if let Some(pipeline) = generator {
                    self.stages
                        .make(&mut pass, pipeline, &uniform, &terms, &round);
                }
                self.stages
                    .check(&mut pass, &uniform, &terms, (&tally, tally_bytes), &round);
            }
            flying.push_back(gpu.queue.submit([encoder.finish()]));
            starts.push(start);
            start += u64::from(round.cases);
            if flying.len() > IN_FLIGHT
                && let Some(oldest) = flying.pop_front()
            {
                gpu.wait(oldest)?;
            }
        }
        let tallies = gpu.read(&tally, (starts.len() * TALLY_WORDS * 4) as u64)?;
        for loan in terms.into_iter().flatten().chain([tally, uniform]) {
            gpu.give_back(loan);
        }
        check.cases += start - range.start;
        for (tally, start) in tallies.chunks(TALLY_WORDS).zip(starts) {
            check.failures += u64::from(tally[0]);
            if tally[0] != 0 && check.first.is_none() {
                let case = start + u64::from(tally[1]);
                check.first = Some(LawFailure {
                    case,
                    inputs: crate::generate::case(self.source, case),
                });
            }
        }
        Ok(start)
    }

    /// Sends the variables of `cases` cases.
    fn send(&self, start: u64, cases: usize, block: &mut Block, terms: &[Option<Loan>]) {
        if block.len() != cases {
            *block = Block::new(&self.law.variables, cases);
        }
        self.source.fill(start, block);
        let mut rest = &block.columns[..];
        let mut words = Vec::new();
        // The plan's first steps are the variables in order.
        for (ty, buffer) in self.law.variables.iter().zip(terms) {
            let (own, others) = rest.split_at(ty.words());
            rest = others;
            let Some(buffer) = buffer else { continue };
            if let [column] = own {
                self.gpu.write(buffer, column);
            } else {
                layout::interleave(own, &mut words);
                self.gpu.write(buffer, &words);
            }
        }
    }
}
