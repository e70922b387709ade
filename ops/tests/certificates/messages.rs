//! Output and exit codes of `verify`, `report`, `merge` and `diff`.

use vyre_conform_certificate::certificate::{Certificate, OutcomeName, SavedFailures, derive};
use vyre_conform_tests::sandbox::Sandbox;

const FILTER: &str = "u32::bit_not::";
const OPTIONS: &[&str] = &["--cases", "20000"];

/// Oracle: the documentation of `verify`.
#[test]
#[ignore = "a long run: seconds"]
fn verification_lists_skipped_checks() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify(FILTER, "a.json", OPTIONS);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let verified = sandbox.run(&["verify", "a.json"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    let message =
        "nothing was run again; results, device and unsupported parts are the issuer's word";
    assert!(verified.stdout.contains(message), "{}", verified.stdout);
    // 20,000 witnesses of one op are not a level of the registry.
    for level in ["L1", "L2", "L1a"] {
        let requested = sandbox.run(&["verify", "a.json", "--level", level]);
        assert_eq!(requested.code, Some(1), "{level}: {}", requested.stdout);
        let message = format!("{level} is required but not established");
        assert!(requested.stdout.contains(&message), "{}", requested.stdout);
    }
    let quiet = sandbox.run(&["-q", "verify", "a.json", "--level", "L1"]);
    assert_eq!(quiet.stdout, "a.json: L1 is required but not established\n");
    // A seed selects parts to run again, and none are run.
    let seed = sandbox.run(&["verify", "a.json", "--seed", "3"]);
    assert_eq!(seed.code, Some(2), "{}", seed.stdout);
    assert!(seed.stderr.contains("--rerun"), "{}", seed.stderr);
    let other = sandbox.run(&["verify", "a.json", "--level", "L9"]);
    assert_eq!(other.code, Some(2), "{}", other.stderr);
    // On this machine with this adapter all parts can be run again, except those that no run gives.
    let all = [
        "verify",
        "a.json",
        "--rerun",
        "1%",
        "--seed",
        "3",
        "--require-all",
    ];
    let second = sandbox.run(&all);
    assert!(
        !second.stdout.contains("the backend is not on this machine"),
        "{}",
        second.stdout
    );
    let filtered = sandbox.read("a.json");
    let left_out = filtered
        .parts()
        .filter(|p| p.outcome == OutcomeName::NotRun)
        .count();
    assert_eq!(
        second.code,
        Some(i32::from(left_out > 0)),
        "{}",
        second.stderr
    );
    // The same device under another name is absent: its parts are named, and count as missing if all are required.
    let mut certificate = sandbox.read("a.json");
    certificate.evidence.backend.device = "llvmpipe (of nobody)".into();
    let certificate = Certificate::seal(certificate.evidence, certificate.run);
    sandbox.write("away.json", &certificate);
    let sample = sandbox.run(&["verify", "away.json", "--rerun", "1%", "--seed", "3"]);
    assert_eq!(sample.code, Some(0), "{}", sample.stderr);
    assert!(
        sample
            .stdout
            .contains("not run again, the backend is not on this machine"),
        "{}",
        sample.stdout
    );
    assert!(
        sample.stdout.contains("  u32::bit_not::parity::"),
        "{}",
        sample.stdout
    );
    // Saved failures of another crate have no effect.
    let others = sandbox.path("regressions/u32.nosuch.toml");
    std::fs::create_dir_all(sandbox.path("regressions")).expect("a folder");
    std::fs::write(&others, "").expect("written");
    let all = sandbox.run(&[
        "verify",
        "away.json",
        "--rerun",
        "1%",
        "--seed",
        "3",
        "--require-all",
    ]);
    std::fs::remove_file(others).expect("removed");
    assert_eq!(all.code, Some(1), "{}", all.stdout);
    for part in [
        "not all of the evidence could be run again:",
        "--require-all asks for all",
    ] {
        assert!(all.stderr.contains(part), "{}", all.stderr);
    }
    // Features and limits are those of the local adapter.
    let mut certificate = sandbox.read("a.json");
    certificate
        .evidence
        .backend
        .limits
        .insert("max_buffer_size".into(), 1);
    let certificate = Certificate::seal(certificate.evidence, certificate.run);
    sandbox.write("limits.json", &certificate);
    assert_eq!(
        sandbox.run(&["verify", "limits.json"]).code,
        Some(0),
        "nothing rests on it"
    );
    let limits = sandbox.run(&["verify", "limits.json", "--rerun", "1%", "--seed", "3"]);
    assert_eq!(limits.code, Some(1), "{}", limits.stdout);
    assert!(
        limits
            .stderr
            .contains("features or limits are not those of"),
        "{}",
        limits.stderr
    );
}

/// Oracle: `verify`, which refuses the file.
#[test]
#[ignore = "a long run: seconds"]
fn reports_and_merges_verify_first() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify(FILTER, "a.json", OPTIONS);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let report = sandbox.run(&["report", "a.json", "-o", "a.html"]);
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let page = std::fs::read_to_string(sandbox.path("a.html")).expect("a page");
    assert!(
        page.contains("Nothing was run again"),
        "what was not done is reported"
    );
    assert!(!page.contains("not verified"), "it verifies");
    let green = |page: &str| {
        let levels = page.matches("<li class=\"good\"").count();
        levels + page.matches("chip good").count()
    };
    // The legend has one green entry, and valid levels have others.
    assert!(green(&page) > 1, "the check can fail");
    let mut forged = sandbox.read("a.json").evidence;
    for level in &mut forged.levels {
        level.established = true;
        level.missing.clear();
    }
    let forged = Certificate::seal(forged, sandbox.read("a.json").run);
    sandbox.write("forged.json", &forged);
    assert_eq!(sandbox.run(&["verify", "forged.json"]).code, Some(1));
    let report = sandbox.run(&["report", "forged.json", "-o", "forged.html"]);
    assert_eq!(report.code, Some(1), "{}", report.stdout);
    assert!(
        report.stderr.contains("not verified: forged.json"),
        "{}",
        report.stderr
    );
    let page = std::fs::read_to_string(sandbox.path("forged.html")).expect("a page");
    assert!(page.contains("not verified: forged.json"));
    assert!(page.contains("claimed, not verified"), "levels are claims");
    assert_eq!(green(&page), 1, "what the colours mean alone is green");
    let shards = ["1/2", "2/2"].map(|shard| {
        let file = format!("{}.json", &shard[..1]);
        let more = [OPTIONS, &["--shard", shard]].concat();
        let output = sandbox.certify(FILTER, &file, &more);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        file
    });
    let mut second = sandbox.read(&shards[1]);
    let part = second.evidence.ops[0].parts.iter_mut();
    let mut tables = part.filter(|p| p.outcome == OutcomeName::Passed);
    tables.next().expect("a part that passed").cases += 1;
    derive(&mut second.evidence);
    let second = Certificate::seal(second.evidence, second.run);
    sandbox.write("edited.json", &second);
    let merged = sandbox.run(&["merge", &shards[0], "edited.json", "-o", "m.json"]);
    assert_eq!(merged.code, Some(1), "{}", merged.stdout);
    assert!(
        merged.stderr.contains("edited.json does not verify"),
        "{}",
        merged.stderr
    );
    assert!(!sandbox.path("m.json").exists());
    let merged = sandbox.run(&["merge", &shards[0], &shards[1], "-o", "m.json"]);
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert!(
        merged.stdout.contains("verified: 2 shards and the whole"),
        "{}",
        merged.stdout
    );
}

/// Oracle: the file: this many failures are listed, and none is replayed.
#[test]
#[ignore = "a long run: seconds"]
fn unreplayed_saved_failures_are_reported() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify("u32::bit_not::gates", "a.json", OPTIONS);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let Certificate {
        mut evidence, run, ..
    } = sandbox.read("a.json");
    assert!(evidence.ops[0].laws.iter().any(|law| !law.holds));
    evidence.regressions = vec![SavedFailures {
        op: "u32::bit_not".into(),
        cases: 1_000_000,
        retired: vec![],
    }];
    sandbox.write("b.json", &Certificate::seal(evidence, run));
    let text = sandbox.run(&["verify", "b.json"]);
    assert_eq!(text.code, Some(0), "{}", text.stderr);
    let expected =
        "saved failures by the issuer's word alone: 1000000 of u32::bit_not, which no part replays";
    assert!(text.stdout.contains(expected), "{}", text.stdout);
    let report = sandbox.run(&["report", "b.json", "-o", "b.html"]);
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let page = std::fs::read_to_string(sandbox.path("b.html")).expect("a page");
    assert!(
        page.contains("1,000,000 that no part replays"),
        "the page tells it"
    );
    assert!(!page.contains("every one was replayed"));
}

/// Oracle: the number of programs in the run, all within the limits of the adapter that ran them.
#[test]
#[ignore = "a long run: seconds"]
fn programs_claimed_to_exceed_limits_are_rerun() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify("programs::", "a.json", &["--programs", "8"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let rerun = |file: &str| sandbox.run(&["-v", "verify", file, "--rerun", "100%", "--seed", "1"]);
    let second = rerun("a.json");
    assert_eq!(second.code, Some(0), "{}{}", second.stdout, second.stderr);
    assert!(
        second.stdout.contains("::random: 8 cases in "),
        "{}",
        second.stdout
    );
    let Certificate {
        mut evidence, run, ..
    } = sandbox.read("a.json");
    let programs = evidence.programs.as_mut().expect("random programs");
    programs.parts[0].cases -= 1;
    programs.parts[0].skipped = vec![("larger limits: a lot", 1).into()];
    derive(&mut evidence);
    sandbox.write("b.json", &Certificate::seal(evidence, run));
    let word = sandbox.run(&["verify", "b.json"]);
    assert_eq!(word.code, Some(0), "the issuer's word: {}", word.stderr);
    let actual = rerun("b.json");
    assert_eq!(actual.code, Some(1), "{}", actual.stdout);
    let expected =
        "no case is left out here for `larger limits: a lot`, but the certificate leaves out 1";
    assert!(actual.stderr.contains(expected), "{}", actual.stderr);
}

/// Oracle: counting control characters, some of them in a driver's name.
#[test]
#[ignore = "a long run: seconds"]
fn control_characters_of_a_file_never_reach_the_terminal() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let result = sandbox.certify(FILTER, "a.json", OPTIONS);
    assert_eq!(result.code, Some(0), "{}", result.stderr);
    let evil = "Mesa\nGood \"vyre-certificate\" signature for you\u{1b}[32m\u{202e}";
    let seal = |name: &str, edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = sandbox.read("a.json");
        edit(&mut certificate);
        sandbox.write(
            name,
            &Certificate::seal(certificate.evidence, certificate.run),
        );
    };
    seal("driver.json", &|c| {
        c.evidence.backend.driver = evil.into();
        c.evidence.backend.device = evil.into();
    });
    seal("foreign.json", &|c| c.evidence.suite_version = evil.into());
    seal("part.json", &|c| {
        c.evidence.ops[0].parts[0].id = evil.into();
        c.evidence.ops[0].missing = vec![evil.into()];
        c.evidence.skipped[0].reason = evil.into();
    });
    let text = std::fs::read_to_string(sandbox.path("a.json")).expect("a file");
    let field = text.replacen("{", "{\"\\u001b[32m\\n\": 1,", 1);
    std::fs::write(sandbox.path("field.json"), field).expect("written");
    let mut calls = 0;
    for file in ["driver.json", "foreign.json", "part.json", "field.json"] {
        for command in [
            vec!["verify", file],
            vec!["verify", file, "--rerun", "1%", "--seed", "1"],
            vec!["diff", "a.json", file],
            vec!["merge", file, file, "-o", "m.json"],
            vec!["report", file, "-o", "r.html", "--force"],
        ] {
            let output = sandbox.run(&command);
            let printed = output.stdout + &output.stderr;
            let obeyed = |c: &char| (c.is_control() && *c != '\n') || *c == '\u{202e}';
            assert_eq!(
                printed.chars().find(obeyed),
                None,
                "{command:?}: {printed:?}"
            );
            assert!(!printed.contains("\nGood"), "{command:?}: {printed}");
            calls += usize::from(printed.contains("u{1b}"));
        }
    }
    assert!(calls >= 8, "the texts were reported, {calls} times");
    // Neither is the name of a file, which a shell may have filled in.
    let missing = sandbox.run(&["verify", "none\nGood.json"]);
    assert!(
        missing.stderr.contains("none\\nGood.json"),
        "{}",
        missing.stderr
    );
}
