//! Gate 4: the results of a reference must not depend on time, order or thread.
//!
//! The first result of every case comes from the block kernel. It is compared with a second run, with the scalar
//! function in order and in shuffled order, and with both from several threads at once, each starting at a different
//! case.

use super::{first_panic, quietly};
use crate::failing::PanicReport;
use std::panic::resume_unwind;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{BLOCK, Block, Source, values};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::registry::calls::{MAX_CASES as CASES_PER_CALL, inherited};

/// Maximal number of cases in memory at once.
const MAX_CASES: u64 = 1 << 20;

/// Result of a check of determinism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deterministic {
    /// Number of cases.
    pub cases: u64,
    /// Number of calls; each case runs several times.
    pub calls: u64,
}

/// A reference with varying results, or none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Nondeterministic {
    /// Two different results.
    #[error("on {inputs:?} the first answer is {first:?}, and {how} it is {second:?}")]
    Differs {
        /// The inputs.
        inputs: Vec<Value>,
        /// Result of the first run.
        first: Value,
        /// Result of another run.
        second: Value,
        /// Kind of the other run.
        how: &'static str,
    },
    /// No result.
    #[error("on {inputs:?} the reference panicked: {said}. It needs a result for every input")]
    Panicked {
        /// The first input on which it panics; empty if it does not panic again.
        inputs: Vec<Value>,
        /// The message of the panic.
        said: String,
    },
    /// The source has other types.
    #[error("the source's values are not the op's operands")]
    Types,
}

/// Runs the op on the first cases of a source (at most 2^20) repeatedly.
pub fn determinism(
    op: &OpRef,
    source: &dyn Source,
    threads: usize,
) -> Result<Deterministic, Nondeterministic> {
    if source.types() != op.signature.operands {
        return Err(Nondeterministic::Types);
    }
    let cases = source.len().min(MAX_CASES) as usize;
    let mut inputs = Block::new(source.types(), cases);
    source.fill(0, &mut inputs);
    let ask = || Questions::new(op, &inputs).ask(threads.max(2));
    quietly(ask).unwrap_or_else(|panic| Err(panicked(op, &inputs, panic)))
}

/// The panic with its input.
fn panicked(op: &OpRef, inputs: &Block, panic: PanicReport) -> Nondeterministic {
    let (inputs, panic) = match first_panic(op, inputs) {
        Some((_, inputs, panic)) => (inputs, panic),
        None => (vec![], panic),
    };
    let message = panic.to_string();
    Nondeterministic::Panicked {
        inputs,
        said: message,
    }
}

/// The number of calls that [`determinism`] makes for this many cases and threads.
pub const fn calls(cases: u64, threads: usize) -> u64 {
    let threads = if threads < 2 { 2 } else { threads };
    let cases = if cases < MAX_CASES { cases } else { MAX_CASES };
    // The first results, three runs on one thread, and two on each of several.
    cases * (4 + 2 * threads as u64)
}

struct Questions<'a> {
    op: &'a OpRef,
    inputs: &'a Block,
    first: Vec<Vec<u32>>,
}

impl<'a> Questions<'a> {
    fn new(op: &'a OpRef, inputs: &'a Block) -> Self {
        let mut questions = Self {
            op,
            inputs,
            first: Vec::new(),
        };
        questions.first = questions.blocks(0);
        questions
    }

    fn len(&self) -> usize {
        self.inputs.len()
    }

    /// All results of the block kernel, starting with the block that holds case `from`.
    fn blocks(&self, from: usize) -> Vec<Vec<u32>> {
        let mut answers = vec![vec![0; self.len()]; self.op.signature.result.words()];
        let mut starts: Vec<usize> = (0..self.len()).step_by(BLOCK).collect();
        let turn = (from / BLOCK).min(starts.len().saturating_sub(1));
        starts.rotate_left(turn);
        for start in starts {
            let end = self.len().min(start + BLOCK);
            let columns: Vec<&[u32]> = self.inputs.columns.iter().map(|c| &c[start..end]).collect();
            let mut out: Vec<&mut [u32]> = answers.iter_mut().map(|c| &mut c[start..end]).collect();
            self.op.block(&columns, &mut out);
        }
        answers
    }

    fn same_blocks(&self, from: usize, how: &'static str) -> Result<(), Nondeterministic> {
        let again = self.blocks(from);
        if again == self.first {
            return Ok(());
        }
        let answer = |of: &[Vec<u32>], i: usize| of.iter().map(|c| c[i]).collect::<Vec<_>>();
        match (0..self.len()).find(|i| answer(&again, *i) != answer(&self.first, *i)) {
            Some(i) => Err(self.differs(i, &answer(&again, i), how)),
            None => Ok(()),
        }
    }

    /// Compares all results of the scalar function: case `from + i * step` in round `i`, modulo the number of cases;
    /// `step` must be coprime to it.
    fn same_scalars(
        &self,
        from: usize,
        step: usize,
        how: &'static str,
    ) -> Result<(), Nondeterministic> {
        let result = self.op.signature.result.words();
        let (mut words, mut out, mut places) = (vec![], vec![], vec![]);
        let mut at = from;
        // Some cases are recorded as one call: a record per case would take longer than most functions.
        for begin in (0..self.len()).step_by(CASES_PER_CALL) {
            words.clear();
            places.clear();
            for _ in begin..self.len().min(begin + CASES_PER_CALL) {
                at %= self.len();
                places.push(at);
                words.extend(self.inputs.columns.iter().map(|column| column[at]));
                at += step;
            }
            out.resize(places.len() * result, 0);
            self.op.cases(&words, &mut out);
            for (at, answer) in places.iter().zip(out.chunks_exact(result)) {
                let first = self.first.iter().map(|column| &column[*at]);
                if !first.eq(answer) {
                    return Err(self.differs(*at, answer, how));
                }
            }
        }
        Ok(())
    }

    fn differs(&self, i: usize, second: &[u32], how: &'static str) -> Nondeterministic {
        let ty = self.op.signature.result;
        let first: Vec<u32> = self.first.iter().map(|c| c[i]).collect();
        Nondeterministic::Differs {
            inputs: values(self.inputs, self.op.signature.operands, i),
            first: Value::from_words(ty, &first),
            second: Value::from_words(ty, second),
            how,
        }
    }

    fn ask(&self, threads: usize) -> Result<Deterministic, Nondeterministic> {
        self.same_blocks(0, "in a second run")?;
        self.same_scalars(0, 1, "one case at a time")?;
        self.same_scalars(0, stride(self.len()), "in shuffled order")?;
        let from = |k: usize| k * self.len() / threads;
        let one = |k: usize| {
            self.same_scalars(from(k), 1, "from several threads")?;
            self.same_blocks(from(k), "in blocks from several threads")
        };
        let found = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|k| scope.spawn(inherited(move || quietly(|| one(k)))))
                .collect();
            let joined = workers.into_iter().map(|worker| worker.join());
            joined
                .map(|found| found.unwrap_or_else(|panic| resume_unwind(panic)))
                .map(|found| found.unwrap_or_else(|p| Err(panicked(self.op, self.inputs, p))))
                .collect::<Vec<_>>()
        });
        found.into_iter().collect::<Result<Vec<()>, _>>()?;
        let cases = self.len() as u64;
        Ok(Deterministic {
            cases,
            calls: calls(cases, threads),
        })
    }
}

/// A step near the golden section of `n` that is coprime to it.
fn stride(n: usize) -> usize {
    let divides = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let golden = n / 8 * 5 + 1;
    (golden..).find(|step| divides(*step, n) == 1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use vyre_conform_runtime::generate::Witnesses;
    use vyre_conform_spec::ValueType::U32;

    fn ask(op: OpRef) -> Result<Deterministic, Nondeterministic> {
        determinism(&op, &Witnesses::new(&[U32; 2], 3, 5_000), 2)
    }

    /// Oracle: references written to depend on the call, on the call before, and on the thread.
    #[test]
    fn references_with_memory_are_caught() {
        use vyre_conform_runtime::registry::op_ref;
        assert_eq!(ask(op_ref(u32::wrapping_add)).map(|d| d.cases), Ok(5_000));
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let counting = |a: u32, _: u32| a ^ (CALLS.fetch_add(1, Relaxed) >> 12);
        assert!(matches!(
            ask(op_ref(counting)),
            Err(Nondeterministic::Differs { .. })
        ));
        static LAST: AtomicU32 = AtomicU32::new(0);
        let remembering = |a: u32, b: u32| {
            let before = LAST.swap(a, Relaxed);
            if before > 0xffff_0000 { b } else { a }
        };
        assert!(ask(op_ref(remembering)).is_err());
        let main = std::thread::current().id();
        static IS_MAIN: std::sync::OnceLock<std::thread::ThreadId> = std::sync::OnceLock::new();
        IS_MAIN.get_or_init(|| main);
        let threaded =
            |a: u32, _: u32| a ^ u32::from(IS_MAIN.get() != Some(&std::thread::current().id()));
        let Err(Nondeterministic::Differs { how, .. }) = ask(op_ref(threaded)) else {
            panic!("an op that knows its thread was not caught")
        };
        assert!(how.contains("threads"), "{how}");
        let panicking = |a: u32, b: u32| a / (b & 0xffff);
        let Err(Nondeterministic::Panicked {
            inputs,
            said: message,
        }) = ask(op_ref(panicking))
        else {
            panic!("a panic was not reported")
        };
        assert_eq!(inputs[1].words()[0] & 0xffff, 0, "{inputs:?}");
        assert!(message.contains("divide by zero"), "{message}");
    }
}
