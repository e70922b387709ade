//! What memory can do: the rate that no check can exceed whose values pass through it.

use super::condition;
use super::device::Gpu;
use super::law::chunk;
use super::pool::Use;
use super::shader::{ROUND_BYTES, Round};
use crate::backend::BackendError;
use std::time::Instant;

/// Copies of one measurement.
const COPIES: u32 = 16;

/// Bytes a second, read and written, of a shader that copies buffers of the size that law checks
/// use; the best of five measurements, made once a device.
pub(super) fn bandwidth(gpu: &Gpu) -> Result<f64, BackendError> {
    if let Some(known) = gpu.bandwidth.get() {
        return Ok(*known);
    }
    let pipeline = gpu.pipeline("copy", &condition::copy_shader())?;
    let words = chunk(gpu);
    let bytes = (words * 4) as u64;
    let round = Round {
        cases: (words / 4) as u32,
        ..Round::default()
    };
    let best = gpu.guarded(|| {
        let [a, b] = [
            gpu.borrow(Use::Storage, bytes)?,
            gpu.borrow(Use::Storage, bytes)?,
        ];
        let uniform = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
        gpu.write(&uniform, &round.words());
        let mut best = f64::MAX;
        for _ in 0..5 {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for copy in 0..COPIES {
                    let (from, to) = if copy % 2 == 0 { (&a, &b) } else { (&b, &a) };
                    let bound = [(0, &uniform, ROUND_BYTES), (1, from, bytes), (2, to, bytes)];
                    gpu.dispatch(&mut pass, &pipeline, &bound, round.grid());
                }
            }
            let begin = Instant::now();
            gpu.wait(gpu.queue.submit([encoder.finish()]))?;
            best = best.min(begin.elapsed().as_secs_f64());
        }
        [a, b, uniform]
            .into_iter()
            .for_each(|loan| gpu.give_back(loan));
        Ok(best)
    })?;
    let measured = f64::from(2 * COPIES) * bytes as f64 / best;
    Ok(*gpu.bandwidth.get_or_init(|| measured))
}
