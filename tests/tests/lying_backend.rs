//! Backends that lie; each lie gives the right error.
//!
//! The underlying backend evaluates the reference itself, so that every failure comes from the lie.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_runtime::generate::{Source, Witnesses};
use vyre_conform_runtime::registry::{OpRef, Signature, op_ref};
use vyre_conform_runtime::spec::{Category, ValueType, law};
use vyre_conform_suite::backend::{
    Backend, BackendError, BackendLaw, Code, Identity, LoadedOp, OpCode, Operand, ParityError,
    determinism, parity,
};

/// A change of the words that a backend returns; the number counts its runs.
type Lie = fn(&mut Vec<u32>, &mut Vec<u32>, u64) -> Result<(), BackendError>;

/// Evaluates a function of one-word values on the host, and falsifies the results.
struct Liar {
    identity: Identity,
    op: OpRef,
    lie: Lie,
    words: AtomicU64,
    runs: AtomicU64,
    before: Mutex<Vec<u32>>,
}

impl Liar {
    fn new(lie: Lie) -> Self {
        Self {
            identity: Identity {
                kind: "test".into(),
                slug: "liar".into(),
                device: "host".into(),
                driver: "none".into(),
                features: vec![],
                limits: vec![],
            },
            op: add(),
            lie,
            words: AtomicU64::new(0),
            runs: AtomicU64::new(0),
            before: Mutex::default(),
        }
    }
}

impl Backend for Liar {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        Ok(Box::new(LoadedLiar(self)))
    }
}

struct LoadedLiar<'a>(&'a Liar);

impl LoadedOp for LoadedLiar<'_> {
    fn signature(&self) -> Signature {
        self.0.op.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let columns: Vec<Vec<u32>> = operands
            .iter()
            .map(|operand| match operand {
                Operand::Storage(words) => words.to_vec(),
                Operand::Uniform(value) | Operand::Literal(value) => {
                    vec![value.words()[0]; cases]
                }
            })
            .collect();
        let columns: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
        let mut out = vec![0; cases];
        (self.0.op.kernel)(&columns, &mut [&mut out]);
        let run = self.0.runs.fetch_add(1, Ordering::Relaxed);
        self.0.words.fetch_add(cases as u64, Ordering::Relaxed);
        let mut before = self.0.before.lock().expect("no run panics");
        (self.0.lie)(&mut out, &mut before, run)?;
        Ok(out)
    }
}

fn add() -> OpRef {
    op_ref(|a: u32, b: u32| a.wrapping_add(b))
}

fn code() -> OpCode<'static> {
    OpCode {
        id: "u32::add",
        name: "add",
        signature: add().signature,
        category: Category::A,
        code: Code::wgsl("fn add(a: u32, b: u32) -> u32 { return a + b; }"),
        native: None,
        host: None,
    }
}

fn pairs(cases: u64) -> Witnesses {
    Witnesses::new(&[ValueType::U32; 2], 11, cases)
}

const CASES: u64 = 3_000_000;
const HONEST: Lie = |_, _, _| Ok(());
/// One wrong bit in about 10^6 words.
const ONE_BIT: Lie = |out, _, run| {
    if run % 4 == 3
        && let Some(word) = out.get_mut(77_777)
    {
        *word ^= 1 << 19;
    }
    Ok(())
};
const SHORT: Lie = |out, _, run| {
    if run == 5 {
        out.pop();
    }
    Ok(())
};
const STALE: Lie = |out, before, run| {
    if run == 2 {
        let fresh = std::mem::replace(out, before.clone());
        *before = fresh;
    } else {
        before.clone_from(out);
    }
    Ok(())
};
const HALF_WAY: Lie = |_, _, run| match run {
    6 => Err(BackendError::DeviceLost("the plug was pulled".into())),
    _ => Ok(()),
};

/// Oracle: the backend evaluates the reference.
#[test]
fn an_honest_backend_passes_with_every_case_counted() {
    let backend = Liar::new(HONEST);
    let loaded = backend.load(&code()).expect("it loads anything");
    let outcome = parity(&*loaded, &add(), &pairs(CASES), 17..CASES).expect("no error");
    assert_eq!((outcome.cases, outcome.failures), (CASES - 17, 0));
    assert!(outcome.passed());
    assert_eq!(backend.words.load(Ordering::Relaxed), CASES - 17);
}

/// Oracle: the bit that the backend flips, and its case.
#[test]
fn one_bit_in_a_million_is_found_with_its_case() {
    let backend = Liar::new(ONE_BIT);
    let loaded = backend.load(&code()).expect("it loads anything");
    let source = pairs(CASES);
    let outcome = parity(&*loaded, &add(), &source, 0..CASES).expect("no error");
    assert!(!outcome.passed());
    let runs = backend.runs.load(Ordering::Relaxed);
    assert_eq!(outcome.failures, runs / 4);
    let first = outcome.first.expect("a failure has a case");
    let inputs = vyre_conform_runtime::generate::case(&source, first.case);
    assert_eq!(first.inputs, inputs);
    let expected = add().call(&inputs);
    assert_eq!(first.expected(), Some(expected));
    assert_eq!(first.found(), Some(&[expected.words()[0] ^ 1 << 19][..]));
}

/// Oracle: the number of words that the backend omits.
#[test]
fn short_output_is_its_own_error() {
    let backend = Liar::new(SHORT);
    let loaded = backend.load(&code()).expect("it loads anything");
    let error = parity(&*loaded, &add(), &pairs(CASES), 0..CASES).expect_err("one word short");
    let ParityError::Backend(BackendError::ShortOutput { expected, found }) = error else {
        panic!("{error:?}")
    };
    assert_eq!(expected - found, 1);
}

/// Oracle: the batch whose words the backend returns again.
#[test]
fn stale_data_is_found() {
    let backend = Liar::new(STALE);
    let loaded = backend.load(&code()).expect("it loads anything");
    let outcome = parity(&*loaded, &add(), &pairs(CASES), 0..CASES).expect("no error");
    assert!(outcome.failures > 100_000, "a whole batch: {outcome:?}");
    let backend = Liar::new(STALE);
    let loaded = backend.load(&code()).expect("it loads anything");
    // Stale words of the same batch are right: only parts of a batch show the lie.
    let error = determinism(&*loaded, &pairs(9_000), 0..9_000, 4).expect_err("a part is short");
    assert!(
        matches!(error, BackendError::ShortOutput { .. }),
        "{error:?}"
    );
}

/// Oracle: the error of the backend.
#[test]
fn error_in_the_middle_is_no_result() {
    let backend = Liar::new(HALF_WAY);
    let loaded = backend.load(&code()).expect("it loads anything");
    let error = parity(&*loaded, &add(), &pairs(CASES), 0..CASES).expect_err("the run fails");
    assert_eq!(
        error,
        BackendError::DeviceLost("the plug was pulled".into()).into()
    );
    // The next batch is not affected.
    let outcome = parity(&*loaded, &add(), &pairs(1_000), 0..1_000).expect("it works again");
    assert!(outcome.passed());
}

/// Oracle: the run that flips a bit.
#[test]
fn backend_with_varying_results_is_not_deterministic() {
    let backend = Liar::new(ONE_BIT);
    let loaded = backend.load(&code()).expect("it loads anything");
    let outcome = determinism(&*loaded, &pairs(200_000), 0..200_000, 6).expect("no error");
    let difference = outcome.difference.expect("it answered differently");
    assert_eq!(difference.first[0] ^ difference.later[0], 1 << 19);
    let backend = Liar::new(HONEST);
    let loaded = backend.load(&code()).expect("it loads anything");
    let outcome = determinism(&*loaded, &pairs(200_000), 0..200_000, 6).expect("no error");
    assert_eq!(
        (outcome.difference, outcome.cases, outcome.runs),
        (None, 200_000, 6)
    );
}

/// Oracle: addition commutes; the flipped bit breaks it in one case.
#[test]
fn a_lie_breaks_a_law_checked_term_by_term() {
    let form = law::find("Commutative")
        .and_then(|law| law.form(2))
        .expect("in the table");
    let request = BackendLaw {
        subject: code(),
        params: vec![],
        variables: vec![ValueType::U32; 2],
        claim: &form.claim,
        predicates: vec![],
    };
    let check = |lie, range: Range<u64>| Liar::new(lie).law(&request, &pairs(400_000), range);
    let actual = check(HONEST, 0..400_000).expect("no error");
    assert!(actual.passed(), "{actual:?}");
    const FLIP: Lie = |out, _, run| {
        if run == 3 {
            out[1_234] ^= 1;
        }
        Ok(())
    };
    let found = check(FLIP, 0..400_000).expect("no error");
    assert_eq!(found.tally.failures, 1);
    let first = found.tally.first.expect("a failure has a case");
    assert_eq!(first.case, (1 << 16) + 1_234);
    assert!(matches!(
        check(SHORT, 0..400_000),
        Err(BackendError::ShortOutput { .. })
    ));
    assert!(matches!(
        check(HALF_WAY, 0..400_000),
        Err(BackendError::DeviceLost(_))
    ));
}

/// Oracle: no case ran, so no claim is possible.
#[test]
fn zero_cases_are_no_pass() {
    let backend = Liar::new(HONEST);
    let loaded = backend.load(&code()).expect("it loads anything");
    let outcome = parity(&*loaded, &add(), &pairs(10), 5..5).expect("no error");
    assert!(!outcome.passed());
}

/// Oracle: the types of the op and of the source.
#[test]
fn a_source_of_other_types_is_refused() {
    let backend = Liar::new(HONEST);
    let loaded = backend.load(&code()).expect("it loads anything");
    let source: &dyn Source = &Witnesses::new(&[ValueType::I32; 2], 1, 10);
    let error = parity(&*loaded, &add(), source, 0..10).expect_err("i32 is not u32");
    let refused = matches!(error, ParityError::Backend(BackendError::Validation(_)));
    assert!(refused, "{error:?}");
}
