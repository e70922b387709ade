//! Comparison of two evaluations of one op on the same cases, such as interpreter and reference.

use super::explain::{Evaluate, Reference};
use crate::failing::{CaseFault, FailingCase, NoValue, Tally};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_interp as interp;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{BLOCK, Block, Source, values};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::registry::calls::inherited;

/// Runs the interpreter on the op's module and compares it with the reference on every case of the source. A fault of
/// the program is a disagreement.
pub fn interpreter(op: &OpRef, module: &Valid, source: &dyn Source, threads: usize) -> Tally {
    // One per thread: allocating its frames takes longer than most ops.
    let interpreted = || -> Subject<'_> {
        let mut interpreter = interp::Interpreter::new(module);
        Box::new(move |inputs| Ok(interpreter.call(inputs, op.signature.result)?))
    };
    compared(op, source, &interpreted, threads)
}

/// A subject of one thread, to compare with a reference.
type Subject<'a> = Box<dyn FnMut(&[Value]) -> Result<Value, NoValue> + 'a>;

/// Compares a subject with the op's reference, within its tolerance, on every case of the source. Cases of wrong types
/// are disagreements, not panics.
pub fn agreement(
    op: &OpRef,
    source: &dyn Source,
    subject: &(dyn Fn(&[Value]) -> Result<Value, NoValue> + Sync),
    threads: usize,
) -> Tally {
    compared(op, source, &|| Box::new(subject), threads)
}

fn compared<'a>(
    op: &OpRef,
    source: &dyn Source,
    subject: &(dyn Fn() -> Subject<'a> + Sync),
    threads: usize,
) -> Tally {
    if source.types() != op.signature.operands {
        return mismatch(source);
    }
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::default();
        let mut subject = subject();
        loop {
            let start = next.fetch_add(BLOCK as u64, Ordering::Relaxed);
            if start >= source.len() {
                return tally;
            }
            tally.add(block(op, source, start, &mut *subject));
        }
    };
    let parts: Vec<Tally> = if threads <= 1 {
        vec![work()]
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(inherited(work))).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    };
    let mut total = Tally::default();
    for part in parts {
        total.add(part);
    }
    total
}

/// A source whose values are not the op's operands.
fn mismatch(source: &dyn Source) -> Tally {
    let problem = "the source's values are not the op's operands";
    let problem = || NoValue::Types(problem.to_owned());
    Tally {
        cases: source.len(),
        failures: source.len().max(1),
        first: Some(FailingCase::unnumbered(
            vec![],
            CaseFault::WrongResult {
                expected: Err(problem()),
                found: Err(problem()),
            },
        )),
        ..Tally::default()
    }
}

/// Compares the block of cases that begins with this one.
fn block(
    op: &OpRef,
    source: &dyn Source,
    start: u64,
    subject: &mut dyn FnMut(&[Value]) -> Result<Value, NoValue>,
) -> Tally {
    let n = (source.len() - start).min(BLOCK as u64) as usize;
    let mut block = Block::new(source.types(), n);
    source.fill(start, &mut block);
    let cases = || (0..n).map(|i| (start + i as u64, values(&block, source.types(), i)));
    // Catching panics takes longer than most ops, so a block is evaluated at once, and case by case only if one of its
    // cases panics.
    let whole = super::quietly(|| {
        let mut tally = Tally::default();
        for (case, inputs) in cases() {
            let (expected, result) = (op.call(&inputs), subject(&inputs));
            note(&mut tally, op, (case, inputs), Ok(expected), result);
        }
        tally
    });
    whole.unwrap_or_else(|_| {
        let mut tally = Tally::default();
        for (case, inputs) in cases() {
            let expected = Reference.apply(op, &inputs);
            let result = super::quietly(|| subject(&inputs)).unwrap_or_else(|p| Err(p.into()));
            note(&mut tally, op, (case, inputs), expected, result);
        }
        tally
    })
}

/// Adds a compared case to a tally.
fn note(
    tally: &mut Tally,
    op: &OpRef,
    (case, inputs): (u64, Vec<Value>),
    expected: Result<Value, NoValue>,
    found: Result<Value, NoValue>,
) {
    tally.cases += 1;
    let agree = match (&expected, &found) {
        (Ok(expected), Ok(found)) => {
            expected.ty() == found.ty() && op.accepts(expected.words(), found.words())
        }
        _ => false,
    };
    if !agree {
        tally.failures += 1;
        let found = found.map(|value| value.words().to_vec());
        tally.first.get_or_insert(FailingCase {
            fault: CaseFault::WrongResult { expected, found },
            ..FailingCase::false_claim(case, inputs)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::generate::{Width, exhaustive};
    use vyre_conform_runtime::registry::op_ref;
    use vyre_conform_spec::ValueType::U32;

    /// Oracle: counting: one wrong pair of bytes, and a subject that stops at another.
    #[test]
    fn one_wrong_case_in_65_536_is_found() {
        let add = op_ref(u32::wrapping_add);
        let source = exhaustive(&[U32; 2], Width::U8).expect("a domain");
        let wrong = |inputs: &[Value]| match [inputs[0].words()[0], inputs[1].words()[0]] {
            [200, 100] => Err(NoValue::Backend("stuck".to_owned())),
            [200, 101] => panic!("stopped"),
            [a, b] => Ok(Value::of(
                a.wrapping_add(b) ^ u32::from(a == 200 && b == 102),
            )),
        };
        for threads in [1, 2] {
            let found = agreement(&add, &*source, &wrong, threads);
            assert_eq!((found.cases, found.failures), (65_536, 3));
            assert_eq!(found.first.expect("a case").case, 200 * 256 + 100);
            let right = |inputs: &[Value]| Ok(add.call(inputs));
            assert!(agreement(&add, &*source, &right, threads).passed());
        }
    }
}
