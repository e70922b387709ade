//! Held trials of toy ops, on a backend that computes on the processor.

use super::*;
use crate::context::Context;
use crate::options::{Settings, VerdictFolder};
use crate::run::{execute, unavailable};
use std::path::Path;
use std::time::Duration;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{self, OpDef, RowDef, Signature};
use vyre_conform_runtime::vyre_op;
use vyre_conform_suite::backend::{Backend, BackendError, Identity, LoadedOp, OpCode, Operand};

/// The sum modulo 2^32.
#[vyre_op(
    id = "held::sum",
    laws(Commutative, Identity(0)),
    boundaries((0, u32::MAX)),
    table((1, 2) => 3, "one and two"),
)]
const fn sum(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// The sum, computed by calling the other op.
#[vyre_op(id = "held::caller", laws(Commutative), table((1, 2) => 4, "one more than three"))]
const fn caller(a: u32, b: u32) -> u32 {
    sum(sum(a, b), 1)
}

/// The bits of both operands.
#[vyre_op(id = "held::other", laws(Commutative, Idempotent), table((1, 2) => 3, "two bits"))]
const fn other(a: u32, b: u32) -> u32 {
    a | b
}

/// A backend of these ops, wrong in the last bit on request, with an optional delay of loading.
struct Processor {
    identity: Identity,
    implementation: Option<&'static str>,
    is_wrong: bool,
    delay: Duration,
}

/// A correct backend without delay.
pub(crate) fn processor() -> &'static dyn Backend {
    processor_with(false, Duration::ZERO)
}

/// A wrong or slow backend.
pub(crate) fn processor_with(is_wrong: bool, delay: Duration) -> &'static dyn Backend {
    Box::leak(Box::new(Processor {
        identity: Identity::named("processor"),
        implementation: Some("test 1"),
        is_wrong,
        delay,
    }))
}

struct ProcessorOp(Signature, fn(u32, u32) -> u32, u32);

impl Backend for Processor {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn implementation(&self) -> Option<&str> {
        self.implementation
    }
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        std::thread::sleep(self.delay);
        let function: fn(u32, u32) -> u32 = match op.id {
            "held::sum" => sum,
            "held::caller" => caller,
            _ => other,
        };
        Ok(Box::new(ProcessorOp(
            op.signature,
            function,
            u32::from(self.is_wrong),
        )))
    }
}

impl LoadedOp for ProcessorOp {
    fn signature(&self) -> Signature {
        self.0
    }
    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let word =
            |operand: usize, case| operands[operand].words(case, self.0.operands[operand])[0];
        Ok((0..cases)
            .map(|case| (self.1)(word(0, case), word(1, case)) ^ self.2)
            .collect())
    }
}

/// Variation of a run.
struct Setup {
    settings: Settings,
    ops: Vec<&'static OpDef>,
    backend: Processor,
}

impl Setup {
    fn new(folder: &Path) -> Self {
        let mut settings = Settings::default();
        settings.plan.witnesses = 512;
        settings.plan.programs = 0;
        settings.verdicts = VerdictFolder::Folder(folder.join("verdicts"));
        let ops = registry::ops()
            .into_iter()
            .filter(|op| op.id.starts_with("held::"));
        Self {
            settings,
            ops: ops.collect(),
            backend: Processor {
                identity: Identity::named("processor"),
                implementation: Some("test 1"),
                is_wrong: false,
                delay: Duration::ZERO,
            },
        }
    }

    /// Runs the trials: names of those that ran, names of held ones, and reports of failures.
    fn run(self, root: &Path) -> Ran {
        let catalog = Catalog::of(self.ops, registry::helpers()).expect("ops");
        let backends: Vec<&'static dyn Backend> = vec![Box::leak(Box::new(self.backend))];
        let context = Context::new(catalog, self.settings, backends, None, root).expect("a plan");
        let chosen: Vec<&Obligation> = context.plan().obligations().iter().collect();
        let chosen: Vec<&Obligation> = chosen
            .into_iter()
            .filter(|of| unavailable(&context, of).is_none())
            .collect();
        let held = context.look_up(&chosen).expect("a store");
        let mut ran = Ran::default();
        for obligation in chosen {
            if held.record(obligation).is_some() {
                ran.held.push(obligation.id.clone());
                continue;
            }
            let record = held.record_result(execute(&context, obligation));
            ran.ids.push(obligation.id.clone());
            if let Outcome::Failed(failure) = record.outcome {
                ran.reports.push(failure.report);
            }
        }
        ran.lines = held.end();
        ran
    }
}

#[derive(Debug, Default)]
struct Ran {
    ids: Vec<String>,
    held: Vec<String>,
    reports: Vec<String>,
    lines: Vec<String>,
}

impl Ran {
    /// The ops all of whose trials ran.
    fn whole(&self) -> Vec<&'static str> {
        let ops = ["held::sum", "held::caller", "held::other"];
        let is_held = |op: &str| self.held.iter().any(|id| id.starts_with(op));
        ops.into_iter().filter(|op| !is_held(op)).collect()
    }
}

/// A crate with a lock file.
pub(crate) fn root() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    std::fs::write(root.path().join("Cargo.lock"), LOCK).expect("written");
    root
}

const LOCK: &str = "[[package]]\nname = \"naga\"\nversion = \"1.0.0\"\nsource = \"registry\"\n";

/// Oracle: the documentation of the module: a second run repeats the sample alone, and says so in one line.
#[test]
fn a_second_run_repeats_a_sample() {
    let root = root();
    let first = Setup::new(root.path()).run(root.path());
    assert!(
        first.held.is_empty() && first.reports.is_empty(),
        "{:?}",
        first.reports
    );
    assert!(first.lines.is_empty(), "{:?}", first.lines);
    let second = Setup::new(root.path()).run(root.path());
    assert_eq!(second.ids.len(), MIN_REPEATED);
    assert_eq!(second.held.len(), first.ids.len() - MIN_REPEATED);
    let line = format!("{} held since ", second.held.len());
    assert!(second.lines[0].starts_with(&line), "{:?}", second.lines);
    let mut fresh = Setup::new(root.path());
    fresh.settings.fresh = true;
    assert_eq!(fresh.run(root.path()).ids.len(), first.ids.len());
}

/// Oracle: the table in `keys.rs`: whatever a key covers, its trials run again when that changes.
#[test]
fn every_input_of_a_key_runs_its_trials_again() {
    const ALL: &[&str] = &["held::sum", "held::caller", "held::other"];
    type Change = fn(&mut Setup, &Path);
    let changes: [(&str, Change, &[&str]); 8] = [
        ("nothing", |_, _| {}, &[]),
        ("seed", |setup, _| setup.settings.plan.seed += 1, ALL),
        (
            "witnesses",
            |setup, _| setup.settings.plan.witnesses += 1,
            ALL,
        ),
        (
            "driver",
            |setup, _| setup.backend.identity.driver = "newer".into(),
            &[],
        ),
        (
            "code of the backend",
            |setup, _| setup.backend.implementation = Some("test 2"),
            &[],
        ),
        (
            "row",
            |setup, _| change_row(setup, "held::other"),
            &["held::other"],
        ),
        (
            "caller",
            |setup, _| change_row(setup, "held::caller"),
            &["held::caller"],
        ),
        ("lock file", |_, root| lock_other_package(root), ALL),
    ];
    for (what, change, expected) in changes {
        let root = root();
        Setup::new(root.path()).run(root.path());
        let mut setup = Setup::new(root.path());
        change(&mut setup, root.path());
        let is_of_backend = matches!(what, "driver" | "code of the backend");
        let ran = setup.run(root.path());
        assert_eq!(ran.whole(), expected, "{what}");
        let on_backend = |id: &&String| id.contains("processor");
        let held = ran.held.iter().filter(on_backend).count();
        assert_eq!(
            held == 0,
            is_of_backend || expected == ALL,
            "{what}: {held} trials of the backend are held"
        );
    }
}

fn lock_other_package(root: &Path) {
    std::fs::write(root.join("Cargo.lock"), LOCK.replace("1.0.0", "1.0.1")).expect("written");
}

/// Adds a row to an op.
fn change_row(setup: &mut Setup, id: &str) {
    let op = setup.ops.iter_mut().find(|op| op.id == id).expect("an op");
    let mut rows: Vec<RowDef> = op.rows.to_vec();
    let mut row = rows[0];
    row.rationale = "another reason";
    rows.push(row);
    let mut changed = **op;
    changed.rows = rows.leak();
    *op = Box::leak(Box::new(changed));
}

/// Oracle: the documentation of `Backend::implementation`.
#[test]
fn backend_without_an_implementation_id_is_never_held() {
    let root = root();
    for _ in 0..2 {
        let mut setup = Setup::new(root.path());
        setup.backend.implementation = None;
        let ran = setup.run(root.path());
        assert!(
            ran.held.iter().all(|id| !id.contains("processor")),
            "{:?}",
            ran.held
        );
    }
}

/// Oracle: the documentation of the module: a device that changed without another version is found, its verdicts are
/// withdrawn, and those of the reference stay.
#[test]
fn silently_changed_driver_is_detected() {
    let root = root();
    Setup::new(root.path()).run(root.path());
    let wrong = || {
        let mut setup = Setup::new(root.path());
        setup.backend.is_wrong = true;
        setup.run(root.path())
    };
    let found = std::iter::repeat_with(wrong)
        .take(100)
        .find(|ran| !ran.reports.is_empty());
    let reports = found
        .expect("one run of 100 repeats a trial of the device")
        .reports;
    assert!(
        reports[0].contains("is withdrawn") && reports[0].contains("processor"),
        "{reports:?}"
    );
    let after = wrong();
    assert!(
        after.held.iter().all(|id| !id.contains("processor")),
        "{:?}",
        after.held
    );
    assert!(!after.held.is_empty(), "verdicts of the reference stay");
}

/// Oracle: the documentation of the module, on a store with a forged pass.
#[test]
fn a_forged_pass_is_found_and_at_once_by_a_fresh_run() {
    let root = root();
    let wrong = |fresh| {
        let mut setup = Setup::new(root.path());
        setup.backend.is_wrong = true;
        setup.settings.fresh = fresh;
        setup
    };
    Setup::new(root.path()).run(root.path());
    let passes = VerdictStore::open(&root.path().join("verdicts"))
        .verdicts()
        .len();
    assert!(
        wrong(true).run(root.path()).reports.len() > 10,
        "of {passes}"
    );
    let found = (0..100).any(|_| !wrong(false).run(root.path()).reports.is_empty());
    assert!(found, "a run of 100 repeats a trial that fails");
}

/// Oracle: the number of cases that ran.
#[test]
fn a_pass_with_other_cases_is_a_difference() {
    let root = root();
    Setup::new(root.path()).run(root.path());
    let folder = root.path().join("verdicts");
    let store = VerdictStore::open(&folder);
    for verdict in store.verdicts() {
        let verdict = Verdict {
            cases: verdict.cases + 1,
            at: verdict.at + 1,
            ..verdict.clone()
        };
        store.keep(verdict);
    }
    drop(store);
    let ran = Setup::new(root.path()).run(root.path());
    assert!(
        ran.reports[0].contains("it now passes with"),
        "{:?}",
        ran.reports
    );
}
