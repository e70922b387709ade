//! `replay` and `regressions`: cases and files, good and bad.

use vyre_conform_suite::plan::PartKind;
use vyre_conform_tests::sandbox::{Sandbox, command_output};

const FILE: &str = "regressions/u32.add.toml";

/// A saved case of `u32::add` and one of a law that it does not declare.
const SAVED: &str = "op = \"u32::add\"\n\
    [[case]]\nclaim = \"parity\"\nfound_by = \"u32::add::parity::x::edges\"\n\
    inputs = [[\"u32\", \"0x00000001\"], [\"u32\", \"0xffffffff\"]]\n\
    [[case]]\nfound_by = \"a person\"\n\
    inputs = [[\"u32\", \"0x1\"], [\"u32\", \"0x2\"]]\nclaim = { law = \"Antisymmetric\" }\n";

fn project() -> Sandbox {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    std::fs::create_dir(sandbox.path("regressions")).expect("a folder");
    std::fs::write(sandbox.path(FILE), SAVED).expect("written");
    sandbox
}

/// Oracle: arithmetic, and the documentation of the exit codes.
#[test]
fn cases_are_replayed_by_trial_by_number_and_by_file() {
    let sandbox = project();
    let shown = |case: &str, code: i32, words: &[&str]| {
        let output = sandbox.run(&["replay", case]);
        assert_eq!(
            output.code,
            Some(code),
            "{case}: {}{}",
            output.stdout,
            output.stderr
        );
        for word in words {
            let is_printed = output.stdout.contains(word) || output.stderr.contains(word);
            assert!(
                is_printed,
                "{case}: no `{word}` in {}{}",
                output.stdout, output.stderr
            );
        }
    };
    shown(
        "u32::add=1, 0xffffffff",
        0,
        &["0x0000_0000", "the same value", "interpreter"],
    );
    shown(
        "u32::add::law::associative::gone::witnessed=1, 2, 3",
        0,
        &["the law holds"],
    );
    shown(
        "u32::add::law::not_left_monotone=0, 1, 2",
        1,
        &["is false", "do not break"],
    );
    shown("u32::add#1", 0, &["u32::add#1", "the same value"]);
    shown("u32::add#2", 1, &["declares no law Antisymmetric"]);
    shown("u32::add#3", 3, &["2 saved cases"]);
    shown("u32::add=1", 2, &["is 1 value, and this trial takes 2"]);
    shown("nonsense", 2, &["TRIAL=VALUES"]);
    shown("no/such.toml", 4, &["no/such.toml"]);
    shown("no/such.vir", 4, &["no/such.vir"]);
    for (name, bytes) in [
        ("cut.toml", &SAVED.as_bytes()[..100]),
        ("encoding.toml", &[0xff, 0xfe]),
    ] {
        std::fs::write(sandbox.path(name), bytes).expect("written");
        shown(name, 4, &[name, "it was left as it is"]);
    }
    let huge = std::fs::File::create(sandbox.path("huge.toml")).expect("a file");
    huge.set_len(1 << 30).expect("a hole");
    shown("huge.toml", 4, &["more than"]);
}

/// Oracle: the file, and the definition of retiring.
#[test]
#[ignore = "a long run: seconds"]
fn a_retired_case_is_listed_with_its_reason_in_list_and_certificate() {
    let sandbox = project();
    let listed = sandbox.run(&["regressions"]);
    assert_eq!(listed.code, Some(0), "{}", listed.stderr);
    for part in [
        "u32::add#1",
        "u32::add#2",
        "Antisymmetric",
        "2 saved cases, 0 of them retired",
    ] {
        assert!(listed.stdout.contains(part), "{}", listed.stdout);
    }
    let filter = "u32::add::regressions";
    let before = sandbox.check(filter, &[]);
    assert_eq!(before.code, Some(1), "the law is not declared");
    let (_, command) = before
        .stdout
        .split_once("withdraw the case by `")
        .expect("a command");
    let (command, _) = command.split_once('`').expect("its end");
    let command = command.replace("'why'", "'it is a copy'");
    let retire = |case: &str, reason: &str| {
        sandbox.run(&["regressions", "retire", case, "--reason", reason])
    };
    assert_eq!(retire("u32::add#9", "x").code, Some(3));
    assert_eq!(retire("u32::nonesuch#1", "x").code, Some(3));
    let empty = retire("u32::add#2", " ");
    assert_eq!(empty.code, Some(2), "{}", empty.stderr);
    assert!(empty.stderr.contains("state a reason"), "{}", empty.stderr);
    assert_eq!(retire("u32::add", "x").code, Some(2));
    let result = retire("u32::add#2", "the law was never meant");
    assert_eq!(result.code, Some(0), "{}", result.stderr);
    let listed = sandbox.run(&["regressions", "list"]).stdout;
    assert!(
        listed.contains("retired: the law was never meant"),
        "{listed}"
    );
    assert!(
        listed.contains("2 saved cases, 1 of them retired"),
        "{listed}"
    );
    let after = sandbox.check(filter, &[]);
    assert_eq!(after.code, Some(0), "{}", after.stdout);
    // The command from the report, and `--root` after the name of a `regressions` command.
    std::fs::write(sandbox.path(FILE), SAVED).expect("written");
    let output = command_output(sandbox.here("sh".as_ref()).args(["-c", &command]).output());
    assert_eq!(output.code, Some(0), "{command}: {}", output.stderr);
    let after = sandbox.check(filter, &[]);
    assert_eq!(after.code, Some(0), "{}", after.stdout);
    let listed = sandbox.run(&["regressions", "list", "--root", "."]).stdout;
    assert!(listed.contains("retired: it is a copy"), "{listed}");
    std::fs::write(sandbox.path(FILE), SAVED).expect("written");
    let result = retire("u32::add#2", "the law was never meant");
    assert_eq!(result.code, Some(0), "{}", result.stderr);
    let certified = sandbox.certify(filter, "a.json", &[]);
    assert_eq!(certified.code, Some(0), "{}", certified.stderr);
    let certificate = sandbox.read("a.json");
    let saved = certificate.evidence.regressions.clone();
    assert_eq!(
        (saved.len(), saved[0].cases, saved[0].retired.len()),
        (1, 2, 1)
    );
    let retired = &saved[0].retired[0];
    assert_eq!(retired.case, "u32::add#2");
    assert_eq!(retired.reason, "the law was never meant");
    let replayed = certificate
        .parts()
        .find(|p| p.id == filter)
        .expect("replayed");
    assert_eq!(replayed.cases, 2, "the retired one as values");
    assert_eq!(sandbox.run(&["verify", "a.json"]).code, Some(0));
    // Another input under the same number and reason is a difference.
    let other = SAVED.replacen("\"0x2\"", "\"0x3\"", 1);
    assert_ne!(other, SAVED);
    std::fs::write(sandbox.path(FILE), other).expect("written");
    let result = retire("u32::add#2", "the law was never meant");
    assert_eq!(result.code, Some(0), "{}", result.stderr);
    let rerun = sandbox.run(&["verify", "--rerun", "a.json"]);
    assert_eq!(rerun.code, Some(1), "{}", rerun.stdout);
    assert!(rerun.stderr.contains("saved failures"), "{}", rerun.stderr);
    // `verify` detects a list that differs from the parts.
    let mut evidence = certificate.evidence.clone();
    evidence.regressions = vec![];
    let forged =
        vyre_conform_certificate::certificate::Certificate::seal(evidence, certificate.run);
    sandbox.write("forged.json", &forged);
    let verified = sandbox.run(&["verify", "forged.json"]);
    assert_eq!(verified.code, Some(1), "{}", verified.stdout);
    assert!(
        verified.stderr.contains("lists none"),
        "{}",
        verified.stderr
    );
}

/// A saved input of an engine, and one with a column too many.
const ENGINE: &str = "op = \"engine::hex_decode\"\n\
    [[case]]\nclaim = { engine = \"reference\" }\nfound_by = \"engine::hex_decode::reference::x\"\n\
    oracle = \"the CPU reference\"\n[case.engine]\ninput = \"4\"\nsize = 64\n\
    columns = [[2], [0x3161]]\nexpected = [[0, 0, 0xa1]]\n\
    [[case]]\nclaim = { engine = \"parity\" }\nfound_by = \"a person\"\n[case.engine]\ninput = \"0\"\n\
    size = 1\ncolumns = [[0], [], []]\n";

/// Oracle: the file: ASCII `a1` is the byte 0xa1.
#[test]
#[ignore = "a long run: seconds"]
fn saved_inputs_of_engines_are_listed_replayed_and_certified() {
    let sandbox = project();
    std::fs::write(sandbox.path("regressions/engine.hex_decode.toml"), ENGINE).expect("written");
    let listed = sandbox.run(&["regressions"]);
    for part in [
        "engine::hex_decode#1  reference failed on input 4 at workgroup size 64",
        "columns of these lengths: 1, 1",
        "expected 1 record (the CPU reference)",
        "4 saved cases, 0 of them retired",
    ] {
        assert!(
            listed.stdout.contains(part),
            "{}{}",
            listed.stdout,
            listed.stderr
        );
    }
    let replayed = sandbox.run(&["replay", "engine::hex_decode#1"]);
    assert_eq!(
        replayed.code,
        Some(0),
        "{}{}",
        replayed.stdout,
        replayed.stderr
    );
    let holds = "engine::hex_decode::regressions::interpreter: holds";
    assert!(replayed.stdout.contains(holds), "{}", replayed.stdout);
    let replayed = sandbox.run(&["replay", "engine::hex_decode#2"]);
    assert_eq!(replayed.code, Some(1), "{}", replayed.stdout);
    assert!(
        replayed.stdout.contains("has 3 columns"),
        "{}",
        replayed.stdout
    );
    let filter = "engine::hex_decode::regressions";
    assert_eq!(sandbox.check(filter, &[]).code, Some(1), "one does not fit");
    let failing = sandbox.certify(filter, "failing.json", &[]);
    assert_eq!(failing.code, Some(1), "{}", failing.stderr);
    let arguments = [
        "regressions",
        "retire",
        "engine::hex_decode#2",
        "--reason",
        "other columns",
    ];
    let output = sandbox.run(&arguments);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let certified = sandbox.certify(filter, "a.json", &[]);
    assert_eq!(certified.code, Some(0), "{}", certified.stderr);
    let certificate = sandbox.read("a.json");
    let saved = &certificate.evidence.regressions;
    let saved = format!("{saved:?}");
    for part in ["engine::hex_decode#2", "other columns", "cases: 2"] {
        assert!(saved.contains(part), "{saved}");
    }
    let replays = || {
        certificate
            .parts()
            .filter(|p| p.id.contains("::regressions::"))
    };
    assert_eq!(
        replays().count(),
        2,
        "on the interpreter and on the adapter"
    );
    assert!(replays().all(|p| p.part == PartKind::Regressions && p.cases == 1));
    let verified = sandbox.run(&["verify", "a.json"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    // `verify` refuses a certificate without the replay.
    let mut evidence = certificate.evidence.clone();
    evidence.engines[0]
        .parts
        .retain(|p| p.part != PartKind::Regressions);
    vyre_conform_certificate::certificate::derive(&mut evidence);
    let forged =
        vyre_conform_certificate::certificate::Certificate::seal(evidence, certificate.run);
    sandbox.write("forged.json", &forged);
    let refused = sandbox.run(&["verify", "forged.json"]);
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("replays none"),
        "{}",
        refused.stderr
    );
}

/// Oracle: the files of tests, with a word of one changed on purpose.
#[test]
fn filetests_are_replayed_with_their_expectations() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let files = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../vyre-conform-runtime/suite/filetests");
    let file = |name: &str| std::fs::read_to_string(files.join(name)).expect("a file");
    let replayed = |name: &str, text: &str, code: i32| {
        std::fs::write(sandbox.path(name), text).expect("written");
        let output = sandbox.run(&["replay", name]);
        assert_eq!(
            output.code,
            Some(code),
            "{name}: {}{}",
            output.stdout,
            output.stderr
        );
        output.stdout
    };
    let turns = file("e07_turns.vir");
    let report = replayed("turns.vir", &turns, 0);
    assert!(report.contains("give the same words"), "{report}");
    let report = replayed("turns.vir", &turns.replace("gives 10 0", "gives 10 10"), 1);
    assert!(
        report.contains("the file expects\n; gives 10 10 12 0"),
        "{report}"
    );
    assert!(
        report.contains("the interpreter gives\n; gives 10 0 12 0"),
        "{report}"
    );
    // Two launches of a program, and three calls of a function.
    let several = replayed("buffers.vir", &file("buffers.vir"), 0);
    assert_eq!(
        several.matches("give the same words").count(),
        2,
        "{several}"
    );
    let calls = file("arithmetic.vir");
    let several = replayed("calls.vir", &calls, 0);
    assert_eq!(
        several.matches("give the same words").count(),
        3,
        "{several}"
    );
    replayed("calls.vir", &calls.replace("(9, 5,", "(9, 6,"), 1);
    let printed = sandbox.run(&["replay", "buffers.vir", "--json"]);
    assert!(
        printed
            .stdout
            .starts_with("{\"fails\":false,\"programs\":["),
        "{}",
        printed.stdout
    );
    assert!(!sandbox.path("regressions").exists());
}
