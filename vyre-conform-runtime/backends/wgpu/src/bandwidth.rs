//! Memory bandwidth: the limit for the rate of any check whose values pass through memory.

use super::condition;
use super::device::Gpu;
use super::law::chunk;
use super::pool::Use;
use super::shader::{ROUND_BYTES, Round};
use std::time::Instant;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;

/// Number of copies per measurement.
const COPIES: u32 = 16;

/// Bytes per second, read and written, of a shader that copies buffers of the size that law checks use, which on a
/// software adapter is a core's cache. It is the best of at least five measurements, made by the first call.
pub(super) fn bandwidth(gpu: &Gpu) -> Result<f64, BackendError> {
    let cached = *lock(&gpu.bandwidth);
    match cached {
        Some(cached) => Ok(cached),
        None => measure(gpu),
    }
}

/// [`bandwidth()`] with five more measurements. One is unreliable while others use the memory, such as another device
/// on the same processor.
pub(super) fn measure(gpu: &Gpu) -> Result<f64, BackendError> {
    let pipeline = gpu.pipeline("copy", &condition::copy_shader())?;
    // Whole vectors of four, each read from one buffer and written to another.
    let words = (chunk(gpu, 8) & !3).max(4);
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
    let mut entry = lock(&gpu.bandwidth);
    let best = entry.map_or(measured, |entry| entry.max(measured));
    Ok(*entry.insert(best))
}

#[cfg(test)]
mod tests {
    use super::super::law::TOLERANCE;
    use super::super::shader::{ROUND, entry};
    use super::super::tests::devices;
    use super::*;
    use std::time::Duration;
    use vyre_conform_suite::backend::LawCheck;
    use vyre_conform_suite::failing::Tally;

    /// Bytes per case of a commutative binary law: two applications with two operands and a result each, and the
    /// comparison of the results.
    const BYTES: u64 = 2 * 12 + 8;

    /// Cases per iteration of the loop below.
    const INNER: u32 = 1 << 12;

    /// Both sides of a law in one shader, on operands from the case number: a forbidden form of a law check.
    fn both_sides_at_once(gpu: &Gpu, turns: u32, claim: &str) -> LawCheck {
        let text = format!(
            "fn add(a: u32, b: u32) -> u32 {{ return a + b; }}\n{ROUND}\
             @group(0) @binding(1) var<storage, read_write> tally: array<atomic<u32>>;\n{}",
            entry(
                "    var failures = 0u;\n",
                &format!(
                    "        for (var j = 0u; j < {INNER}u; j += 1u) {{
            let a = (i * {INNER}u + j) * 0x9e3779b1u;
            let b = (a ^ (a >> 15u)) * 0x31848babu;
            failures += u32(!({claim}));
        }}\n"
                ),
                "    if failures != 0u {\n        atomicAdd(&tally[0], failures);\n    }\n",
            )
        );
        let pipeline = gpu.pipeline("folded law", &text).unwrap();
        let round = Round {
            cases: turns,
            ..Round::default()
        };
        let elapsed = gpu.guarded(|| {
            let tally = gpu.borrow(Use::Storage, 256)?;
            gpu.write(&tally, &[0; 64]);
            let uniform = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
            gpu.write(&uniform, &round.words());
            gpu.wait(gpu.queue.submit([]))?;
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                let bound = [(0, &uniform, ROUND_BYTES), (1, &tally, 256)];
                gpu.dispatch(&mut pass, &pipeline, &bound, round.grid());
            }
            let begin = Instant::now();
            gpu.wait(gpu.queue.submit([encoder.finish()]))?;
            Ok(begin.elapsed())
        });
        let elapsed: Duration = elapsed.unwrap();
        let cases = u64::from(turns) * u64::from(INNER);
        LawCheck {
            tally: Tally {
                cases,
                ..Tally::default()
            },
            bytes: cases * BYTES,
            elapsed,
        }
    }

    /// Oracle: the copy's bandwidth, measured on the same device.
    #[test]
    fn folded_law_is_faster_than_memory_and_is_detected() {
        for device in devices() {
            let gpu = device.gpu().unwrap();
            let bandwidth = bandwidth(&gpu).unwrap();
            let rate = |turns, claim| both_sides_at_once(&gpu, turns, claim).bytes_per_second();
            let commutative = "add(a, b) == add(b, a)";
            let work = "add(a, b) != (a ^ (b * 5u))";
            rate(1 << 8, commutative);
            rate(1 << 8, work);
            // A driver as fast as for irreducible work has folded nothing. One such run suffices: other load easily
            // delays a short one.
            let whole = (0..3).map(|_| rate(1 << 14, work)).fold(0.0, f64::max);
            let is_folded = (0..20).any(|_| rate(1 << 14, commutative) > 20.0 * whole);
            if !is_folded {
                assert!(
                    !device.identity.slug.starts_with("llvmpipe"),
                    "lavapipe folds it"
                );
                continue;
            }
            let runs = (0..5).map(|_| both_sides_at_once(&gpu, 1 << 16, commutative));
            let folded = runs.min_by_key(|run| run.elapsed).expect("a run");
            println!(
                "{}: memory {:.1} GB/s, folded {:.1} GB/s, {:.1} G cases/s",
                device.identity.slug,
                bandwidth / 1e9,
                folded.bytes_per_second() / 1e9,
                folded.tally.cases as f64 / folded.elapsed.as_secs_f64() / 1e9,
            );
            assert!(!folded.is_credible(bandwidth * TOLERANCE));
        }
    }
}
