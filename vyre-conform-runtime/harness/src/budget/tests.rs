//! Quick runs of toy ops on wrong and slow backends.

use super::*;
use crate::held::MIN_REPEATED;
use crate::held::tests::{processor_with, root};
use crate::options::{Settings, VerdictFolder};
use crate::summary::table;
use std::path::Path;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry;
use vyre_conform_suite::backend::Backend;

/// Longer than any trial of a toy op.
const LONG: Duration = Duration::from_secs(600);

/// Settings of a quick run within a time.
fn quick(time: Duration) -> Settings {
    Settings {
        quick: true,
        ..within(time)
    }
}

/// Settings of a full run within a time.
fn within(time: Duration) -> Settings {
    Settings {
        budget: Some(time),
        ..Settings::default()
    }
}

/// Context of a quick run of toy ops, with crate and store in a folder.
fn context(backend: Option<&'static dyn Backend>, folder: &Path) -> Context {
    context_of(backend, folder, quick(LONG))
}

/// The same with other settings.
fn context_of(backend: Option<&'static dyn Backend>, folder: &Path, settings: Settings) -> Context {
    let ops = registry::ops().into_iter();
    let ops = ops.filter(|op| op.id.starts_with("held::")).collect();
    let catalog = Catalog::of(ops, registry::helpers()).expect("ops");
    let settings = Settings {
        verdicts: VerdictFolder::Folder(folder.join("verdicts")),
        ..settings
    };
    let backends = backend.into_iter().collect();
    Context::new(catalog, settings, backends, None, folder).expect("a plan")
}

/// The end of a run, and its table.
fn ended(context: Context) -> (RunEnd, String) {
    let context = Box::leak(Box::new(context));
    let output = Output {
        writer: Box::new(std::io::sink()),
        is_terminal: true,
    };
    let end = run_to(context, &Arguments::default(), None, (true, output));
    (end, table(context))
}

/// The row of all trials: trials, held, passed, failed, pending.
fn numbers(table: &str) -> Vec<u64> {
    let row = table
        .lines()
        .find(|line| line.starts_with("all "))
        .expect("a row");
    let cells = row.split_whitespace().skip(1).take(5);
    cells.map(|cell| cell.parse().expect("a number")).collect()
}

/// Oracle: nine trials by the table of `choice.rs`; the store holds them afterwards, and eight of them run again.
#[test]
fn a_quick_run_passes_and_holds() {
    let root = root();
    let run = || context(Some(processor_with(false, Duration::ZERO)), root.path());
    let (end, table) = ended(run());
    assert_eq!((end.code, end.is_at_work), (0, false), "{table}");
    assert_eq!(numbers(&table), [9, 0, 9, 0, 0], "{table}");
    let (_, table) = ended(run());
    assert_eq!(numbers(&table), [9, 1, 8, 0, 0], "{table}");
}

/// Oracle: the documentation of the module: three trials of a backend that loads for ten minutes are pending and not a
/// pass, so that the store does not hold them.
#[test]
fn a_trial_that_does_not_end_is_pending() {
    let root = root();
    let slow = processor_with(false, LONG);
    let (end, table) = ended(context_of(
        Some(slow),
        root.path(),
        quick(Duration::from_secs(5)),
    ));
    assert_eq!((end.code, end.is_at_work), (0, true), "{table}");
    assert_eq!(numbers(&table), [9, 0, 6, 0, 3], "{table}");
    for (text, count) in [
        ("3 of 9 trials are pending", 1),
        (" ran for ", ON_BACKEND),
        (" did not begin", 1),
    ] {
        assert_eq!(table.matches(text).count(), count, "{table}");
    }
    let store = vyre_conform_verdicts::VerdictStore::open(&root.path().join("verdicts"));
    assert_eq!(store.verdicts().len(), 6);
}

/// Oracle: the results of the backend, whose last bit is wrong.
#[test]
fn a_wrong_backend_fails() {
    let root = root();
    let wrong = context(Some(processor_with(true, Duration::ZERO)), root.path());
    let (end, table) = ended(wrong);
    assert_eq!(end.code, 101, "{table}");
    assert_eq!(numbers(&table), [9, 0, 6, 3, 0], "{table}");
}

/// Oracle: docs/settings.md: `VYRE_REQUIRE_GPU` makes a missing adapter a failure.
#[test]
fn a_required_adapter_that_is_absent_fails() {
    let root = root();
    for (requires_gpu, code) in [(false, 0), (true, 101)] {
        let settings = Settings {
            require_gpu: requires_gpu,
            ..quick(LONG)
        };
        let context = context_of(None, root.path(), settings);
        assert_eq!(ended(context).0.code, code, "{requires_gpu}");
    }
}

/// Oracle: the plan: a run that has the time for all trials is a whole run, with the summary of one.
#[test]
fn a_budget_that_suffices_makes_a_whole_run() {
    let root = root();
    let backend = processor_with(false, Duration::ZERO);
    let context = context_of(Some(backend), root.path(), within(LONG));
    let planned = context.plan().obligations().len() as u64;
    let (end, table) = ended(context);
    assert_eq!(end.code, 0, "{table}");
    let [trials, held, passed, failed, pending] = numbers(&table)[..] else {
        panic!("{table}")
    };
    assert_eq!(
        (trials, held, failed, pending),
        (planned, 0, 0, 0),
        "{table}"
    );
    assert!(passed > 9, "{table}");
}

/// Oracle: the documentation of the module: trials that a slow backend leaves are pending, and the next run on a fast
/// backend runs only these.
#[test]
fn pending_trials_run_next_time() {
    let root = root();
    let slow = context_of(
        Some(processor_with(false, LONG)),
        root.path(),
        within(Duration::from_secs(5)),
    );
    let (end, table) = ended(slow);
    assert_eq!((end.code, end.is_at_work), (0, true), "{table}");
    let first = numbers(&table);
    assert!(first[4] > 0, "{table}");
    let fast = processor_with(false, Duration::ZERO);
    let (end, table) = ended(context_of(Some(fast), root.path(), within(LONG)));
    assert_eq!(end.code, 0, "{table}");
    let second = numbers(&table);
    // Eight of the passed trials are repeated.
    assert_eq!(
        (second[1], second[4]),
        (first[2] - MIN_REPEATED as u64, 0),
        "{table}"
    );
}

/// Oracle: that two texts draw two orders of twenty ops, and one text one.
#[test]
fn the_order_is_drawn_from_a_text() {
    let root = root();
    let context = context(Some(processor_with(false, Duration::ZERO)), root.path());
    let drawn = |order: &str| {
        let mut trials: Vec<&Obligation> = context.plan().obligations().iter().collect();
        choice::shuffle(order, &mut trials);
        let mut ops: Vec<&str> = trials.iter().map(|trial| &trial.op[..]).collect();
        ops.dedup();
        ops
    };
    let orders: std::collections::HashSet<_> =
        (0..20).map(|k: u32| drawn(&k.to_string())).collect();
    assert!(orders.len() > 3, "{orders:?}");
    assert_eq!(drawn("a"), drawn("a"));
}
