//! A run with backends that hang, panic, die, lie or change their identity: the run names each of them, and the other
//! backends are unaffected.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use vyre_conform_suite::backend::Backend;

/// The time limit for a call of these backends.
const PATIENCE: Duration = Duration::from_secs(6);

/// Absent backends of `bad/backends.rs`, each with its reason.
const ABSENT: [(&str, &str); 9] = [
    ("absent", "there is no card in slot 3"),
    ("first_twin", "two backends have the slug `twin`"),
    (
        "identity_panics",
        "`identity` panicked: the driver of identity crashed",
    ),
    ("limits_hang", "`limits` did not return within 6 s"),
    (
        "nameless",
        "`` cannot be the slug of a backend: it is empty",
    ),
    ("open_hangs", "`open` did not return within 6 s"),
    ("open_panics", "`open` panicked: the firmware is missing"),
    ("second_twin", "two backends have the slug `twin`"),
    ("spaced", "`two words` cannot be the slug of a backend"),
];

/// Backends that the run abandons, each with its reason.
const ABANDONED: [(&str, &str); 8] = [
    ("changes", "its identity changed"),
    ("drop_panics", "`law` panicked: the driver of drop crashed"),
    ("lacks_hangs", "`missing_support` did not return within 6 s"),
    (
        "lacks_panics",
        "`missing_support` panicked: the driver of lacks crashed",
    ),
    ("load_hangs", "`load` did not return within 6 s"),
    ("load_panics", "`load` panicked: the driver of load crashed"),
    ("run_hangs", "`run` did not return within 6 s"),
    ("run_panics", "`run` panicked: the driver of run crashed"),
];

/// Backends that fail their trials.
const FAILING: [&str; 3] = ["dies", "lies", "short"];

fn bad(arguments: &[&str], settings: &[(&str, &str)]) -> (Output, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-bad-backends"));
    command
        .args(arguments)
        .current_dir(folder.path())
        .env("VYRE_CASES", "2000")
        .env("VYRE_PATIENCE", "6s")
        .env_remove("VYRE_ADAPTER")
        .env_remove("VYRE_REQUIRE_ADAPTERS")
        .env_remove("VYRE_REQUIRE_GPU")
        .env_remove("CARGO_MANIFEST_DIR")
        .envs(settings.iter().copied());
    let output = command.output().expect("it runs");
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let text = text.concat();
    (output, text)
}

fn suite(settings: &[(&str, &str)]) -> (Output, String, Duration) {
    let started = Instant::now();
    // As many witnesses as L2 requires.
    let settings = [settings, &[("BAD_SUITE", "1"), ("VYRE_CASES", "1e6")]].concat();
    let (output, text) = bad(&["--test-threads", "1"], &settings);
    (output, text, started.elapsed())
}

/// The section of the summary about an adapter.
fn section(text: &str, slug: &str) -> String {
    let begin = format!("\n{slug}: ");
    let position = text
        .rfind(&begin)
        .unwrap_or_else(|| panic!("no {slug}: {text}"));
    let lines = text[position + 1..].lines();
    let own = lines.take_while(|line| !line.is_empty() && !line.contains(" is absent: "));
    own.collect::<Vec<_>>().join("\n")
}

fn has_lavapipe() -> bool {
    let mut adapters = vyre_conform_tests::adapters().iter();
    adapters.any(|adapter| adapter.identity().slug == "llvmpipe")
}

fn assert_absent(text: &str) {
    for (name, reason) in ABSENT {
        let message = format!("vyre_bad_backends::backends::{name} is absent: {reason}");
        assert!(text.contains(&message), "{message}\nnot in\n{text}");
    }
}

/// Oracle: the faults in `bad/backends.rs`, and a run of lavapipe alone.
#[test]
#[ignore = "a long run: seconds"]
fn twenty_one_bad_backends_are_named_and_lavapipe_is_unaffected() {
    assert!(
        has_lavapipe(),
        "this test needs Mesa's lavapipe among the adapters"
    );
    // Adapters have their own clock and are called without guard or thread, so that nothing slows them down.
    let mut adapters = vyre_conform_tests::adapters().iter();
    assert!(adapters.all(|adapter| adapter.call_time_limit().is_none()));
    let (alone, message, elapsed) = suite(&[("VYRE_ADAPTER", "llvmpipe")]);
    assert!(alone.status.success(), "{message}");
    let (beside, text, with_others) = suite(&[]);
    assert_eq!(beside.status.code(), Some(101), "{text}");
    assert_eq!(section(&text, "llvmpipe"), section(&message, "llvmpipe"));
    for slug in ["llvmpipe", "right"] {
        let message = format!("{slug}: L2 established: 1 of 1");
        assert!(section(&text, slug).contains(&message), "{text}");
    }
    assert_absent(&text);
    // No backend takes the name of an adapter.
    assert!(text.contains("::stolen is absent: two backends have the slug `llvmpipe`"));
    for (slug, reason) in ABANDONED {
        let message = format!("{slug} was given up: {reason}");
        assert!(text.contains(&message), "{message}\nnot in\n{text}");
        // Each of its trials gives the reason.
        let message = format!("backend `{slug}` was given up: {reason}");
        let failed = |line: &str| line.starts_with("bad::sum::") && line.contains(&message);
        assert!(
            text.lines().any(failed),
            "{message}\nof no trial in\n{text}"
        );
    }
    for slug in FAILING {
        let failed = format!("bad::sum::parity::{slug}::edges");
        assert!(text.contains(&failed), "{failed}\nnot in\n{text}");
    }
    // Three phases can wait: opening (in both runs), querying the lacking parts, and running. Sequential waits for all
    // hanging backends would exceed the limit.
    let limit = elapsed + 4 * PATIENCE;
    assert!(
        with_others < limit,
        "{with_others:?}, and {elapsed:?} without"
    );
}

/// Oracle: the faults in `bad/backends.rs`.
#[test]
#[ignore = "a long run: seconds"]
fn every_command_names_absent_backends() {
    let (output, text) = bad(&["adapters"], &[]);
    assert!(output.status.success(), "{text}");
    assert_absent(&text);
    let (_, text) = bad(&["check", "gates", "--json"], &[]);
    assert_absent(&text);
    let (output, text) = bad(&["check", "gates"], &[]);
    assert!(output.status.success(), "{text}");
    assert_absent(&text);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("right.json");
    let path = file.to_str().expect("a path in UTF-8");
    let (output, text) = bad(&["certify", "gates", "--adapter", "right", "-o", path], &[]);
    assert!(output.status.success(), "{text}");
    let (output, verified) = bad(&["verify", path], &[]);
    assert!(output.status.success(), "{verified}");
    assert_absent_in(&file);
}

fn assert_absent_in(certificate: &Path) {
    let text = std::fs::read_to_string(certificate).expect("written");
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let absent = file["run"]["absent"].as_array().expect("a list");
    let absent: Vec<&str> = absent.iter().filter_map(|line| line.as_str()).collect();
    assert_eq!(absent.len(), ABSENT.len() + usize::from(has_lavapipe()));
    assert_absent(&absent.join("\n"));
}

/// Oracle: the folder, which permits no new files; the table of the op, which is checked as a whole.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a long run: seconds"]
fn a_failing_input_that_cannot_be_saved_ends_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let regressions = folder.path().join("regressions");
    std::os::unix::fs::symlink("/proc/self", regressions).expect("linked");
    let root = folder.path().to_str().expect("a path in UTF-8");
    let file = folder.path().join("lies.json");
    let path = file.to_str().expect("a path in UTF-8");
    let trial = ["certify", "bad::sum::table", "--adapter", "lies"];
    let arguments = [&trial[..], &["--root", root, "-o", path]].concat();
    let (output, text) = bad(&arguments, &[]);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("a failing input cannot be saved"), "{text}");
    assert!(
        !file.exists(),
        "a run that lost an input has no certificate"
    );
}

/// Oracle: the reason that the backend gives.
#[test]
#[ignore = "a long run: seconds"]
fn a_required_backend_that_is_absent_fails_with_its_reason() {
    let (output, text, _) = suite(&[("VYRE_REQUIRE_ADAPTERS", "absent")]);
    assert_eq!(output.status.code(), Some(101), "{text}");
    let expected = "VYRE_REQUIRE_ADAPTERS requires `absent`, but the adapters are: ";
    assert!(text.contains(expected), "{text}");
    assert!(
        text.contains("::absent is absent: there is no card in slot 3"),
        "{text}"
    );
    let (output, text, _) = suite(&[("VYRE_ADAPTER", "slot")]);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(
        text.contains("::absent is absent: there is no card in slot 3"),
        "{text}"
    );
    let (output, text, _) = suite(&[("VYRE_PATIENCE", "soon")]);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(
        text.contains("VYRE_PATIENCE=`soon`: a number of seconds"),
        "{text}"
    );
}

/// Oracle: `bad/backends.rs`: one bit of one result is wrong in every run, which the reference tells.
#[test]
fn a_defect_is_one_report_with_its_list_of_trials() {
    let settings = [
        ("BAD_SUITE", "1"),
        ("VYRE_ADAPTER", "lies"),
        ("VYRE_PATIENCE", "1s"),
    ];
    let (output, text) = bad(&["::parity::lies::"], &settings);
    assert_eq!(output.status.code(), Some(101), "{text}");
    let reports = text.matches("  diagnosis ").count();
    assert_eq!(reports, 1, "{text}");
    let failed = text.lines().filter_map(|line| {
        let (name, outcome) = line.strip_prefix("test ")?.split_once(" ... ")?;
        (outcome.trim() == "FAILED").then_some(name.trim())
    });
    let mut failed: Vec<&str> = failed.collect();
    failed.sort_unstable();
    assert!(failed.len() > 3, "{text}");
    let expected = "  the same defect as in `bad::sum::parity::lies::";
    assert_eq!(text.matches(expected).count(), failed.len() - 1, "{text}");
    let head = format!("\n{} trials fail for one reason, ", failed.len());
    let (_, list) = text.split_once(&head).unwrap_or_else(|| panic!("{text}"));
    let list = list.lines().skip(1);
    let mut list: Vec<&str> = list.map_while(|line| line.strip_prefix("  ")).collect();
    list.sort_unstable();
    assert_eq!(list, failed);
}
