//! Random programs: the interpreter in several orders, the wire format and every adapter agree; backends that disagree
//! are caught, and their cases shrunk.

mod interleavings;
mod strategy;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use vyre_conform_fuzz::{
    Callable, Case, ComparisonCounts, Disagreement, OpSignature, Ops, disagreement, runs_programs,
    search, shrink,
};
use vyre_conform_harness::regressions::{programs, save_program};
use vyre_conform_interp::{BarrierModel, Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::ir::{Program, print};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_runtime::wire;
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode,
};
use vyre_conform_tests::adapters;
use vyre_ops as _;

use strategy::{Cases, failing};

/// A fault: a change of the program before it runs, and of the words after it.
#[derive(Clone, Copy)]
struct Fault {
    program: fn(&[u8]) -> Option<Program>,
    barriers: BarrierModel,
    words: fn(&Program, &mut Vec<Vec<u32>>),
}

const NONE: Fault = Fault {
    program: |_| None,
    barriers: BarrierModel::Full,
    words: |_, _| {},
};

/// Runs programs on the interpreter, with a fault.
struct Mutant {
    identity: Identity,
    fault: Fault,
}

impl Mutant {
    fn new(fault: Fault) -> Self {
        let identity = Identity {
            kind: "test".into(),
            slug: "mutant".into(),
            device: "host".into(),
            driver: "none".into(),
            features: vec![],
            limits: vec![],
        };
        Self { identity, fault }
    }
}

impl Backend for Mutant {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, _: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Err(BackendError::Other("programs alone".into()))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let mutated = programs.iter().map(|valid| {
            let bytes = wire::encode(valid.program()).ok()?;
            let program = (self.fault.program)(&bytes)?;
            validate_program(program, library(), &Limits::WEBGPU).ok()
        });
        let programs = mutated.zip(programs);
        let programs = programs.map(|(mutated, valid)| mutated.unwrap_or_else(|| valid.clone()));
        Ok(Box::new(FaultyPrograms(programs.collect(), self.fault)))
    }
}

struct FaultyPrograms(Vec<ValidProgram>, Fault);

impl LoadedPrograms for FaultyPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let options = Options {
            barriers: self.1.barriers,
            ..Options::default()
        };
        let mut words = run_launch(&self.0, launch, &options)
            .map_err(|error| BackendError::Other(error.to_string()))?;
        (self.1.words)(self.0[0].program(), &mut words);
        Ok(words)
    }
}

/// The op library, elaborated once.
pub(super) fn library() -> &'static Catalog {
    static LIBRARY: OnceLock<Catalog> = OnceLock::new();
    LIBRARY.get_or_init(|| Catalog::linked().unwrap_or_else(|e| panic!("{e}")))
}

/// The ops for random programs, from `vyre-ops` alone. Other tests here register ops that are wrong on purpose.
pub(super) fn ops() -> Ops<'static> {
    static SIGNATURES: OnceLock<Vec<OpSignature>> = OnceLock::new();
    let signatures = SIGNATURES.get_or_init(|| {
        let ops = library().ops().iter();
        Callable::of(ops.filter(|op| op.def.package.name == Some("vyre-ops"))).signatures
    });
    Ops {
        signatures,
        library: library(),
    }
}

/// Random programs as a strategy of proptest.
fn cases(tries: usize) -> Cases {
    Cases { ops: ops(), tries }
}

fn saved() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions/programs")
}

/// The shrunk case of a disagreement, with its report.
fn smallest(seed: u64, actual: &Disagreement, backends: &[&dyn Backend], max: usize) -> Case {
    let mut shows = |case: &Case| {
        disagreement(case, library(), backends, &ComparisonCounts::default())
            .is_some_and(|smaller| smaller.is_like(actual))
    };
    shrink(&Case::random(seed, ops().signatures), max, &mut shows).case
}

/// Oracle: the interpreter, for every adapter; the interpreter in ascending order, for the other orders; the program
/// itself, for the wire format. Saved failures run first.
#[test]
#[ignore = "a long run: a minute"]
fn i3_two_thousand_random_programs() {
    let mut backends: Vec<&dyn Backend> = adapters().iter().map(|b| *b as &dyn Backend).collect();
    backends.retain(|backend| {
        let runs = runs_programs(*backend);
        if !runs {
            println!(
                "left out: {} runs no whole programs",
                backend.identity().slug
            );
        }
        runs
    });
    let compared = ComparisonCounts::on(&backends);
    for (path, case) in programs(&saved()).expect("readable programs") {
        if let Some(actual) = disagreement(&case, library(), &backends, &compared) {
            let text = print::program(&case.program);
            panic!("{}: {actual}\n{text}", path.display());
        }
    }
    if let Some((drawn, actual)) = failing(2000, cases(1000), &backends, &compared) {
        let path = save_program(&saved(), &drawn.case).expect("a writable folder");
        let (seed, text) = (drawn.seed, print::program(&drawn.case.program));
        panic!("seed {seed}: {actual}\nsaved as {}\n{text}", path.display());
    }
    for (k, backend) in backends.iter().enumerate() {
        let (slug, output) = (&backend.identity().slug, compared.ran(k));
        assert!(output >= 1900, "{slug} took {output} of 2000 programs");
    }
}

/// True if a backend repeats the words of a case when it runs it again, and when it loads it again.
fn repeats(backend: &dyn Backend, case: &Case) -> bool {
    let valid = case.valid(library()).expect("a valid program");
    let launch = case.launch(&valid);
    let load = || backend.load_programs(std::slice::from_ref(&valid));
    let first = load().expect("it loads");
    let words = first.run(&launch).expect("it runs");
    let second = load().expect("it loads").run(&launch);
    first.run(&launch).as_ref() == Ok(&words) && second.as_ref() == Ok(&words)
}

/// Oracle: I1: the first run. The last backend changes a word of every third run.
#[test]
#[ignore = "a long run: seconds"]
fn i1_same_inputs_same_bytes_every_run() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let (right, fickle) = (
        Mutant::new(NONE),
        Mutant::new(Fault {
            words: |_, words| words[0][0] ^= RUNS.fetch_add(1, Ordering::Relaxed) % 3 / 2,
            ..NONE
        }),
    );
    for seed in 0..60 {
        let case = Case::random(seed, ops().signatures);
        assert!(repeats(&right, &case), "the interpreter, seed {seed}");
        assert!(!repeats(&fickle, &case), "seed {seed}: not seen");
        for adapter in adapters() {
            let slug = &adapter.identity().slug;
            assert!(repeats(*adapter, &case), "{slug}, seed {seed}");
        }
    }
}

/// Finds the fault and shrinks its case.
fn find_and_shrink(fault: Fault) -> Case {
    let mutant = Mutant::new(fault);
    let backends: [&dyn Backend; 1] = [&mutant];
    let (seed, actual) = search(
        0..2000,
        ops(),
        &backends,
        &ComparisonCounts::default(),
        &|_| {},
    )
    .expect("the fault is seen");
    assert!(matches!(actual, Disagreement::Words { .. }), "{actual}");
    smallest(seed, &actual, &backends, 4000)
}

/// The number of nodes in a text: lines that are neither declarations nor braces.
fn size(case: &Case) -> usize {
    fn count(text: &str) -> usize {
        text.matches("Store {").count()
            + text.matches("Barrier").count()
            + text.matches("Let {").count()
    }
    count(&format!("{:?}", case.program.entry.body))
}

/// Oracle: a backend without a fault agrees; so the differences of the others come from their faults.
#[test]
fn a_mutant_without_a_fault_agrees() {
    let mutant = Mutant::new(NONE);
    let backends: [&dyn Backend; 1] = [&mutant];
    let compared = ComparisonCounts::on(&backends);
    let actual = search(0..200, ops(), &backends, &compared, &|_| {});
    assert_eq!((actual, compared.ran(0)), (None, 200));
}

/// Flips one bit of one word in programs with an exclusive or.
const XOR: Fault = Fault {
    words: |program, words| {
        let xor = format!("{:?}", program.entry.body).contains("Binary(Xor");
        if let Some(word) = words.iter_mut().flatten().last().filter(|_| xor) {
            *word ^= 1;
        }
    },
    ..NONE
};

/// Oracle: the planted fault.
#[test]
fn a_changed_word_is_caught_and_its_case_made_small() {
    let case = find_and_shrink(XOR);
    assert!(size(&case) <= 2, "{}", print::program(&case.program));
}

/// Oracle: the planted faults, and the library's shrunk version of the same case without proptest.
#[test]
fn proptest_finds_faults_and_makes_their_cases_as_small() {
    let barriers = Fault {
        barriers: BarrierModel::Absent,
        ..NONE
    };
    for (fault, max) in [(XOR, 2), (barriers, 9)] {
        let mutant = Mutant::new(fault);
        let backends: [&dyn Backend; 1] = [&mutant];
        let none = ComparisonCounts::default();
        let (drawn, last) =
            failing(2000, cases(4000), &backends, &none).expect("the fault is seen");
        let text = print::program(&drawn.case.program);
        assert!(size(&drawn.case) <= max, "{text}");
        assert_eq!(
            disagreement(&drawn.case, library(), &backends, &none),
            Some(last)
        );
        let whole = Case::random(drawn.seed, ops().signatures);
        let first =
            disagreement(&whole, library(), &backends, &none).expect("the whole case fails");
        let by_library = smallest(drawn.seed, &first, &backends, 4000);
        assert_eq!(drawn.case, by_library, "{text}");
        assert_ne!(drawn.case, whole);
    }
    let none = ComparisonCounts::default();
    assert_eq!(
        failing(100, cases(4000), &[&Mutant::new(NONE)], &none),
        None
    );
}

/// Oracle: the planted fault: no invocation waits at barriers.
#[test]
fn missing_barriers_are_caught_and_their_case_made_small() {
    let case = find_and_shrink(Fault {
        barriers: BarrierModel::Absent,
        ..NONE
    });
    let text = print::program(&case.program);
    assert!(text.contains("barrier"), "{text}");
    assert!(size(&case) <= 9, "{text}");
}

/// Oracle: the planted fault: the mutant subtracts where the last `add` of a program is.
#[test]
fn a_changed_operator_is_caught_and_its_case_made_small() {
    let case = find_and_shrink(Fault {
        // Tag 5, a type, operator 0: the tags of the wire format are frozen.
        program: |bytes| {
            let add = bytes
                .windows(3)
                .rposition(|w| w[0] == 5 && w[1] < 3 && w[2] == 0)?;
            let mut bytes = bytes.to_vec();
            bytes[add + 2] = 1;
            wire::decode(&bytes).ok()
        },
        ..NONE
    });
    assert!(size(&case) <= 8, "{}", print::program(&case.program));
}

/// Oracle: the saved case.
#[test]
fn a_saved_program_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let case = Case::random(3, ops().signatures);
    let path = save_program(folder.path(), &case).expect("saved");
    assert_eq!(save_program(folder.path(), &case).expect("saved"), path);
    assert_eq!(
        programs(folder.path()).expect("readable"),
        [(path.clone(), case)]
    );
    std::fs::write(&path, b"nothing").expect("writable");
    assert!(programs(folder.path()).is_err());
}
