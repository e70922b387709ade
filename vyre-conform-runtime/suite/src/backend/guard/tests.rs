//! The guard, with calls that it passes and calls that it stops.

use super::*;
use crate::backend::digest::Digest;
use crate::backend::{LawOperand, Operand, parity};
use std::sync::mpsc;
use std::time::Instant;
use vyre_conform_runtime::generate::{Block, Recipe, Witnesses};
use vyre_conform_runtime::registry::{OpRef, Signature, op_ref};
use vyre_conform_spec::{Category, ValueType, law};

/// Behaviour of a backend in the tested calls.
#[derive(Clone, Copy, Default)]
struct Behaviour {
    /// Delay of a law before each block of cases, and true if it requests the same ones each time.
    law: Option<(Duration, bool)>,
    launches_hang: bool,
    run_hangs: bool,
    /// True if it generates cases itself.
    generates: bool,
}

struct Adder(Identity, OpRef, Behaviour);

fn guarded(does: Behaviour, patience: Duration) -> GuardedBackend {
    let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
    let open = move || -> Result<Box<dyn Backend>, Unavailable> {
        Ok(Box::new(Adder(Identity::named("adder"), add, does)))
    };
    GuardedBackend::open("adder", patience, open).expect("it opens")
}

fn code() -> OpCode<'static> {
    OpCode {
        id: "u32::add",
        name: "add",
        signature: Signature {
            operands: &[ValueType::U32, ValueType::U32],
            result: ValueType::U32,
        },
        category: Category::A,
        code: crate::backend::Code::wgsl("fn add(a: u32, b: u32) -> u32 { return a + b; }"),
        native: None,
        host: None,
    }
}

impl Backend for Adder {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        assert_eq!((op.id, op.name), ("u32::add", "add"));
        Ok(Box::new(Sum(self.1, self.2)))
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        if let Some((wait, same)) = self.2.law {
            for block in 0..6 {
                std::thread::sleep(wait);
                let start = if same { 0 } else { block };
                source.fill(start, &mut Block::new(source.types(), 1));
            }
        }
        crate::backend::law::term_by_term(self, law, source, range)
    }

    fn load_programs<'a>(
        &'a self,
        _programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        if self.2.launches_hang {
            hang()
        } else {
            Err(BackendError::Programs {
                backend: "adder".into(),
            })
        }
    }
}

fn hang() -> ! {
    loop {
        std::thread::park();
    }
}

struct Sum(OpRef, Behaviour);

impl LoadedOp for Sum {
    fn signature(&self) -> Signature {
        self.0.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        if self.1.run_hangs {
            hang();
        }
        let word = |operand: &Operand<'_>, case| operand.words(case, ValueType::U32)[0];
        let sum = |case| word(&operands[0], case).wrapping_add(word(&operands[1], case));
        Ok((0..cases).map(sum).collect())
    }

    fn generates(&self, source: &dyn Source) -> bool {
        self.1.generates && matches!(source.recipe(), Recipe::Witnesses { .. })
    }

    fn run_generated(
        &self,
        source: &dyn Source,
        start: u64,
        cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        let mut block = Block::new(source.types(), cases);
        source.fill(start, &mut block);
        let (a, b) = (&block.columns[0], &block.columns[1]);
        Some(Ok(a
            .iter()
            .zip(b)
            .map(|(a, b)| a.wrapping_add(*b))
            .collect()))
    }

    fn digests_of(&self, source: &dyn Source) -> bool {
        source.mirrored(0, 1)
    }

    fn digests(
        &self,
        _source: &dyn Source,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        Ok(vec![Digest([range.end as u32, key as u32, 0, 0])])
    }
}

const LONG: Duration = Duration::from_secs(60);

fn pairs(cases: u64) -> Witnesses {
    Witnesses::new(&[ValueType::U32; 2], 11, cases)
}

fn commutes(guarded: &GuardedBackend) -> Result<LawCheck, BackendError> {
    let form = law::find("Commutative")
        .and_then(|law| law.form(2))
        .expect("in the table");
    let request = BackendLaw {
        subject: code(),
        params: vec![LawOperand::Op(Box::new(code()))],
        variables: vec![ValueType::U32; 2],
        claim: &form.claim,
        predicates: vec![],
    };
    guarded.law(&request, &pairs(150_000), 7..150_000)
}

/// Oracle: addition, which the backend does, in every way that a suite asks.
#[test]
fn a_right_backend_behind_a_guard_is_right() {
    for generates in [false, true] {
        let does = Behaviour {
            generates,
            ..Behaviour::default()
        };
        let guarded = guarded(does, LONG);
        let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
        let loaded = guarded.load(&code()).expect("it loads");
        assert_eq!(loaded.generates(&pairs(1)), generates);
        let found = parity(&*loaded, &add, &pairs(600_000), 3..600_000).expect("results");
        assert_eq!((found.cases, found.failures), (599_997, 0));
        let found = commutes(&guarded).expect("a law");
        assert_eq!((found.tally.cases, found.tally.failures), (149_993, 0));
        assert!(!loaded.digests_of(&pairs(5)));
        let digests = loaded.digests(&pairs(5), 0..5, 9).expect("digests");
        assert_eq!(digests, [Digest([5, 9, 0, 0])]);
        let programs = guarded.load_programs(&[]).err();
        assert!(matches!(programs, Some(BackendError::Programs { .. })));
        drop(loaded);
        assert_eq!(guarded.abandonment_reason(), None);
    }
}

/// Oracle: six waits of half a patience are three patiences: too long unless each brings the call on.
#[test]
fn progressing_call_renews_its_deadline() {
    let patience = Duration::from_millis(600);
    let law = |same| Behaviour {
        law: Some((patience / 2, same)),
        ..Behaviour::default()
    };
    let on = guarded(law(false), patience);
    assert_eq!(commutes(&on).expect("it comes on").tally.failures, 0);
    let stuck = guarded(law(true), patience);
    let error = commutes(&stuck).expect_err("it asks for the same case again and again");
    assert!(
        error
            .to_string()
            .contains("`law` did not return within 0.6 s"),
        "{error}"
    );
}

/// Oracle: the documentation of the guard: callers of an abandoned backend stop waiting, and later callers do not wait.
#[test]
fn callers_do_not_wait_for_an_abandoned_backend() {
    let does = Behaviour {
        run_hangs: true,
        ..Behaviour::default()
    };
    let guarded = guarded(does, LONG);
    let loaded = guarded.load(&code()).expect("it loads");
    let (tell, told) = mpsc::channel();
    std::thread::scope(|scope| {
        let loaded = &loaded;
        scope.spawn(move || tell.send(loaded.run(&[], 1)));
        let nothing = told.recv_timeout(Duration::from_millis(200));
        assert!(nothing.is_err(), "it hangs: {nothing:?}");
        guarded
            .calls
            .give_up(Clause::Panics, "it caught fire".into());
        let ended = told.recv_timeout(LONG / 4).expect("it waits no longer");
        let expected = BackendError::GivenUp {
            backend: "adder".into(),
            reason: "it caught fire".into(),
        };
        assert_eq!(ended, Err(expected.clone()));
        let began = Instant::now();
        assert_eq!(guarded.load(&code()).err(), Some(expected.clone()));
        assert_eq!(loaded.run(&[], 1), Err(expected));
        assert!(began.elapsed() < LONG / 4);
    });
    assert_eq!(guarded.abandonment_reason(), Some("it caught fire"));
}

/// Oracle: the backend, which does not return from `load_programs`, once.
#[test]
fn hanging_programs_are_abandoned_with_the_ops() {
    let does = Behaviour {
        launches_hang: true,
        ..Behaviour::default()
    };
    let guarded = guarded(does, Duration::from_millis(300));
    let error = guarded.load_programs(&[]).err().expect("it hangs");
    let expected = "backend `adder` was given up: `load_programs` did not return within 0.3 s";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert_eq!(guarded.load(&code()).err(), Some(error));
}

/// Oracle: the contract: a profile at the end of slug or kind must be at the end of the other.
#[test]
fn a_profile_is_of_slug_and_kind() {
    let opened = |slug: &str, kind: &str| {
        let identity = Identity {
            kind: kind.to_owned(),
            ..Identity::named(slug)
        };
        let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
        let open = move || -> Result<Box<dyn Backend>, Unavailable> {
            Ok(Box::new(Adder(identity, add, Behaviour::default())))
        };
        let opened = GuardedBackend::open("adder", Duration::from_secs(60), open);
        opened
            .map(|_| ())
            .map_err(|violation| violation.observation)
    };
    assert_eq!(opened("fpga+native", "fpga+native"), Ok(()));
    assert_eq!(opened("fpga", "fpga"), Ok(()));
    for (slug, kind) in [("fpga+native", "fpga"), ("fpga", "fpga+native")] {
        let message = opened(slug, kind).expect_err("one of two");
        assert!(message.contains("both end with the profile"), "{message}");
    }
}
