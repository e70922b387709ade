//! References that never end: a run ends all the same, names them with their inputs, and shows everything else.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(2);

fn endless(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> (Output, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-endless"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("VYRE_CASES", "2000")
        .env("VYRE_LIMIT", "2s")
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

/// How the trials with this in their names ended, without those of adapters.
fn ended<'t>(text: &'t str, part: &str) -> Vec<(&'t str, &'t str)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("test "));
    let trials = lines.filter_map(|line| line.split_once(" ... "));
    let trials = trials.map(|(name, how)| (name.trim(), how.trim()));
    trials.filter(|(name, _)| name.contains(part)).collect()
}

/// Oracle: the ops in `endless/main.rs`: one loop that the translation shows, one that it does not, and an op
/// without one.
#[test]
fn references_that_never_end_are_named_and_others_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let began = Instant::now();
    let arguments = [
        "--test-threads",
        "2",
        "--skip",
        "parity::",
        "--skip",
        "determinism::",
    ];
    let (output, text) = endless(folder.path(), &arguments, &[("ENDLESS_SUITE", "1")]);
    // Opening adapters takes its time; three trials at the most wait for the function at once, each for one
    // limit and for the input that it is.
    assert!(began.elapsed() < 30 * LIMIT, "{:?}", began.elapsed());
    assert_eq!(output.status.code(), Some(101), "{text}");
    for (name, how) in ended(&text, "endless::never::") {
        assert_eq!(how, "ok", "{name}\n{text}");
    }
    assert!(ended(&text, "endless::never::").len() > 5, "{text}");
    // The loop of a translated body is found before its function is called.
    for (name, how) in ended(&text, "endless::stated::") {
        match name.ends_with("::gates") {
            true => assert_eq!(how, "FAILED", "{text}"),
            false => assert!(
                how.starts_with("ignored (not run, because the gates refuse `endless::stated`"),
                "{name}: {how}"
            ),
        }
    }
    let due = "with x = 0x0000_0003 a loop of `stated` runs more often than its bound!(100) says";
    assert!(text.contains(due), "{text}");
    // What nothing shows is waited for.
    let hung = |how: &str| how == "FAILED";
    let trials = ended(&text, "endless::hidden::");
    let failed = trials.iter().filter(|(_, how)| hung(how)).count();
    assert!((1..=3).contains(&failed), "{failed}: {text}");
    let left = trials.iter().filter(|(_, how)| {
        how.contains("not run, because")
            && how.contains("did not come back there: see `endless::hidden::")
    });
    assert!(left.count() >= 1, "{text}");
    assert!(text.contains("input     x = 0x0000_0007"), "{text}");
    assert!(
        text.contains("it did not come back within 2 s (VYRE_LIMIT gives it more)"),
        "{text}"
    );
    let saved = folder.path().join("regressions/endless.hidden.toml");
    let saved = std::fs::read_to_string(saved).expect("the input is saved");
    assert!(saved.contains("0x00000007"), "{saved}");
}

/// Oracle: a filter that takes no trial that says what is wrong is not a success.
#[test]
fn what_is_not_run_is_no_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["--exact", "endless::stated::table"];
    let (output, text) = endless(folder.path(), &arguments, &[("ENDLESS_SUITE", "1")]);
    assert_eq!(output.status.code(), Some(101), "{text}");
    let due = "one trial was not run, because the gates refuse `endless::stated`: see `endless::stated::gates`";
    assert!(text.contains(due), "{text}");
    let arguments = ["check", "--exact", "endless::stated::table"];
    let (output, text) = endless(folder.path(), &arguments, &[]);
    assert_ne!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(due), "{text}");
}
