//! Counterexamples on a backend become as small as on the reference, in few dispatches.

use super::support::{context, folder, run};
use std::sync::atomic::{AtomicUsize, Ordering};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::backend::{Backend, BackendError, Identity, LoadedOp, OpCode, Operand};
use vyre_conform_suite::record::Outcome;
use vyre_conform_suite::strategy::minimise;

/// Results of a backend for two operands.
type ResultFunction = fn(u32, u32) -> u32;

/// A backend that returns this for every op, and counts dispatches.
struct WrongBackend {
    identity: Identity,
    gives: ResultFunction,
    dispatches: AtomicUsize,
}

impl WrongBackend {
    fn leak(gives: ResultFunction) -> &'static Self {
        let identity = Identity {
            kind: "erring".into(),
            slug: "erring".into(),
            device: "erring".into(),
            driver: "none".into(),
            features: vec![],
            limits: vec![],
        };
        Box::leak(Box::new(Self {
            identity,
            gives,
            dispatches: AtomicUsize::new(0),
        }))
    }
}

impl Backend for WrongBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Ok(Box::new(WrongOp(self, op.signature)))
    }
}

struct WrongOp<'a>(&'a WrongBackend, Signature);

impl LoadedOp for WrongOp<'_> {
    fn signature(&self) -> Signature {
        self.1
    }
    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        self.0.dispatches.fetch_add(1, Ordering::Relaxed);
        let word = |k: usize, case: usize| match operands[k] {
            Operand::Storage(words) => words[case],
            Operand::Uniform(value) | Operand::Literal(value) => value.words()[0],
        };
        let gives = |case| (self.0.gives)(word(0, case), word(1, case));
        Ok((0..cases).map(gives).collect())
    }
}

/// The input in the report of the only trial with this name, and its number of dispatches.
fn minimised_input(gives: ResultFunction, trial: &str) -> (Vec<Value>, usize) {
    let backend = WrongBackend::leak(gives);
    let root = folder();
    let context = context(&["toy::good_add"], vec![backend], root.path());
    let outcomes = run(&context, trial);
    let [(_, Outcome::Failed(failure))] = &outcomes[..] else {
        panic!("one failure: {outcomes:?}")
    };
    let dispatches = backend.dispatches.load(Ordering::Relaxed);
    (failure.case.inputs.clone(), dispatches)
}

fn sum(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// A number without a special form, far above the first threshold.
const ROUGH: u32 = 0x0012_3457;

/// Oracle: by hand the smallest sum from 2^20 on; and for a number without a special form the result of the same search
/// on the host, where a case costs a call.
#[test]
fn backend_wrong_above_a_threshold_is_minimised_to_it() {
    let (inputs, dispatches) = minimised_input(
        |a, b| sum(a, b) ^ u32::from(sum(a, b) >= 1 << 20),
        "parity::erring::witnessed",
    );
    let mut words: Vec<u32> = inputs.iter().map(|v| v.words()[0]).collect();
    words.sort_unstable();
    assert_eq!(words, [0, 1 << 20]);
    assert!(dispatches < 100, "{dispatches} dispatches");

    let wrong: ResultFunction = |a, b| sum(a, b) ^ u32::from(a >= ROUGH && b >= ROUGH && a != b);
    let (inputs, dispatches) = minimised_input(wrong, "parity::erring::witnessed");
    let fails = |case: &[Value]| {
        let [a, b] = [0, 1].map(|k| case[k].words()[0]);
        wrong(a, b) != sum(a, b)
    };
    assert!(fails(&inputs));
    assert_eq!(
        minimise(&inputs, &fails),
        inputs,
        "no neighbour of it fails"
    );
    assert!(dispatches < 200, "{dispatches} dispatches");
}

/// Oracle: the law at 0 and 1, by hand: a + b where a < b, one more where the first is greater, from a threshold on.
#[test]
fn law_broken_above_a_threshold_is_minimised_to_it() {
    let (inputs, dispatches) = minimised_input(
        |a, b| sum(a, b).wrapping_add(u32::from(a > b && a >= 1 << 12)),
        "law::commutative::erring::witnessed",
    );
    assert_eq!(inputs, [0, 1 << 12].map(Value::of::<u32>));
    assert!(dispatches < 600, "{dispatches} dispatches");
}
