//! Backends that lie: `serve-check` finds each by a rule of the documentation and not by comparison with another
//! backend.

use super::{PATIENCE, broken_command};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use vyre_conform_process::serve_check_each;
use vyre_conform_tests::lies::{HONEST, lies};

/// The least number of lies in the table.
const MIN_LIES: usize = 60;

/// The number of programs that run at once.
const THREADS: usize = 4;

/// The first problem of the program with this lie, if any.
fn first(name: &str) -> Option<(&'static str, String)> {
    let mut problem = None;
    serve_check_each(&broken_command(&["lie", name]), 30 * PATIENCE, &mut |one| {
        problem = one.fault.map(|wrong| (one.description, wrong));
        problem.is_none()
    });
    problem
}

/// Oracle: the honest program of the table, from which every lie differs in one respect.
#[test]
fn honest_backend_passes() {
    assert_eq!(first(HONEST), None);
}

/// Oracle: each lie departs from docs/spec/protocol.md or docs/spec/ir.md in one respect, and the honest program is
/// right.
#[test]
#[ignore = "a long run: seconds"]
fn every_lie_is_found() {
    let lies = lies();
    assert!(lies.len() >= MIN_LIES, "{}", lies.len());
    let (next, believed) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let ask = || {
        while let Some(lie) = lies.get(next.fetch_add(1, Ordering::Relaxed)) {
            if first(lie.name).is_none() {
                believed.lock().expect("no panic").push(lie.name);
            }
        }
    };
    std::thread::scope(|scope| (0..THREADS).for_each(|_| _ = scope.spawn(ask)));
    let believed = believed.into_inner().expect("no panic");
    assert!(believed.is_empty(), "{believed:#?}");
}

/// Oracle: docs/spec/ir.md: the message names the violated rule.
#[test]
fn a_lie_is_named_by_its_rule() {
    for (lie, what, message) in [
        (
            "has no barriers",
            "at a barrier every invocation",
            "`barriers`: word ",
        ),
        (
            "loses the atomic steps of every second invocation",
            "no atomic step is lost",
            "`tickets`: word 0 of buffer 0 is 0x40, and 0x80 is expected",
        ),
        (
            "packs two halves a word",
            "it answers the golden frames",
            "it moves whole words: an index of a buffer of halves counts words: it answers the words",
        ),
        (
            "takes workgroups of 128 along y",
            "it has each limit that it states",
            "`workgroup_size_y` is 256, but a program at this limit does not run",
        ),
        (
            "ends at every 25th run",
            "its ops and programs keep the contract",
            "requests were lost: it closed its output",
        ),
        (
            "answers `unsupported` to a program that it does not lack",
            "it answers the golden frames",
            "it rejects the request: this case is lacking",
        ),
    ] {
        let (actual, words) = first(lie).unwrap_or_else(|| panic!("`{lie}` is believed"));
        assert!(actual.starts_with(what), "{lie}: {actual}: {words}");
        assert!(words.contains(message), "{lie}: {words}");
    }
}
