//! References that never end: the run ends all the same, names them with their inputs, and checks everything else.

#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
#[cfg(unix)]
use std::process::Stdio;
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

/// Outcomes of the trials with this text in their names, except for those of adapters.
fn outcomes<'t>(text: &'t str, part: &str) -> Vec<(&'t str, &'t str)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("test "));
    let trials = lines.filter_map(|line| line.split_once(" ... "));
    let trials = trials.map(|(name, how)| (name.trim(), how.trim()));
    trials.filter(|(name, _)| name.contains(part)).collect()
}

/// Oracle: the ops in `endless/main.rs`: a loop that the translation shows, a loop that it does not show, and an op
/// without a loop.
#[test]
#[ignore = "a long run: seconds"]
fn endless_references_are_named_and_others_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let arguments = [
        "--test-threads",
        "2",
        "--skip",
        "engine::endless_",
        "--skip",
        "parity::",
        "--skip",
        "determinism::",
    ];
    let (output, text) = endless(folder.path(), &arguments, &[("ENDLESS_SUITE", "1")]);
    // Opening adapters takes time; at most three trials wait for the function at once, each for one limit and for its
    // own input.
    assert!(started.elapsed() < 30 * LIMIT, "{:?}", started.elapsed());
    assert_eq!(output.status.code(), Some(101), "{text}");
    for (name, how) in outcomes(&text, "endless::never::") {
        assert_eq!(how, "ok", "{name}\n{text}");
    }
    assert!(outcomes(&text, "endless::never::").len() > 5, "{text}");
    // The loop of a translated body is found before the run calls its function.
    for (name, how) in outcomes(&text, "endless::stated::") {
        match name.rsplit("::").next() {
            Some("gates") => assert_eq!(how, "FAILED", "{text}"),
            // This trial counts rows and laws, and calls nothing.
            Some("completeness") => assert_eq!(how, "ok", "{text}"),
            _ => assert!(
                how.starts_with("ignored (not run, because the gates refuse `endless::stated`"),
                "{name}: {how}"
            ),
        }
    }
    let expected =
        "with x = 0x0000_0003 a loop of `stated` runs more often than its bound!(100) says";
    assert!(text.contains(expected), "{text}");
    // The run waits for loops that the translation does not show.
    let hung = |how: &str| how == "FAILED";
    let trials = outcomes(&text, "endless::hidden::");
    let failed = trials.iter().filter(|(_, how)| hung(how)).count();
    assert!((1..=3).contains(&failed), "{failed}: {text}");
    let left = trials.iter().filter(|(_, how)| {
        how.contains("not run, because")
            && how.contains("did not return there: see `endless::hidden::")
    });
    assert!(left.count() >= 1, "{text}");
    assert!(text.contains("input     x = 0x0000_0007"), "{text}");
    assert!(
        text.contains("it did not return within 2 s (VYRE_LIMIT extends it)"),
        "{text}"
    );
    let saved = folder.path().join("regressions/endless.hidden.toml");
    let saved = std::fs::read_to_string(saved).expect("the input is saved");
    assert!(saved.contains("0x00000007"), "{saved}");
}

/// Oracle: the engines in `endless/engines.rs`: each has one function that does not return on the input with three
/// words, which is number 2; one engine has no such function.
#[test]
#[ignore = "a long run: seconds"]
fn endless_functions_of_engines_are_named_and_others_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let arguments = ["engine::endless_", "--test-threads", "2"];
    let (output, text) = endless(folder.path(), &arguments, &[("ENDLESS_SUITE", "1")]);
    assert!(started.elapsed() < 40 * LIMIT, "{:?}", started.elapsed());
    assert_eq!(output.status.code(), Some(101), "{text}");
    let sound = outcomes(&text, "engine::endless_sound::");
    assert!(sound.len() > 3, "{text}");
    for (name, how) in sound {
        let ignored = how.starts_with("ignored");
        assert!(
            how == "ok" || ignored && !name.contains("interpreter"),
            "{name} {how}\n{text}"
        );
    }
    for (function, case) in [
        ("reference", "input 2\n"),
        ("inputs", "input 2\n"),
        ("decode", "input 2, workgroup size 1\n"),
        // Words that the bench changes, to test whether the check can fail, may reach the loop on another input.
        ("order", "input "),
    ] {
        let engine = format!("engine::endless_{function}");
        let trials = outcomes(&text, &format!("{engine}::"));
        let failed = trials.iter().filter(|(_, how)| *how == "FAILED");
        // Each trial that calls it at once waits for it.
        assert!((1..=4).contains(&failed.count()), "{engine}: {text}");
        let message = format!(
            "ignored (not run, because the function `{function}` of the engine did not return there: see `{engine}::"
        );
        assert!(
            trials.iter().any(|(_, how)| how.starts_with(&message)),
            "{engine}: {text}"
        );
        let message = format!(": the function `{function}` of `{engine}` does not return\n");
        let (_, report) = text
            .split_once(&message)
            .unwrap_or_else(|| panic!("{message}: {text}"));
        let (_, named) = report.split_once("  case      ").expect("a case");
        assert!(named.starts_with(case), "{engine}: {text}");
        assert!(report.contains("it did not return within 2 s (VYRE_LIMIT extends it)"));
        // A hanging input generator yields no input to save.
        let saved = folder
            .path()
            .join(format!("regressions/{}.toml", engine.replace("::", ".")));
        assert_eq!(saved.exists(), function != "inputs", "{engine}");
    }
    assert!(text.contains("column 0 (3 words): 0 1 2"), "{text}");
}

/// Oracle: a filter that selects no trial that reports the fault is not a success.
#[test]
fn filter_that_hides_the_fault_is_no_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["--exact", "endless::stated::table"];
    let (output, text) = endless(folder.path(), &arguments, &[("ENDLESS_SUITE", "1")]);
    assert_eq!(output.status.code(), Some(101), "{text}");
    let expected = "one trial was not run, because the gates refuse `endless::stated`: see `endless::stated::gates`";
    assert!(text.contains(expected), "{text}");
    let arguments = ["check", "--exact", "endless::stated::table"];
    let (output, text) = endless(folder.path(), &arguments, &[]);
    assert_ne!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(expected), "{text}");
}

/// Oracle: the order of a run, which computes the digests of the engines first; a function of one of them does not
/// return.
#[test]
fn endless_digest_names_the_function() {
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let arguments = ["certify", "endless::never", "-o", "never.json"];
    let (output, text) = endless(folder.path(), &arguments, &[]);
    assert!(started.elapsed() < 20 * LIMIT, "{:?}", started.elapsed());
    assert_eq!(output.status.code(), Some(1), "{text}");
    let named = |function: &str| {
        let message = format!(
            "the function `{function}` of `engine::endless_{function}`, on input 2, does not return: it did not return within 2 s (VYRE_LIMIT extends it)"
        );
        text.contains(&message)
    };
    // Any of them, since they are queried at once.
    assert!(
        ["inputs", "reference", "decode", "order"]
            .into_iter()
            .any(named),
        "{text}"
    );
}

/// The text of `laws` about an op whose function never ends, within a budget; the time of the run.
fn laws_within_a_second(folder: &Path) -> Duration {
    let started = Instant::now();
    let arguments = ["laws", "endless::stated", "--budget", "1s"];
    let (output, text) = endless(folder, &arguments, &[("VYRE_LIMIT", "600s")]);
    let elapsed = started.elapsed();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let expected =
        "1 op was not done in --budget 1s: endless::stated. Name them to search their laws alone";
    assert!(text.contains(expected), "{text}");
    assert!(elapsed >= Duration::from_secs(1), "{elapsed:?}");
    elapsed
}

/// Oracle: the help of `--budget`, and the loop of the op. The best of three runs counts: others use the processor.
#[test]
fn laws_end_with_their_budget_and_name_what_is_not_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut elapsed = (0..3).map(|_| laws_within_a_second(folder.path()));
    assert!(elapsed.any(|elapsed| elapsed < Duration::from_secs(3)));
}

/// The time that `laws` takes from a signal to its end.
#[cfg(unix)]
fn ended_by(signal: &str) -> Duration {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vyre-endless"))
        .args(["laws", "endless::stated"])
        .env("VYRE_LIMIT", "600s")
        .env_remove("VYRE_ADAPTER")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut lines = BufReader::new(child.stderr.take().expect("piped"));
    // The handler is installed before the first line.
    let mut first = String::new();
    lines.read_line(&mut first).expect("a line");
    assert!(first.starts_with("1 op: bytes"), "{first}");
    let started = Instant::now();
    let pid = child.id().to_string();
    let sent = Command::new("kill").args([signal, &pid]).status();
    assert!(sent.expect("kill").success());
    let status = child.wait().expect("ended");
    let elapsed = started.elapsed();
    let mut text = String::new();
    lines.read_to_string(&mut text).expect("text");
    assert_eq!(status.code(), Some(130), "{text}");
    for part in [
        "interrupted: the results so far follow",
        "1 op was not done: endless::stated.",
    ] {
        assert!(text.contains(part), "{text}");
    }
    elapsed
}

/// Oracle: the documentation of exit codes, and a second; the best of three counts.
#[cfg(unix)]
#[test]
fn a_signal_ends_laws_within_a_second() {
    for signal in ["-INT", "-TERM"] {
        let mut elapsed = (0..3).map(|_| ended_by(signal));
        assert!(
            elapsed.any(|elapsed| elapsed < Duration::from_secs(1)),
            "{signal}"
        );
    }
}
