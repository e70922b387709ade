//! A backend process that is killed at random moments: every request has one verdict, and all results are right.

use super::host::{load, sum};
use super::open;
use super::suite::burning;
use crate::harness::support::{context, folder, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use vyre_conform_runtime::generate::witness;
use vyre_conform_suite::backend::{Backend, BackendError, Operand};
use vyre_conform_suite::record::Outcome;

/// Kills the process whose number is in a file, repeatedly at random moments, until `until` accepts the number of
/// kills.
fn kill_repeatedly(file: &Path, killed: &AtomicU64, until: impl Fn(u64) -> bool) {
    let mut last = String::new();
    for moment in 0.. {
        if until(killed.load(Ordering::Relaxed)) {
            return;
        }
        let wait = witness::uniform(1, moment, 0) % 9000;
        thread::sleep(Duration::from_micros(wait.into()));
        // A process must not be killed twice, since its number may already belong to another one.
        let number = fs::read_to_string(file).unwrap_or_default();
        if number.is_empty() || number == last {
            continue;
        }
        let kill = Command::new("kill").args(["-9", &number]).status();
        killed.fetch_add(
            u64::from(kill.is_ok_and(|s| s.success())),
            Ordering::Relaxed,
        );
        last = number;
    }
}

/// Requests sums while the process is killed this often.
fn check_under_kills(kills: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("number");
    let backend = open(&["mortal", file.to_str().expect("a name")]).expect("it opens");
    let module = sum();
    let op = load(&backend, &module);
    let killed = AtomicU64::new(0);
    let (mut right, mut lost) = (0_u64, 0_u64);
    thread::scope(|scope| {
        scope.spawn(|| kill_repeatedly(&file, &killed, |killed| killed >= kills));
        while killed.load(Ordering::Relaxed) < kills {
            // New operands each time, so that the answer to another request is wrong.
            let seed = u64::from(u32::MAX) + right + lost;
            let column = |k: u32| (0..2000).map(|n| witness::uniform(seed, n, k)).collect();
            let (a, b): (Vec<u32>, Vec<u32>) = (column(0), column(1));
            match op.run(&[Operand::Storage(&a), Operand::Storage(&b)], a.len()) {
                Ok(words) => {
                    let expected = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b));
                    assert!(
                        words.iter().copied().eq(expected),
                        "request {}",
                        right + lost
                    );
                    right += 1;
                }
                Err(BackendError::Unanswered { inputs, said }) => {
                    assert!(inputs.len() == 2 && said.contains("was lost"), "{said}");
                    lost += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
    });
    println!("{kills} kills: {right} requests answered, {lost} lost twice");
    assert!(right > lost, "{right} {lost}");
}

/// Oracle: the sums.
#[test]
fn forty_kills_cost_no_verdict() {
    check_under_kills(40);
}

/// Oracle: the sums. `--ignored`: it takes a minute.
#[test]
#[ignore = "a long run: a minute"]
fn a_thousand_kills_cost_no_verdict() {
    check_under_kills(1000);
}

/// Oracle: the plan: every obligation has one record, and a failed one says that no answer came.
#[test]
fn a_suite_whose_backend_is_killed_has_one_record_of_each_part() {
    let _ = burning(0);
    let root = folder();
    let file = root.path().join("number");
    let backend = open(&["mortal", file.to_str().expect("a name")]).expect("it opens");
    let backend: &'static dyn Backend = Box::leak(Box::new(backend));
    let context = context(&["toy::burning"], vec![backend], root.path());
    let (killed, ended) = (AtomicU64::new(0), AtomicU64::new(0));
    let outcomes = thread::scope(|scope| {
        scope.spawn(|| kill_repeatedly(&file, &killed, |_| ended.load(Ordering::Relaxed) > 0));
        let mut outcomes = vec![];
        while killed.load(Ordering::Relaxed) < 5 {
            outcomes = run(&context, "toy::burning");
        }
        ended.store(1, Ordering::Relaxed);
        outcomes
    });
    let obligations = context.plan().obligations().iter();
    let of_op = obligations.filter(|o| o.op == "toy::burning");
    let planned: Vec<&str> = of_op.map(|o| &*o.id).collect();
    let met: Vec<&str> = outcomes.iter().map(|(id, _)| &**id).collect();
    assert_eq!(met, planned);
    assert_eq!(met.iter().collect::<BTreeSet<_>>().len(), met.len());
    for (id, outcome) in &outcomes {
        match outcome {
            Outcome::Passed => {}
            Outcome::Failed(failure) => {
                assert!(
                    failure.report.contains("was lost"),
                    "{id}: {}",
                    failure.report
                );
            }
            other => panic!("{id}: {other:?}"),
        }
    }
}
