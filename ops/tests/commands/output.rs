//! Output of the commands: a closed reader, a full disk, and no work done.

use crate::BINARY;
use std::fs::OpenOptions;
use std::process::{Command, Stdio};
use vyre_conform_tests::sandbox::{Sandbox, command_output};

/// Commands that need no adapter.
const WORDS: [&[&str]; 4] = [
    &["list"],
    &["show", "u32::add"],
    &["regressions"],
    &["--help"],
];

/// A pipe without a reader.
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// Oracle: `docs/spec/certificates.md`, exit codes; a panic would give another code.
#[test]
fn closed_pipe_is_no_failure() {
    let sandbox = Sandbox::bare(BINARY);
    for words in WORDS {
        let output = command_output(sandbox.command(words).stdout(unread()).output());
        assert_eq!(output.code, Some(0), "{words:?}: {}", output.stderr);
        assert!(!output.stderr.contains("panicked"), "{}", output.stderr);
    }
}

/// Oracle: the same exit codes: a file that cannot be written gives 4, and the message names it.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported() {
    let sandbox = Sandbox::bare(BINARY);
    for words in &WORDS[..3] {
        let full = OpenOptions::new().write(true).open("/dev/full");
        let output = command_output(
            sandbox
                .command(words)
                .stdout(full.expect("Linux has it"))
                .output(),
        );
        assert_eq!(output.code, Some(4), "{words:?}: {}", output.stderr);
        assert!(
            output.stderr.contains("standard output cannot be written"),
            "{}",
            output.stderr
        );
    }
}

/// Oracle: the exit codes of the same commands with a readable log; a panic would give another code.
#[cfg(target_os = "linux")]
#[test]
fn a_log_on_a_full_disk_changes_nothing() {
    let sandbox = Sandbox::bare(BINARY);
    for (words, code) in [
        (&["verify", "none.json"][..], 4),
        (&["diff", "none.json", "none.json"], 4),
        (&["show", "nosuch"], 3),
        (
            &["check", "f32::neg::gates", "--adapter", "no such adapter"],
            3,
        ),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full");
        let output = command_output(
            sandbox
                .command(words)
                .stderr(full.expect("Linux has it"))
                .output(),
        );
        assert_eq!(output.code, Some(code), "{words:?}: {}", output.stdout);
    }
}

/// Oracle: `--force` replaces only files that the command wrote before.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_replaced() {
    let sandbox = Sandbox::bare(BINARY);
    let pipe = sandbox.path("pipe.json");
    let result = Command::new("mkfifo").arg(&pipe).status();
    assert!(result.expect("mkfifo runs").success());
    let words = ["certify", "f32::neg::gates", "-o", "pipe.json", "--force"];
    let output = sandbox.run(&[&words[..], &["--adapter", "cpu+kernel-rust"]].concat());
    assert_eq!(output.code, Some(4), "{}", output.stderr);
    assert!(
        output.stderr.contains("a device or a pipe"),
        "{}",
        output.stderr
    );
    assert!(!pipe.metadata().expect("it is still there").is_file());
}

/// Oracle: the convention of other commands, for which `-` is standard output.
#[test]
fn dash_means_standard_output() {
    let sandbox = Sandbox::bare(BINARY);
    let words = ["certify", "f32::neg::gates", "-o", "-"];
    let output = sandbox.run(&[&words[..], &["--adapter", "cpu+kernel-rust"]].concat());
    assert_eq!(output.code, Some(4), "{}", output.stderr);
    assert!(output.stderr.contains("name a file"), "{}", output.stderr);
    assert!(!sandbox.path("-").exists());
}

/// Oracle: `docs/spec/certificates.md`: a completed run keeps its certificate and leaves no journal.
#[test]
fn certificate_is_finished_without_a_reader() {
    let sandbox = Sandbox::with_adapter(BINARY);
    let more = ["--cases", "1000"];
    let arguments = sandbox.certify_arguments("u32::bit_not::law", "a.json", &more);
    let output = command_output(sandbox.command(&arguments).stdout(unread()).output());
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(sandbox.path("a.json").exists());
    assert!(!sandbox.path("a.json.journal").exists());
}

/// Oracle: the rule that without a comparison nothing agrees.
#[test]
fn zero_programs_are_no_agreement() {
    let last = u64::MAX.to_string();
    for (arguments, code, message) in [
        (vec!["--programs", "0"], 3, "nothing was compared"),
        (
            vec!["--programs", "2", "--seed", &last],
            2,
            "--seed 18446744073709551615",
        ),
    ] {
        let output = command_output(Command::new(BINARY).arg("fuzz").args(&arguments).output());
        assert_eq!(
            output.code,
            Some(code),
            "{}{}",
            output.stdout,
            output.stderr
        );
        assert!(output.stderr.contains(message), "{}", output.stderr);
        assert_eq!(output.stdout, "");
    }
}

/// Oracle: a POSIX shell, which splits an unquoted path at its blanks.
#[test]
#[ignore = "a long run: seconds"]
fn the_command_that_signs_can_be_pasted() {
    let sandbox = Sandbox::with_adapter(BINARY);
    let output = sandbox.certify("u32::bit_not::gates", "it's mine.json", &[]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let text = sandbox.run(&["verify", "it's mine.json"]).stdout;
    let (_, command) = text.split_once("`minisign -Sm ").expect("how to sign it");
    let (path, _) = command.split_once('`').expect("the end of the command");
    let shell = sandbox
        .here("sh".as_ref())
        .arg("-c")
        .arg(format!("printf %s {path}"))
        .output();
    assert_eq!(ran_text(shell), "it's mine.json");
}

fn ran_text(output: std::io::Result<std::process::Output>) -> String {
    command_output(output).stdout
}
