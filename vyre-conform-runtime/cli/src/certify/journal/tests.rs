//! Journals that are cut, damaged, or from another run.

use super::*;
use vyre_conform_certificate::certificate::OutcomeName;

fn head() -> Head {
    Head {
        format: Head::FORMAT.into(),
        suite_version: "0".into(),
        spec_digest: "s".into(),
        registry_digest: "r".into(),
        expressions: None,
        backends: vec![],
        settings: Settings {
            seed: "0x1".into(),
            witnesses: 1,
            domains: vec![],
            engine_inputs: 1,
            programs: 1,
            track: None,
            prove: false,
            mutate: false,
            baselines: false,
            filetests: None,
            wgsl: None,
            filter: None,
        },
        shard: [1, 1],
        saved: BTreeMap::new(),
    }
}

fn result(k: u64) -> TaskResult {
    TaskResult {
        id: format!("u32::op{k}::gates"),
        range: None,
        cases: k,
        failures: 0,
        by_digest: k % 2,
        first: None,
        outcome: OutcomeName::Passed,
        reason: None,
        covered: None,
        proof: None,
        milliseconds: None,
        losses: None,
        unsaved: None,
        skipped: vec![],
    }
}

fn path(name: &str) -> PathBuf {
    let name = format!("vyre-journal-{}-{name}", std::process::id());
    std::env::temp_dir().join(name)
}

/// Oracle: the results that were kept, cut after every byte in turn.
#[test]
fn a_torn_journal_keeps_every_whole_line() {
    let path = path("torn");
    let mut journal = Journal::begin(&path, &head(), true).expect("a journal");
    for k in 0..3 {
        journal.keep(&result(k)).expect("room");
    }
    let held = Journal::resume(&path, &head()).expect_err("it is open");
    assert!(held.contains("another process"), "{held}");
    drop(journal);
    let bytes = std::fs::read(&path).expect("a file");
    let ends: Vec<usize> = (0..bytes.len()).filter(|k| bytes[*k] == b'\n').collect();
    for cut in ends[0] + 1..=bytes.len() {
        std::fs::write(&path, &bytes[..cut]).expect("written");
        let whole = ends.iter().filter(|end| **end < cut).count() as u64;
        let (mut journal, done) = Journal::resume(&path, &head()).expect("resumable");
        assert_eq!(done, (0..whole - 1).map(result).collect::<Vec<_>>());
        journal.keep(&result(9)).expect("room");
        let (_, done, _) = Journal::read(&path).expect("whole again");
        assert_eq!(done.last(), Some(&result(9)));
    }
    for at in (0..bytes.len()).filter(|k| bytes[*k] != b'\n') {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, &damaged).expect("written");
        assert!(Journal::read(&path).is_err(), "byte {at}");
    }
    std::fs::remove_file(&path).expect("removed");
}

/// Oracle: the fields that name a run.
#[test]
fn the_journal_of_another_run_is_refused_by_name() {
    let path = path("foreign");
    drop(Journal::begin(&path, &head(), true).expect("a journal"));
    let mut other = head();
    other.registry_digest = "q".into();
    let message = Journal::resume(&path, &other).unwrap_err();
    assert!(
        message.contains("registry digest is r, now it is q"),
        "{message}"
    );
    let again = Journal::begin(&path, &head(), false).unwrap_err();
    assert!(again.contains("--resume"), "{again}");
    std::fs::remove_file(&path).expect("removed");
}

/// Oracle: the file that was put there.
#[test]
fn foreign_file_is_not_replaced() {
    let path = path("notes");
    for (text, taken) in [
        ("my notes of a year\n", false),
        ("0123456789abcdef0 is not a line", false),
        ("", true),
        ("5f1d", true),
        ("0123456789abcdef {\"damaged\n", true),
    ] {
        std::fs::write(&path, text).expect("written");
        match Journal::begin(&path, &head(), true) {
            Ok(_) => assert!(taken, "{text}"),
            Err(message) => {
                assert!(!taken && message.contains("is not a journal"), "{message}");
                assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
            }
        }
    }
    std::fs::remove_file(&path).expect("removed");
}

/// Oracle: the operating system's device that is always full.
#[test]
fn full_disk_is_reported_before_any_work() {
    let full = Path::new("/dev/full");
    if full.exists() {
        let message = Journal::begin(full, &head(), false).unwrap_err();
        assert!(message.contains("No space left"), "{message}");
    }
}
