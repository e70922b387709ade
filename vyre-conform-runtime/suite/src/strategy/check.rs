//! Laws over a source of cases: block by block, on several threads, exact for failing cases.

use super::outcome::{CheckError, CheckOutcome, earlier, panicked};
use super::program::{LawProgram, Workspace};
use super::quietly;
use super::typed::TypedLaw;
use crate::failing::Tally;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_runtime::generate::{BLOCK, Block, Source};
use vyre_conform_runtime::registry::calls::inherited;
use vyre_conform_runtime::sync::cores;

/// Number of cases that a thread takes at once.
const SHARD: u64 = 64 * BLOCK as u64;

/// Options of a check. Its result does not depend on the number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// Number of threads, at least one.
    pub threads: usize,
    /// True to stop soon after the first broken case; that case is exact, but [`Tally::failures`] counts only
    /// the cases that ran.
    pub stop_early: bool,
}

impl Default for CheckOptions {
    /// All threads of the machine, and every case.
    fn default() -> Self {
        let threads = cores();
        Self {
            threads,
            stop_early: false,
        }
    }
}

/// Checks laws over one source in one pass: each block is generated once. All laws have the source's types as
/// variables. Returns one outcome per law, in order.
pub fn check(
    laws: &[&TypedLaw],
    source: &dyn Source,
    options: CheckOptions,
) -> Result<Vec<CheckOutcome>, CheckError> {
    for law in laws {
        if law.variables != source.types() {
            return Err(CheckError::Types {
                law: law.text.clone(),
                expected: law.variables.clone(),
                found: source.types().to_vec(),
            });
        }
    }
    let symmetric: Vec<bool> = laws.iter().map(|law| law.is_symmetric()).collect();
    let mut outcomes = pass(laws, &symmetric, source, options)?;
    // Half of the cases of a symmetric law represent the other half; counts are of the whole, so a broken one runs
    // again in full.
    let again: Vec<usize> = (0..laws.len())
        .filter(|k| symmetric[*k] && !outcomes[*k].passed())
        .collect();
    if !again.is_empty() {
        let laws: Vec<_> = again.iter().map(|k| laws[*k]).collect();
        let found = pass(&laws, &vec![false; laws.len()], source, options)?;
        for (k, outcome) in again.into_iter().zip(found) {
            outcomes[k] = outcome;
        }
    }
    Ok(outcomes)
}

/// One pass over the source; laws marked `halved` skip mirror images.
fn pass(
    laws: &[&TypedLaw],
    halved: &[bool],
    source: &dyn Source,
    options: CheckOptions,
) -> Result<Vec<CheckOutcome>, CheckError> {
    let run = Pass {
        laws,
        halved,
        programs: laws.iter().map(|law| LawProgram::new(law)).collect(),
        source,
        stop_early: options.stop_early,
        next: AtomicU64::new(0),
        stop_at: AtomicU64::new(u64::MAX),
    };
    let parts = if options.threads <= 1 {
        vec![run.work()]
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..options.threads)
                .map(|_| scope.spawn(inherited(|| run.work())))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|p| resume_unwind(p)))
                .collect()
        })
    };
    let mut total = run.empty();
    let mut error: Option<CheckError> = None;
    for part in parts {
        match part {
            Ok(part) => total.iter_mut().zip(part).for_each(|(t, p)| t.merge(p)),
            Err(e) => error = Some(error.map_or(e.clone(), |old| earlier(old, e))),
        }
    }
    error.map_or(Ok(total), Err)
}

struct Pass<'a> {
    laws: &'a [&'a TypedLaw],
    halved: &'a [bool],
    programs: Vec<LawProgram>,
    source: &'a dyn Source,
    stop_early: bool,
    next: AtomicU64,
    stop_at: AtomicU64,
}

impl Pass<'_> {
    fn empty(&self) -> Vec<CheckOutcome> {
        let outcome = CheckOutcome {
            tally: Tally {
                cases: self.source.len(),
                ..Tally::default()
            },
            unconfirmed: None,
        };
        vec![outcome; self.laws.len()]
    }

    /// One thread: takes shards until none remain.
    fn work(&self) -> Result<Vec<CheckOutcome>, CheckError> {
        let mut outcomes = self.empty();
        let mut spaces: Vec<Workspace> = self.programs.iter().map(LawProgram::workspace).collect();
        let mut block = Block::new(self.source.types(), BLOCK);
        // Number of the first case in the block.
        let mut held = None;
        let len = self.source.len();
        loop {
            let start = self.next.fetch_add(SHARD, Ordering::Relaxed);
            // Shards are taken in order, so every case before a broken one is still checked.
            if start >= len || start > self.stop_at.load(Ordering::Relaxed) {
                return Ok(outcomes);
            }
            let end = len.min(start + SHARD);
            let mut at = start;
            let shard = quietly(|| {
                while at < end {
                    let n = (end - at).min(BLOCK as u64);
                    if block.len() as u64 != n {
                        block = Block::new(self.source.types(), n as usize);
                        held = None;
                    }
                    self.block(at, &mut held, &mut block, &mut spaces, &mut outcomes);
                    at += n;
                }
            });
            if let Err(panic) = shard {
                self.stop_at.fetch_min(at, Ordering::Relaxed);
                return Err(panicked(self.laws, at, &block, panic));
            }
            if self.stop_early && outcomes.iter().any(|o| o.tally.failures > 0) {
                self.stop_at.fetch_min(start, Ordering::Relaxed);
            }
        }
    }

    /// Checks all laws on one block.
    fn block(
        &self,
        start: u64,
        held: &mut Option<u64>,
        block: &mut Block,
        spaces: &mut [Workspace],
        outcomes: &mut [CheckOutcome],
    ) {
        let mirrored = self.source.mirrored(start, block.len() as u64);
        if mirrored && self.halved.iter().all(|h| *h) {
            return;
        }
        match held.replace(start) {
            Some(before) => self.source.refill(before, start, block),
            None => self.source.fill(start, block),
        }
        for (k, program) in self.programs.iter().enumerate() {
            if mirrored && self.halved[k] {
                continue;
            }
            program.run(block, &mut spaces[k]);
            if program.any_broken(block, &mut spaces[k]) {
                let obeyed = program.satisfied_mask(block, &mut spaces[k]);
                outcomes[k].broken_block(self.laws[k], start, block, &obeyed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::Argument;
    use vyre_conform_ir::value::Value;
    use vyre_conform_runtime::generate::{Width, Witnesses, exhaustive};
    use vyre_conform_runtime::registry::{OpRef, op_ref};
    use vyre_conform_spec::ValueType::U32;
    use vyre_conform_spec::law::find;

    fn law(name: &'static str, op: OpRef, arguments: Vec<Argument>) -> TypedLaw {
        TypedLaw::declare(find(name).expect("a law"), name, op, arguments).expect("it fits")
    }

    fn bytes(variables: usize) -> Box<dyn Source> {
        exhaustive(&[U32; 4][..variables], Width::small(variables)).expect("a domain")
    }

    fn options(threads: usize) -> CheckOptions {
        CheckOptions {
            threads,
            stop_early: false,
        }
    }

    /// Oracle: counting the pairs of bytes that break the law with nested loops.
    #[test]
    fn counts_and_first_case_are_exact_with_any_number_of_threads() {
        let odd = |a: u32, b: u32| if a * 256 + b >= 40_000 { a } else { a & b };
        let commutative = law("Commutative", op_ref(odd), vec![]);
        let associative = law("Associative", op_ref(u32::abs_diff), vec![]);
        let broken: Vec<u32> = (0..65_536)
            .filter(|n| odd(n / 256, n % 256) != odd(n % 256, n / 256))
            .collect();
        let three = |n: u64| [n >> 16, n >> 8 & 255, n & 255].map(|v| v as u32);
        let uneven: Vec<u64> = (0..1u64 << 24)
            .filter(|n| {
                let [a, b, c] = three(*n);
                a.abs_diff(b).abs_diff(c) != a.abs_diff(b.abs_diff(c))
            })
            .collect();
        for threads in [1, 2, 3] {
            let found = check(&[&commutative], &*bytes(2), options(threads)).expect("a check");
            assert_eq!(found[0].tally.failures, broken.len() as u64);
            let first = found[0].tally.first.as_ref().expect("a counterexample");
            assert_eq!(first.case, u64::from(broken[0]));
            assert_eq!(first.inputs[1], Value::of(broken[0] % 256));
            assert_eq!(found[0].unconfirmed, None);
            let found = check(&[&associative], &*bytes(3), options(threads)).expect("a check");
            let first = found[0].tally.first.as_ref().expect("a counterexample");
            assert_eq!(first.case, uneven[0]);
            assert_eq!(found[0].tally.failures, uneven.len() as u64);
        }
    }

    /// Oracle: docs/results/laws.md: true for every byte, false at 32 bits.
    #[test]
    fn witnesses_catch_faults_that_bytes_miss() {
        let bounded = [0u32, 8].map(|v| Argument::Value(Value::of(v)));
        let popcount = law("Bounded", op_ref(u32::count_ones), bounded.to_vec());
        let small = check(&[&popcount], &*bytes(1), options(2)).expect("a check");
        assert!(small[0].passed());
        let witnesses = Witnesses::new(&[U32], 1, 100_000);
        let wide = check(&[&popcount], &witnesses, options(2)).expect("a check");
        assert!(wide[0].tally.failures > 50_000);
    }

    /// Oracle: the first outcome stays the first when the rest is not looked at.
    #[test]
    fn stopping_early_finds_the_same_first_case() {
        let late = law(
            "Idempotent",
            op_ref(|a: u32, b: u32| if a > 3_000_000 { 0 } else { a | b }),
            vec![],
        );
        let source = exhaustive(&[U32], Width::Full).expect("a domain");
        let stop = CheckOptions {
            threads: 2,
            stop_early: true,
        };
        let found = check(&[&late], &*source, stop).expect("a check");
        assert_eq!(
            found[0].tally.first.as_ref().map(|f| f.case),
            Some(3_000_001)
        );
    }

    /// Oracle: Rust's division, which panics on zero.
    #[test]
    fn a_panicking_reference_is_an_error_with_its_place() {
        let div = law("Commutative", op_ref(|a: u32, b: u32| a / b), vec![]);
        let found = check(&[&div], &*bytes(2), options(2));
        let Err(CheckError::Panicked {
            case: 0,
            values,
            message,
        }) = found
        else {
            panic!("expected a panic, found {found:?}")
        };
        assert_eq!(values, [Value::of(0u32), Value::of(0u32)]);
        assert!(message.contains("divide by zero"));
        let late = |a: u32, b: u32| a / (b ^ 200);
        let late = law("Commutative", op_ref(late), vec![]);
        let Err(CheckError::Panicked { case: 200, .. }) = check(&[&late], &*bytes(2), options(1))
        else {
            panic!("the first case is (0, 200)")
        };
    }
}
