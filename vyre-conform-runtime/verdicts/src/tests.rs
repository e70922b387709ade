mod processes;

use super::*;
use crate::verdict::Entry;
use std::path::Path;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn verdict(number: u64) -> Verdict {
    Verdict {
        key: KeyBuilder::default()
            .with("number", number.to_le_bytes())
            .finish(),
        obligation: format!("u32::op{number}::gates"),
        driver: if number.is_multiple_of(2) {
            "even"
        } else {
            "odd"
        }
        .to_owned(),
        at: 1_000_000 + number,
        cases: number,
        coverage: None,
    }
}

fn segments(folder: &Path) -> Vec<std::path::PathBuf> {
    segment::list(folder).expect("a folder")
}

/// Oracle: the verdicts that were kept.
#[test]
fn later_run_finds_kept_verdicts() {
    let folder = folder();
    let store = VerdictStore::open(folder.path());
    (0..10).for_each(|number| store.keep(verdict(number)));
    assert_eq!(
        store.find(&verdict(3).key),
        None,
        "a run does not rely on itself"
    );
    let later = VerdictStore::open(folder.path());
    assert_eq!(later.find(&verdict(3).key), Some(&verdict(3)));
    assert_eq!(later.find(&verdict(11).key), None);
    assert_eq!(later.notes(), [""; 0]);
}

/// Oracle: the clock: a verdict of the year 9999 is none, and withdraws no others when its sample fails.
#[test]
fn dates_after_the_clock_are_ignored_with_a_note() {
    let folder = folder();
    let store = VerdictStore::open(folder.path());
    let mut future = verdict(1);
    future.at = 253_370_764_800;
    store.append(&[
        Entry::Passed(verdict(3)),
        Entry::Passed(future.clone()),
        Entry::Withdrawn {
            driver: "odd".into(),
            until: future.at,
        },
        Entry::Used {
            key: verdict(3).key,
            day: future.at / 86_400,
        },
    ]);
    let later = VerdictStore::open(folder.path());
    assert_eq!(later.find(&future.key), None);
    assert_eq!(later.find(&verdict(3).key), Some(&verdict(3)));
    assert!(!later.is_withdrawn("odd", verdict(3).at));
    let notes = later.notes();
    assert!(
        notes.len() == 1 && notes[0].contains("3 lines ignored"),
        "{notes:?}"
    );
    later.withdraw("odd", verdict(3).at);
    let last = VerdictStore::open(folder.path());
    assert_eq!(last.find(&verdict(3).key), None);
    assert!(
        !last.is_withdrawn("odd", verdict(3).at + 1),
        "later verdicts are in force"
    );
}

/// Oracle: POSIX: opening a pipe without a writer does not return.
#[cfg(unix)]
#[test]
fn pipes_in_the_folder_are_ignored() {
    let folder = folder();
    let pipe = folder.path().join(format!("pipe.{}", segment::EXTENSION));
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    VerdictStore::open(folder.path()).keep(verdict(1));
    let store = VerdictStore::open(folder.path());
    assert_eq!(store.find(&verdict(1).key), Some(&verdict(1)));
    let notes = store.notes();
    assert!(
        notes.len() == 1 && notes[0].contains("not a regular file"),
        "{notes:?}"
    );
    let pruned = VerdictStore::prune(folder.path(), Retention::default()).expect("pruned");
    assert!(pruned.kept == 1 && pipe.exists(), "{pruned:?}");
}

/// Oracle: the documentation of `KeyBuilder`: other names, values or boundaries give other keys.
#[test]
fn every_input_of_a_key_counts() {
    let key = |inputs: &[(&str, &str)]| {
        let add = |key: KeyBuilder, (name, value): &(&str, &str)| key.with(name, value);
        inputs.iter().fold(KeyBuilder::default(), add).finish()
    };
    let same = key(&[("text", "a"), ("seed", "1")]);
    for other in [
        key(&[("text", "b"), ("seed", "1")]),
        key(&[("text", "a"), ("seed", "2")]),
        key(&[("seed", "1"), ("text", "a")]),
        key(&[("texta", ""), ("seed", "1")]),
        key(&[("text", "a")]),
    ] {
        assert_ne!(other, same);
    }
    assert_eq!(key(&[("text", "a"), ("seed", "1")]), same);
}

/// Oracle: the documentation of the package: a segment cut at any byte yields the lines before the cut.
#[test]
fn a_segment_cut_at_any_byte_gives_its_whole_lines() {
    let folder = folder();
    let store = VerdictStore::open(folder.path());
    (0..4).for_each(|number| store.keep(verdict(number)));
    drop(store);
    let path = segments(folder.path()).remove(0);
    let whole = std::fs::read(&path).expect("a segment");
    for cut in 0..whole.len() {
        std::fs::write(&path, &whole[..cut]).expect("written");
        let lines = whole[..cut].iter().filter(|byte| **byte == b'\n').count();
        let store = VerdictStore::open(folder.path());
        assert_eq!(
            store.verdicts().len(),
            lines.saturating_sub(1),
            "cut at {cut}"
        );
        let is_whole = cut > 0 && whole[cut - 1] == b'\n';
        assert_eq!(store.notes().is_empty(), is_whole, "cut at {cut}");
    }
}

/// Oracle: the documentation of the package: a damaged line is ignored and never parsed as another verdict.
#[test]
fn a_changed_byte_is_no_other_verdict() {
    let folder = folder();
    let store = VerdictStore::open(folder.path());
    store.keep(verdict(1));
    drop(store);
    let path = segments(folder.path()).remove(0);
    let whole = std::fs::read(&path).expect("a segment");
    for index in 0..whole.len() {
        let mut changed = whole.clone();
        changed[index] ^= 1;
        std::fs::write(&path, &changed).expect("written");
        let store = VerdictStore::open(folder.path());
        let actual = store.verdicts();
        assert!(actual.is_empty(), "byte {index} gives {actual:?}");
        assert_eq!(store.notes().len(), 1);
    }
}

/// Oracle: the documentation of the package: a path to a file and a segment of another version cost a note each.
#[test]
fn unusable_segments_are_noted() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("written");
    let store = VerdictStore::open(&file);
    store.keep(verdict(1));
    assert_eq!(store.notes().len(), 2, "{:?}", store.notes());
}

/// Oracle: the documentation of the package: a segment of another version costs a note, and the others count.
#[test]
fn a_segment_of_another_version_is_ignored() {
    let folder = folder();
    VerdictStore::open(folder.path()).keep(verdict(1));
    let other = segment::line(&verdict::Entry::Passed(verdict(2)));
    for (header, is_read) in [(segment::HEADER, true), ("vyre-conform verdicts 9", false)] {
        let text = format!("{header}\n{other}");
        std::fs::write(folder.path().join("a.verdicts"), text).expect("written");
        let store = VerdictStore::open(folder.path());
        assert_eq!(store.find(&verdict(1).key), Some(&verdict(1)), "{header}");
        assert_eq!(store.find(&verdict(2).key).is_some(), is_read, "{header}");
        let notes = store.notes();
        assert_eq!(notes.is_empty(), is_read, "{header}: {notes:?}");
        assert!(
            notes
                .iter()
                .all(|note| note.contains("a.verdicts: ignored")),
            "{notes:?}"
        );
    }
}

/// Oracle: the documentation of `VerdictStore::withdraw`.
#[test]
fn withdrawn_verdicts_do_not_come_back() {
    let folder = folder();
    let store = VerdictStore::open(folder.path());
    (0..6).for_each(|number| store.keep(verdict(number)));
    let store = VerdictStore::open(folder.path());
    store.withdraw("even", 5);
    let drivers = |store: &VerdictStore| -> Vec<String> {
        store
            .verdicts()
            .iter()
            .map(|verdict| verdict.driver.clone())
            .collect()
    };
    assert_eq!(drivers(&VerdictStore::open(folder.path())), ["odd"; 3]);
    VerdictStore::prune(folder.path(), Retention::default()).expect("pruned");
    assert_eq!(drivers(&VerdictStore::open(folder.path())), ["odd"; 3]);
    let store = VerdictStore::open(folder.path());
    store.keep(Verdict {
        at: 2_000_000,
        ..verdict(2)
    });
    assert_eq!(
        VerdictStore::open(folder.path()).verdicts().len(),
        4,
        "a later verdict counts"
    );
}

/// Oracle: the documentation of `Retention`: the least recently used go first, and a segment in use stays.
#[test]
fn the_least_recently_used_go_first() {
    let folder = folder();
    let store = VerdictStore::open(folder.path());
    (0..100).for_each(|number| store.keep(verdict(number)));
    drop(store);
    let store = VerdictStore::open(folder.path());
    store.rely([verdict(7).key], 90 * 86_400);
    drop(store);
    let sizes = segments(folder.path()).into_iter();
    let size: u64 = sizes
        .map(|path| std::fs::metadata(path).expect("a segment").len())
        .sum();
    let pruned = VerdictStore::prune(folder.path(), Retention { bytes: size / 4 }).expect("pruned");
    let store = VerdictStore::open(folder.path());
    assert_eq!(pruned.kept + pruned.removed, 100);
    assert_eq!(store.verdicts().len(), pruned.kept);
    assert!((5..40).contains(&pruned.kept), "{pruned:?}");
    assert!(store.find(&verdict(7).key).is_some(), "it was used last");
    assert!(store.find(&verdict(8).key).is_none());
    store.keep(verdict(200));
    let kept = VerdictStore::prune(folder.path(), Retention { bytes: 0 })
        .expect("pruned")
        .kept;
    assert_eq!(kept, 0);
    assert_eq!(
        VerdictStore::open(folder.path()).verdicts(),
        [&verdict(200)],
        "its segment is in use"
    );
}

/// Oracle: the exported verdicts, and the errors of `ImportError`.
#[test]
fn an_export_is_imported_whole_or_not_at_all() {
    let (from, to) = (folder(), folder());
    let store = VerdictStore::open(from.path());
    (0..5).for_each(|number| store.keep(verdict(number)));
    let mut text = vec![];
    assert_eq!(
        VerdictStore::open(from.path())
            .export(&mut text)
            .expect("written"),
        5
    );
    let text = String::from_utf8(text).expect("text");
    let damaged = text.replace("op3", "op4");
    let error = VerdictStore::open(to.path())
        .import(&damaged)
        .expect_err("damaged");
    assert!(matches!(error, ImportError::Damaged { line: 5 }), "{error}");
    let error = VerdictStore::open(to.path())
        .import("{}")
        .expect_err("no export");
    assert!(matches!(error, ImportError::Version { .. }), "{error}");
    assert!(VerdictStore::open(to.path()).verdicts().is_empty());
    assert_eq!(
        VerdictStore::open(to.path()).import(&text).expect("whole"),
        5
    );
    assert_eq!(VerdictStore::open(to.path()).verdicts().len(), 5);
}

/// Oracle: the calendar.
#[test]
fn days_are_dates() {
    assert_eq!(day(0), "1970-01-01");
    assert_eq!(day(1_795_910_399), "2026-11-28");
    assert_eq!(day(u64::MAX), "9999-12-31");
}
