//! Files of decided laws: taken over and refused.

use super::*;
use vyre_conform_prove::method::ProofMethod;

fn head() -> Head {
    Head {
        format: Head::FORMAT.into(),
        version: "1".into(),
        spec_digest: "s".into(),
        registry_digest: "r".into(),
        functions_digest: "f".into(),
    }
}

fn asking(seconds: u64, solvers: &[&str]) -> RequestParameters<'static> {
    RequestParameters {
        time: Duration::from_secs(seconds),
        solvers: solvers.iter().map(ToString::to_string).collect(),
        keep: None,
    }
}

fn row(name: &str, fate: ProveOutcome) -> Row {
    Row {
        name: name.into(),
        fate,
        time: Duration::from_millis(1500),
        spent: SolverTime::default(),
        before: false,
    }
}

fn proved(digests: Option<[String; 2]>) -> ProveOutcome {
    ProveOutcome::Proved {
        engine: ProofMethod::Sat,
        behind: " by cadical".into(),
        digests,
    }
}

fn undecided(cut: bool) -> ProveOutcome {
    ProveOutcome::Undecided {
        said: "no time".into(),
        cut,
        failed: false,
    }
}

fn taken(path: &Path, name: &str, asking: &RequestParameters<'_>) -> Option<ProveOutcome> {
    let file = DecidedLaws::open(path, &head()).expect("it is of this library");
    let known = file.known(asking);
    known.get(name).map(|decided| decided.row().fate)
}

fn refused(path: &Path, expected: &Head) -> String {
    let failure = DecidedLaws::open(path, expected).err().expect("a refusal");
    assert_eq!(failure.status, crate::exit::Status::Io);
    failure.message
}

/// Oracle: the documentation of `--resume`.
#[test]
fn known_results_are_reused_and_retried_with_more_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("laws");
    let ten = asking(10, &["cadical 1"]);
    let file = DecidedLaws::open(&path, &head()).expect("a new file");
    let refuted = ProveOutcome::Refuted {
        said: "(1): no".into(),
    };
    for (name, fate) in [
        ("a", proved(None)),
        ("b", refuted.clone()),
        ("c", undecided(false)),
        ("d", undecided(true)),
        ("e", ProveOutcome::Contradiction { said: "two".into() }),
    ] {
        file.keep(&row(name, fate), &ten);
    }
    file.finish().expect("room");
    let held = DecidedLaws::open(&path, &head()).err().expect("it is open");
    assert!(held.message.contains("another process"), "{}", held.message);
    drop(file);
    assert_eq!(taken(&path, "a", &ten), Some(proved(None)));
    assert_eq!(taken(&path, "b", &asking(99, &[])), Some(refuted));
    assert_eq!(taken(&path, "c", &ten), Some(undecided(false)));
    assert_eq!(
        taken(&path, "c", &asking(5, &[])),
        Some(undecided(false)),
        "less time and fewer solvers decide no more"
    );
    for (name, asking) in [
        ("c", asking(11, &["cadical 1"])),
        ("c", asking(10, &["cadical 1", "z3 4"])),
        ("d", asking(10, &["cadical 1"])),
        ("e", asking(10, &["cadical 1"])),
        ("f", asking(10, &["cadical 1"])),
    ] {
        assert_eq!(taken(&path, name, &asking), None, "{name}");
    }
    // A law with an unrelated error is tried again.
    let fate = ProveOutcome::Undecided {
        said: "the disk is full".into(),
        cut: false,
        failed: true,
    };
    let file = DecidedLaws::open(&path, &head()).expect("it is of this library");
    file.keep(&row("full", fate), &asking(10, &[]));
    assert!(!file.has("full"));
    drop(file);
    assert_eq!(taken(&path, "full", &asking(10, &[])), None);
    // The later decision counts.
    let file = DecidedLaws::open(&path, &head()).expect("it is of this library");
    file.keep(&row("c", proved(None)), &asking(20, &[]));
    drop(file);
    assert_eq!(
        taken(&path, "c", &asking(99, &["z3 4"])),
        Some(proved(None))
    );
}

/// Oracle: the lines that were kept, cut after every byte in turn.
#[test]
fn a_torn_line_is_dropped_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("laws");
    let ten = asking(10, &[]);
    let file = DecidedLaws::open(&path, &head()).expect("a new file");
    file.keep(&row("a", proved(None)), &ten);
    file.keep(&row("b", undecided(false)), &ten);
    drop(file);
    let bytes = std::fs::read(&path).expect("a file");
    let ends: Vec<usize> = (0..bytes.len()).filter(|k| bytes[*k] == b'\n').collect();
    for cut in 0..=bytes.len() {
        std::fs::write(&path, &bytes[..cut]).expect("written");
        let file = DecidedLaws::open(&path, &head()).expect("a file that was cut off");
        for (name, end) in [("a", ends[1]), ("b", ends[2])] {
            assert_eq!(file.has(name), cut > end, "{cut}");
        }
        file.keep(&row("z", proved(None)), &ten);
        drop(file);
        assert_eq!(taken(&path, "z", &ten), Some(proved(None)), "{cut}");
    }
    for at in (0..bytes.len()).filter(|k| bytes[*k] != b'\n') {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, &damaged).expect("written");
        let message = refused(&path, &head());
        assert!(message.contains("--resume"), "{message}");
        assert_eq!(
            std::fs::read(&path).expect("a file"),
            damaged,
            "it is left as it is"
        );
    }
}

/// Oracle: the fields that name a library, and files that other programs wrote.
#[test]
fn another_library_and_another_file_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("laws");
    drop(DecidedLaws::open(&path, &head()).expect("a new file"));
    type Edit = fn(&mut Head);
    let edits: [(Edit, &str); 4] = [
        (
            |head| head.version = "2".into(),
            "another version of this program",
        ),
        (
            |head| head.spec_digest = "t".into(),
            "spec digest is s, now it is t",
        ),
        (
            |head| head.registry_digest = "q".into(),
            "registry digest is r, now it is q",
        ),
        (
            |head| head.functions_digest = "g".into(),
            "about another library",
        ),
    ];
    for (edit, expected) in edits {
        let mut other = head();
        edit(&mut other);
        let message = refused(&path, &other);
        assert!(
            message.contains(expected) && message.contains("remove this one"),
            "{message}"
        );
    }
    let journal = line(&serde_json::json!({"format": "vyre-conform journal 1"}));
    // A key in hexadecimal looks like the digest at the start of a line.
    let key = "5f1d7e4a".repeat(8);
    for text in ["my notes of a year\n", "notes", &key, &journal] {
        std::fs::write(&path, text).expect("written");
        let message = refused(&path, &head());
        assert!(
            message.contains("is not a file of decided laws"),
            "{message}"
        );
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    }
    let missing = folder.path().join("nowhere").join("laws");
    assert!(refused(&missing, &head()).contains("nothing was tried"));
}

/// Oracle: the documentation of `--keep-proofs` with `--resume`: the files, and their contents.
#[test]
fn missing_kept_proof_invalidates_its_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("laws");
    let texts = ["p cnf 1 0\n", "1 0 0\n"];
    let digests = texts.map(|text| blake3::hash(text.as_bytes()).to_hex().to_string());
    let name = "u32::min::Lattice Absorption(max)";
    let file = DecidedLaws::open(&path, &head()).expect("a new file");
    file.keep(&row(name, proved(Some(digests))), &asking(10, &[]));
    file.keep(&row("plain", proved(None)), &asking(10, &[]));
    drop(file);
    let keeping = RequestParameters {
        keep: Some(folder.path()),
        ..asking(10, &[])
    };
    let is_taken = || taken(&path, name, &keeping).is_some();
    assert!(taken(&path, name, &asking(10, &[])).is_some());
    assert!(taken(&path, "plain", &keeping).is_some());
    assert!(!is_taken());
    let names = kept_under("u32::min::LatticeAbsorption(max)", ProofMethod::Sat);
    for (name, text) in names.iter().zip(texts) {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    assert!(is_taken());
    std::fs::write(folder.path().join(&names[1]), "1 0").expect("written");
    assert!(!is_taken(), "it was cut off");
}
