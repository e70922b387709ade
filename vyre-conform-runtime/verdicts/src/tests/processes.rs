//! The store between processes: killed writers, users without permissions, and a full disk.

use super::{folder, segments, verdict};
use crate::{Retention, VerdictStore};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Environment variable that names the folder for a child process.
const FOLDER: &str = "VYRE_TEST_VERDICTS_FOLDER";
/// Prefix of the line in which a child reports a kept verdict.
const KEPT_PREFIX: &str = "kept ";

/// A command that runs one test of this binary on a folder.
fn child(test: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a program"));
    command
        .args([
            "--exact",
            "--nocapture",
            &format!("tests::processes::{test}"),
        ])
        .env(FOLDER, folder);
    command
}

/// The writer of [`killed_writers_leave_whole_verdicts`]; without the variable the test does nothing.
///
/// Oracle: none; it is the subject of the other.
#[test]
fn child_writes_verdicts_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let store = VerdictStore::open(Path::new(&folder));
    for number in 0.. {
        store.keep(verdict(number));
        if number % 500 == 499 {
            VerdictStore::prune(Path::new(&folder), Retention { bytes: 100_000 }).expect("pruned");
        }
    }
}

/// Oracle: the verdicts that the writers write: every one that is read is one of them, whole.
#[test]
fn killed_writers_leave_whole_verdicts() {
    let folder = folder();
    let begin = || {
        let mut command = child("child_writes_verdicts_until_killed", folder.path());
        command.stdout(Stdio::null()).spawn().expect("a process")
    };
    for round in 0..100_u64 {
        let mut writers = [begin(), begin()];
        for (number, writer) in (0..).zip(&mut writers) {
            std::thread::sleep(Duration::from_micros(
                (round * 7919 + number * 104_729) % 20_000,
            ));
            writer.kill().expect("killed");
            writer.wait().expect("ended");
        }
        let store = VerdictStore::open(folder.path());
        for actual in store.verdicts() {
            assert_eq!(actual, &verdict(actual.cases));
        }
    }
    assert!(!VerdictStore::open(folder.path()).verdicts().is_empty());
    VerdictStore::prune(folder.path(), Retention::default()).expect("pruned");
    assert_eq!(segments(folder.path()).len(), 1);
}

/// Keeps verdicts and prints each until the process is killed. The writer of [`no_kept_verdict_is_lost`].
///
/// Oracle: none; it is the subject of the other.
#[test]
fn child_prints_kept_verdicts() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let store = VerdictStore::open(Path::new(&folder));
    let mut out = std::io::stdout();
    for number in u64::from(std::process::id()) * 1_000.. {
        store.keep(verdict(number));
        writeln!(out, "{KEPT_PREFIX}{number}").expect("a reader");
    }
}

/// Oracle: the verdicts that the writers reported before they were killed.
#[test]
fn no_kept_verdict_is_lost() {
    let folder = folder();
    let mut kept = vec![];
    for lines in 1..20 {
        let begin = || {
            let mut command = child("child_prints_kept_verdicts", folder.path());
            command.stdout(Stdio::piped()).spawn().expect("a process")
        };
        for mut writer in [begin(), begin()] {
            let out = BufReader::new(writer.stdout.take().expect("a pipe"));
            let mut output = out.lines().map_while(Result::ok);
            let number = |line: String| line.split_once(KEPT_PREFIX)?.1.parse::<u64>().ok();
            kept.extend(output.by_ref().filter_map(number).take(lines));
            writer.kill().expect("killed");
            // A line that the kill cut has part of a number.
            let rest: Vec<u64> = output.filter_map(number).collect();
            kept.extend(
                rest.split_last()
                    .map(|(_, whole)| whole)
                    .unwrap_or_default(),
            );
            writer.wait().expect("ended");
        }
    }
    let store = VerdictStore::open(folder.path());
    assert!(kept.len() >= 190 * 2, "{} verdicts", kept.len());
    for number in kept {
        assert_eq!(store.find(&verdict(number).key), Some(&verdict(number)));
    }
}

/// Reads a store and adds to it in a process without permissions. The subject of the tests below.
///
/// Oracle: none; the tests below judge its output.
#[test]
fn child_prints_found_verdicts() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let store = VerdictStore::open(Path::new(&folder));
    println!("found {}", store.verdicts().len());
    (100..200).for_each(|number| store.keep(verdict(number)));
    store.sync();
    store
        .notes()
        .iter()
        .for_each(|note| println!("note: {note}"));
    println!("the end");
}

/// Output of a child on a folder with ten verdicts.
fn said(mut command: Command) -> String {
    let output = command.output().expect("a process");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success() && text.contains("the end"),
        "{text}"
    );
    text
}

/// A folder with ten verdicts that every user can reach.
#[cfg(unix)]
fn ten() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt as _;
    let outer = folder();
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(outer.path(), rights).expect("own folder");
    let inner = outer.path().join("verdicts");
    let store = VerdictStore::open(&inner);
    (0..10).for_each(|number| store.keep(verdict(number)));
    for segment in segments(&inner) {
        let rights = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(segment, rights).expect("own segment");
    }
    outer
}

/// Oracle: the documentation of the package, on a folder that a user may read and not write, and on an unreadable
/// folder of another user. Root has all permissions, so root runs the child as another user.
#[cfg(unix)]
#[test]
fn a_folder_without_rights_costs_notes() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    const NOBODY: u32 = 65_534;
    for (mode, actual, notes) in [(0o555, 10, 1), (0o000, 0, 2)] {
        let outer = ten();
        let inner = outer.path().join("verdicts");
        let rights = |mode| std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&inner, rights(mode)).expect("own folder");
        // A user other than root may be unable to reach this binary in the target folder.
        let program = outer.path().join("program");
        std::fs::copy(std::env::current_exe().expect("a program"), &program).expect("copied");
        let mut command = Command::new(&program);
        command
            .args([
                "--exact",
                "--nocapture",
                "tests::processes::child_prints_found_verdicts",
            ])
            .env(FOLDER, &inner)
            .current_dir(outer.path());
        if std::fs::metadata(&inner).expect("a folder").uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
        let message = said(command);
        std::fs::set_permissions(&inner, rights(0o755)).expect("own folder");
        assert!(
            message.contains(&format!("found {actual}\n")),
            "{mode:o}: {message}"
        );
        assert_eq!(
            message.matches("note: ").count(),
            notes,
            "{mode:o}: {message}"
        );
        assert!(
            message.contains("new verdicts are not kept"),
            "{mode:o}: {message}"
        );
        let stayed = VerdictStore::open(&inner).verdicts().len();
        assert_eq!(stayed, 10, "{mode:o}");
    }
}

/// Oracle: the documentation of the package, on a disk that becomes full in the middle of a line, imitated by a limit
/// on the size of files: intact lines count, and each further write costs a note.
#[cfg(unix)]
#[test]
fn full_disk_stops_only_writing() {
    let outer = ten();
    let inner = outer.path().join("verdicts");
    let inside = child("child_prints_found_verdicts", &inner);
    // A file of at most 4 KiB, without a signal at the limit.
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -f 8; trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(inside.get_program())
        .args(inside.get_args())
        .env(FOLDER, &inner);
    let message = said(limited);
    assert!(message.contains("found 10\n"), "{message}");
    assert_eq!(
        message.matches("new verdicts are not kept").count(),
        1,
        "{message}"
    );
    let store = VerdictStore::open(&inner);
    let actual = store.verdicts();
    assert!(
        (11..110).contains(&actual.len()),
        "{} verdicts",
        actual.len()
    );
    assert!(
        actual
            .iter()
            .all(|actual| **actual == verdict(actual.cases))
    );
    assert_eq!(
        store.notes().len(),
        1,
        "the line that was cut: {:?}",
        store.notes()
    );
}
