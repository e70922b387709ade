//! Failures of engines are saved as values and run first in every later run.

use super::support::{Lie, Programs, engine};
use std::path::Path;
use vyre_conform_harness::regressions::{
    RegressionStore, SavedCase, SavedClaim, SavedEngineCase, StoreError,
};
use vyre_conform_harness::{Context, Replay, Settings, execute, execute_range, replay, save};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{EngineDef, Input, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::record::{Failure, Outcome};
use vyre_conform_tests::changed;

const ID: &str = "engine::small";

/// Doubles every word of the first column.
fn double(input: &Input, size: u32) -> Plan {
    let words = input.columns[0].clone();
    let mut k = Kernel::new("double", [size, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(data.len()), |k| k.store(data, i, data.at(i) * 2));
    let workgroups = (words.len() as u32).div_ceil(size);
    let launch = Launch {
        buffers: vec![Contents::Words(words)],
        steps: vec![Step {
            program: 0,
            workgroups: [workgroups, 1, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    let max = 8 * u64::from(workgroups * size);
    Plan::new(vec![k.finish()], launch, max, |_, words| {
        words[0].iter().map(|w| vec![*w]).collect()
    })
}

fn doubling() -> EngineDef {
    let invariants = &[Invariant::Deterministic, Invariant::Termination];
    engine(invariants, double, |input| {
        input.columns[0].iter().map(|w| vec![*w * 2]).collect()
    })
}

/// A run of an engine on a device that changes its results, with the saved cases in a folder.
fn context(def: EngineDef, lie: Lie, root: &Path) -> Context {
    let def = Box::leak(Box::new(def));
    let catalog = Catalog::with_engines(vec![], vec![], vec![def]).expect("one engine");
    let device: &'static dyn Backend = Programs::leak("device", Some(lie), 256);
    let context = Context::new(catalog, Settings::default(), vec![device], None, root);
    context.expect("a plan")
}

fn run_outcome(context: &Context, id: &str) -> Outcome {
    let id = format!("{ID}::{id}");
    let mut all = context.plan().obligations().iter();
    let obligation = all.find(|o| o.id == id).expect("it is planned");
    execute(context, obligation).outcome
}

fn failure(outcome: Outcome) -> Box<Failure> {
    match outcome {
        Outcome::Failed(failure) => failure,
        other => panic!("it did not fail: {other:?}"),
    }
}

fn replays(context: &Context) -> Vec<&str> {
    let ids = context.plan().obligations().iter().map(|o| o.id.as_str());
    ids.take_while(|id| id.contains("::regressions::"))
        .collect()
}

const RIGHT: Lie = |_, _| {};
/// Wrong in the fourth word, which the first three inputs do not have.
const WRONG: Lie = |_, words| {
    if let Some(word) = words[0].get_mut(3) {
        *word ^= 4;
    }
};

/// Oracle: the lie, and doubling by hand: the fourth input is 1, 11, 21, 31.
#[test]
fn failing_input_is_saved_and_runs_first_later() {
    let root = tempfile::tempdir().expect("a folder");
    let first = context(doubling(), WRONG, root.path());
    assert!(replays(&first).is_empty());
    let report = failure(run_outcome(&first, "reference::device")).report;
    assert!(report.contains("saved"), "{report}");
    // Another check on the same input is not another case.
    failure(run_outcome(&first, "parity::device"));
    let saved = RegressionStore::of_crate(root.path())
        .load(ID)
        .expect("readable");
    assert_eq!(saved.len(), 1);
    let case = &saved[0];
    assert_eq!(case.claim, SavedClaim::Engine("reference".into()));
    assert_eq!(case.oracle, "the CPU reference");
    assert_eq!(case.found_by, "engine::small::reference::device");
    let requested = SavedEngineCase {
        input: "3".into(),
        size: 1,
        columns: vec![vec![1, 11, 21, 31]],
        expected: Some(vec![vec![2], vec![22], vec![42], vec![62]]),
    };
    assert_eq!(case.engine.as_ref(), Some(&requested));
    // The generated inputs are different now: only the saved case shows the fault.
    let short = || {
        changed!(doubling(), inputs: |n| Input {
            columns: vec![vec![n as u32, 1]],
        })
    };
    let later = context(short(), WRONG, root.path());
    let ids = [
        "engine::small::regressions::interpreter",
        "engine::small::regressions::device",
    ];
    assert_eq!(replays(&later), ids);
    assert!(run_outcome(&later, "reference::device").passed());
    assert!(run_outcome(&later, "regressions::interpreter").passed());
    let failure = failure(run_outcome(&later, "regressions::device"));
    for part in [
        "input saved:1, workgroup size 1",
        "record 3: expected (62), found (58)",
    ] {
        assert!(
            failure.report.contains(part),
            "no `{part}` in {}",
            failure.report
        );
    }
    let mended = context(short(), RIGHT, root.path());
    assert!(run_outcome(&mended, "regressions::device").passed());
    assert_eq!(
        RegressionStore::of_crate(root.path())
            .load(ID)
            .expect("readable"),
        saved
    );
}

/// Oracle: the columns of the saved input and of the engine's, by hand.
#[test]
fn mismatched_saved_input_is_reported_until_retired() {
    let root = tempfile::tempdir().expect("a folder");
    failure(run_outcome(
        &context(doubling(), WRONG, root.path()),
        "parity::device",
    ));
    let wider = || {
        changed!(doubling(), inputs: |n| Input {
            columns: vec![vec![n as u32, 1], vec![2]],
        })
    };
    let changed = context(wider(), RIGHT, root.path());
    let text = failure(run_outcome(&changed, "regressions::interpreter")).report;
    for part in [
        "has 1 columns",
        "have 2 now",
        "engine::small#1",
        "regressions retire",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let store = RegressionStore::of_crate(root.path());
    store
        .retire(ID, 1, "the engine takes two columns")
        .expect("retired");
    assert!(replays(&context(wider(), RIGHT, root.path())).is_empty());
    // The saved case runs where it still fits, retired or not.
    let fits = context(doubling(), WRONG, root.path());
    failure(run_outcome(&fits, "regressions::device"));
}

/// Oracle: the rule that a cited output is right whatever the reference returns, and that the reference itself may have
/// been wrong.
#[test]
fn saved_cited_outputs_stay_required_and_reference_outputs_do_not() {
    for (input, passes) in [("corpus:0", false), ("7", true)] {
        let root = tempfile::tempdir().expect("a folder");
        let mut case = SavedCase::new(SavedClaim::Engine("corpus".into()), &[], "a person");
        case.oracle = "a book, page 9".into();
        case.engine = Some(SavedEngineCase {
            input: input.into(),
            size: 32,
            columns: vec![vec![4]],
            expected: Some(vec![vec![9]]),
        });
        let store = RegressionStore::of_crate(root.path());
        store.save(ID, case).expect("saved");
        let outcome = run_outcome(
            &context(doubling(), RIGHT, root.path()),
            "regressions::interpreter",
        );
        assert_eq!(outcome.passed(), passes, "{input}: {outcome:?}");
        if !passes {
            let report = failure(outcome).report;
            assert!(report.contains("(9)   (a book, page 9)"), "{report}");
        }
    }
}

/// Oracle: the tally and the file: the first failing case of a range is saved by its number.
#[test]
fn a_failing_range_saves_its_first_case() {
    let root = tempfile::tempdir().expect("a folder");
    let context = context(doubling(), WRONG, root.path());
    let mut all = context.plan().obligations().iter();
    let parity = all.find(|o| o.id.ends_with("::parity::device"));
    let parity = parity.expect("it is planned");
    let tally = execute_range(&context, parity, 10..30).expect("it runs");
    let first = tally.first.expect("a failure");
    // Inputs 3, 4 and 5 at five sizes.
    assert_eq!((tally.cases, tally.failures, first.case), (20, 15, 15));
    let path = save(&context, parity, &first).expect("saved");
    let path = path.expect("an input that is none of the suite's files");
    let text = std::fs::read_to_string(path).expect("a file");
    assert!(
        text.contains("Inputs on which this op or engine once failed"),
        "{text}"
    );
    let saved = context.store().load(ID).expect("readable");
    let engine = saved[0].engine.as_ref().expect("an input");
    assert_eq!((&*engine.input, engine.size), ("3", 1));
}

/// Oracle: the limit on the size of a file: a case that would exceed it is not saved, and the message says so.
#[test]
fn a_case_beyond_the_largest_file_is_refused_by_name() {
    let root = tempfile::tempdir().expect("a folder");
    let store = RegressionStore::of_crate(root.path());
    let mut case = SavedCase::new(SavedClaim::Engine("reference".into()), &[], "x");
    case.engine = Some(SavedEngineCase {
        input: "0".into(),
        size: 1,
        columns: vec![vec![u32::MAX; 2 << 20]],
        expected: None,
    });
    let refused = store.save(ID, case.clone()).expect_err("too large");
    assert!(matches!(refused, StoreError::TooLarge { .. }), "{refused}");
    assert!(
        refused.to_string().contains("engine.small.toml"),
        "{refused}"
    );
    assert_eq!(store.load(ID).expect("readable"), []);
    case.engine.as_mut().expect("an input").columns[0].truncate(9);
    store.save(ID, case).expect("saved");
    assert_eq!(store.load(ID).expect("readable").len(), 1);
}

/// Oracle: the lie, which fails the fourth input, and the empty folder: a replayed case is known, so nothing is saved.
#[test]
fn a_replay_of_an_engine_writes_nothing() {
    let root = tempfile::tempdir().expect("a folder");
    let def = Box::leak(Box::new(doubling()));
    let catalog = || Catalog::with_engines(vec![], vec![], vec![&*def]).expect("one engine");
    let device: &'static dyn Backend = Programs::leak("device", Some(WRONG), 256);
    let case = Replay::parse("engine::small::reference::device=3@1", &catalog()).expect("a case");
    let mut settings = Settings::default();
    case.narrow(&mut settings);
    let context = Context::new(catalog(), settings, vec![device], None, root.path());
    let context = context.expect("a plan");
    let replayed = replay(&context, &case).expect("it runs");
    assert!(replayed.fails, "{}", replayed.text);
    assert!(!replayed.text.contains("saved"), "{}", replayed.text);
    let left = std::fs::read_dir(root.path()).expect("a folder").count();
    assert_eq!(left, 0, "a replay writes nothing");
    // A run of the trial saves the same input.
    failure(run_outcome(&context, "reference::device"));
    assert_eq!(context.store().load(ID).expect("readable").len(), 1);
}
