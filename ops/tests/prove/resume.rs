//! `prove` with `--resume` and `--budget`: runs that are killed, interrupted, or out of time continue.
//!
//! A script replaces CaDiCaL where a law has to take a known time.

use super::kept::file;
use super::laws::SatSolver;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_tests::sandbox::{CommandOutput, Sandbox, command_output};

/// An op whose laws need no solver, and a law that needs one.
const SOLVERLESS_OP: &str = "u32::add";
const SOLVED_LAW: &str = "u32::saturating_add::Associative";

/// The time limit for every wait.
const PATIENCE: Duration = Duration::from_secs(300);

/// A folder with a solver that never answers, and records each call in a note.
struct Slow {
    sandbox: Sandbox,
}

impl Slow {
    fn new() -> Self {
        Self {
            sandbox: Sandbox::bare(crate::BINARY),
        }
    }

    fn note(&self) -> PathBuf {
        self.sandbox.path("asked")
    }

    /// True if the solver ran since the previous call of this function.
    fn was_asked(&self) -> bool {
        let existing = self.note().exists();
        if existing {
            std::fs::remove_file(self.note()).expect("removed");
        }
        existing
    }

    /// Makes the solver take this many seconds.
    fn takes(&self, seconds: u32) {
        let folder = self.sandbox.path("solvers");
        std::fs::create_dir_all(&folder).expect("a folder");
        let script = folder.join("cadical");
        let text = format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 1.5.3; exit 0; fi\necho asked >> '{}'\nexec /bin/sleep {seconds}\n",
            self.note().display()
        );
        vyre_conform_scripts::executable(&script, &text);
    }

    /// `prove` on one thread, so that laws run in order, with this solver alone.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.sandbox.command(&[&["prove"], arguments].concat());
        command.env("PATH", self.sandbox.path("solvers"));
        command.env("RAYON_NUM_THREADS", "1");
        command
    }

    fn run(&self, arguments: &[&str]) -> CommandOutput {
        command_output(self.command(arguments).output())
    }

    /// A run that is waiting for its solver.
    fn waiting(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let end = Instant::now() + PATIENCE;
        while !self.note().exists() {
            assert!(child.try_wait().expect("a child").is_none(), "it ended");
            assert!(Instant::now() < end, "no solver was asked");
            std::thread::sleep(Duration::from_millis(10));
        }
        child
    }

    /// The complete lines of the file.
    fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.sandbox.path("laws")).expect("a file");
        let whole = text.split_inclusive('\n');
        let whole = whole.filter(|line| line.ends_with('\n'));
        whole.map(str::to_owned).collect()
    }
}

/// The number of laws of the easy op.
fn easy() -> usize {
    let catalog = Catalog::linked().expect("a catalog");
    catalog.find(SOLVERLESS_OP).expect("an op").def.laws.len()
}

/// Oracle: docs/spec/proofs.md: laws decided before the kill are not decided again, the others are; a partial line is
/// dropped.
pub(crate) fn killed_run_resumes(_: SatSolver) {
    let slow = Slow::new();
    slow.takes(30);
    let arguments = [
        SOLVERLESS_OP,
        SOLVED_LAW,
        "--time",
        "60s",
        "--resume",
        "laws",
    ];
    let mut child = slow.waiting(&arguments);
    // SIGKILL on Unix: nothing in the process can react.
    child.kill().expect("killed");
    child.wait().expect("ended");
    let lines = slow.lines();
    let decided = lines.len() - 1;
    assert_eq!(decided, easy());
    assert!(!lines.concat().contains(SOLVED_LAW), "it was not decided");
    let torn = lines.concat() + &lines[1][..lines[1].len() / 2];
    std::fs::write(slow.sandbox.path("laws"), torn).expect("written");
    slow.takes(0);
    slow.was_asked();
    let all = easy() + 1;
    let second = slow.run(&arguments);
    assert_eq!(second.code, Some(1), "{}{}", second.stdout, second.stderr);
    let message = format!("; {decided} of them by an earlier run");
    assert!(second.stdout.contains(&message), "{}", second.stdout);
    assert!(slow.was_asked());
    let now = slow.lines();
    assert_eq!(now.len(), 1 + all, "each law has one line");
    assert_eq!(now[..lines.len()], lines[..]);
    // With the same time and solvers an undecided law is not tried again; with more time it is.
    let same = slow.run(&arguments);
    assert_eq!(same.code, Some(1), "{}", same.stderr);
    let message = format!("; {all} of them by an earlier run");
    assert!(same.stdout.contains(&message), "{}", same.stdout);
    assert!(same.stdout.contains(SOLVED_LAW), "it is said again");
    assert!(!slow.was_asked());
    let longer = slow.run(&[
        SOLVERLESS_OP,
        SOLVED_LAW,
        "--time",
        "61s",
        "--resume",
        "laws",
    ]);
    assert!(longer.stderr.contains(" tried again"));
    assert!(slow.was_asked(), "{}", longer.stdout);
}

/// Oracle: docs/spec/proofs.md: Ctrl-C waits for the current law, keeps its result, and prints the command to continue.
pub(crate) fn interrupted_run_keeps_decided_laws(_: SatSolver) {
    let slow = Slow::new();
    slow.takes(3);
    let child = slow.waiting(&[
        SOLVED_LAW,
        SOLVERLESS_OP,
        "--time",
        "60s",
        "--resume",
        "laws",
    ]);
    let interrupt = format!("kill -INT {}", child.id());
    let sent = Command::new("/bin/sh").args(["-c", &interrupt]).status();
    assert!(sent.expect("a shell").success());
    let output = command_output(child.wait_with_output());
    assert_eq!(output.code, Some(130), "{}{}", output.stdout, output.stderr);
    assert!(output.stdout.contains("not tried before the end"));
    assert!(
        output.stdout.contains("to continue: vyre-conform prove "),
        "{}",
        output.stdout
    );
    let lines = slow.lines();
    assert!(
        lines.concat().contains(SOLVED_LAW),
        "it had all of its time"
    );
    assert_eq!(lines.len(), 2, "the head and the law");
    slow.takes(0);
    let second = slow.run(&[
        SOLVED_LAW,
        SOLVERLESS_OP,
        "--time",
        "60s",
        "--resume",
        "laws",
    ]);
    let expected = "; 1 of them by an earlier run";
    assert!(second.stdout.contains(expected), "{}", second.stdout);
}

/// Oracle: docs/spec/proofs.md: the run ends with its budget; it counts the laws that it did not try, and reports but
/// does not keep a law that it cut short.
pub(crate) fn exhausted_budget_ends_the_run_and_is_reported(_: SatSolver) {
    let slow = Slow::new();
    slow.takes(120);
    let with = |budget: &'static str| {
        let arguments = [
            SOLVED_LAW,
            SOLVERLESS_OP,
            "--time",
            "100s",
            "--resume",
            "laws",
        ];
        [&arguments[..], &["--budget", budget]].concat()
    };
    let begin = Instant::now();
    let exit = slow.run(&with("20s"));
    assert!(begin.elapsed() < Duration::from_secs(90), "it went on");
    let output = &exit.stdout;
    assert_eq!(exit.code, Some(1), "{output}{}", exit.stderr);
    for part in [
        "it was cut short, with ",
        " of its 100.0 s",
        "(1 of them cut short)",
        "not tried within --budget 20s, 1 other cut short",
        "to continue: vyre-conform prove ",
        "--resume laws",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(
        !slow.lines().concat().contains(SOLVED_LAW),
        "it is not kept"
    );
    slow.takes(0);
    let whole = slow.run(&with("1h"));
    assert_eq!(whole.code, Some(1), "{}", whole.stdout);
    assert!(!whole.stdout.contains("not tried"));
    assert_eq!(slow.lines().len(), 2 + easy());
    let none = slow.run(&with("0s"));
    assert_eq!(none.code, Some(2), "{}", none.stderr);
}

/// Oracle: docs/spec/proofs.md: with `--keep-proofs` a law with a missing proof is proved again, and the proof is
/// restored.
pub(crate) fn missing_kept_proofs_are_proved_again(_: SatSolver) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let prove = |more: &[&str]| {
        let arguments = [
            "prove", SOLVED_LAW, "-v", "--time", "60s", "--resume", "laws",
        ];
        sandbox.run(&[&arguments[..], more].concat())
    };
    let keep = ["--keep-proofs", "kept"];
    let first = prove(&keep);
    assert_eq!(first.code, Some(0), "{}{}", first.stdout, first.stderr);
    let sat = "SAT: solving ";
    let times = first.stdout.lines().filter(|line| line.starts_with(sat));
    assert_eq!(times.count(), 1, "the sum: {}", first.stdout);
    let of_law = first
        .stdout
        .lines()
        .find(|line| line.starts_with(SOLVED_LAW));
    let of_law = of_law.expect("a line of the law");
    assert!(
        of_law.contains(sat) && of_law.contains(", checking "),
        "{of_law}"
    );
    let proof = file(&sandbox.path("kept"), "Associative", "lrat");
    let text = std::fs::read(&proof).expect("it was kept");
    std::fs::remove_file(&proof).expect("removed");
    let without = prove(&[]);
    assert!(
        without.stderr.contains(" 0 tried again"),
        "{}",
        without.stderr
    );
    let second = prove(&keep);
    assert_eq!(second.code, Some(0), "{}", second.stdout);
    assert!(
        second.stderr.contains(" 1 tried again"),
        "{}",
        second.stderr
    );
    assert_eq!(std::fs::read(&proof).expect("it is there again"), text);
    let whole = prove(&keep);
    assert!(whole.stderr.contains(" 0 tried again"), "{}", whole.stderr);
    assert!(!whole.stdout.contains(sat), "nothing was solved");
}

/// A line of the file with another text in a field of its JSON, and a matching checksum.
fn edited(line: &str, field: &str) -> String {
    let (_, json) = line.trim_end().split_once(' ').expect("digits and JSON");
    let mut value: serde_json::Value = serde_json::from_str(json).expect("JSON");
    value[field] = "another".into();
    let json = value.to_string();
    let digits = blake3::hash(json.as_bytes()).to_hex();
    format!("{} {json}\n", &digits[..16])
}

/// Oracle: docs/spec/proofs.md: a file of another library or version, or with a damaged line, is refused and unchanged.
pub(crate) fn foreign_resume_files_are_refused(_: SatSolver) {
    let slow = Slow::new();
    slow.takes(0);
    let arguments = [SOLVERLESS_OP, "--resume", "laws"];
    let output = slow.run(&arguments);
    assert!(
        output.code.is_some_and(|code| code < 2),
        "{}",
        output.stderr
    );
    let lines = slow.lines();
    let rest = lines[1..].concat();
    let damaged = lines[1].replacen("u32", "u33", 1);
    for (text, expected) in [
        (
            edited(&lines[0], "registry_digest") + &rest,
            "about another library: its registry digest is another",
        ),
        (
            edited(&lines[0], "version") + &rest,
            "another version of this program",
        ),
        (
            edited(&lines[0], "format") + &rest,
            "is not a file of decided laws",
        ),
        ("my notes\n".to_owned(), "is not a file of decided laws"),
        (
            lines[0].clone() + &damaged + &lines[2..].concat(),
            "line 2 is damaged; name another file with --resume, or remove this one",
        ),
    ] {
        let path = slow.sandbox.path("laws");
        std::fs::write(&path, &text).expect("written");
        let refused = slow.run(&arguments);
        assert_eq!(refused.code, Some(4), "{}", refused.stdout);
        assert!(
            refused.stderr.contains(expected),
            "{expected}: {}",
            refused.stderr
        );
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    }
}
