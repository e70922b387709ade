//! Faults planted in the sources of translator, lowering and strict floats: each is a plausible wrong line, with the
//! test that must fail. The tests of `lowering::faults` and `translation::faults` plant faults in the output; this test
//! plants them in its source.

mod floats;
mod lowering;
mod translation;

use super::tidy::root;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// A plausible wrong line.
struct Fault {
    /// Description of the fault.
    what: &'static str,
    /// Its file in the workspace.
    file: &'static str,
    /// The right text, which occurs in the file once.
    from: &'static str,
    /// The wrong text, which compiles.
    to: &'static str,
    /// The tests of this binary that must catch it: one test, or a module of which at least one must fail.
    caught_by: &'static str,
}

fn faults() -> impl Iterator<Item = &'static Fault> {
    let faults = translation::FAULTS.iter().chain(lowering::FAULTS);
    faults.chain(floats::FAULTS)
}

impl Fault {
    /// The file's text with the fault; otherwise the reason why it cannot be planted.
    fn plant(&self, text: &str) -> Result<String, String> {
        match text.matches(self.from).count() {
            1 if self.from != self.to => Ok(text.replacen(self.from, self.to, 1)),
            actual => Err(format!(
                "{} times in {}, for \"{}\": {}",
                actual, self.file, self.what, self.from
            )),
        }
    }
}

/// Oracle: the sources themselves: an entry that no longer matches them plants nothing.
#[test]
fn every_fault_can_be_planted() {
    let mut wrong = vec![];
    for fault in faults() {
        let text = fs::read_to_string(root().join(fault.file)).expect("a file of the workspace");
        wrong.extend(fault.plant(&text).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let places: BTreeSet<_> = faults().map(|fault| (fault.file, fault.to)).collect();
    assert_eq!(places.len(), faults().count(), "one fault is there twice");
    let within = |part: &str| faults().filter(|f| f.file.contains(part)).count();
    let translator = within("/src/translate/") + within("/src/elaborate/");
    assert!(translator >= 6 && within("/lower/src/") >= 12 && within("/float/") >= 6);
}

/// Oracle: texts that contain the line zero times, once and twice.
#[test]
fn unmatched_or_ambiguous_fault_is_refused() {
    let fault = Fault {
        what: "a sum is a difference",
        file: "x.rs",
        from: "a + b",
        to: "a - b",
        caught_by: "",
    };
    assert_eq!(fault.plant("f(a + b)"), Ok("f(a - b)".to_owned()));
    for text in ["f(a * b)", "f(a + b) + g(a + b)"] {
        assert!(fault.plant(text).is_err(), "{text}");
    }
}

/// Copies the sources of the workspace.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if ["target", ".git"].contains(&&*name.to_string_lossy()) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).expect("a copy");
        }
    }
}

/// Output of the tests with this name in the workspace in `folder`, which Cargo compiles first.
fn run(folder: &Path, target: &Path, name: &str) -> Output {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Command::new(cargo)
        .args(["test", "--offline", "--locked", "-p", "vyre-conform-tests"])
        .args(["--test", "main", "--", name])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo runs")
}

/// Verdict on a test run: passed tests, a failed test, or nothing tested.
#[derive(Debug, PartialEq)]
enum Verdict {
    Passed,
    Failed,
    /// Nothing was tested.
    NotRun,
}

fn verdict(output: &Output) -> Verdict {
    let text = String::from_utf8_lossy(&output.stdout);
    let result = text.lines().find_map(|l| l.strip_prefix("test result: "));
    match result {
        Some(message) if message.starts_with("FAILED.") => Verdict::Failed,
        Some(message) if message.starts_with("ok.") && !message.contains(" 0 passed;") => {
            Verdict::Passed
        }
        _ => Verdict::NotRun,
    }
}

/// Oracle: the workspace, which passes the same tests without faults and compiles with each fault.
#[test]
#[ignore = "a long run: an hour"]
fn every_fault_is_caught() {
    let folder = tempfile::tempdir().expect("a folder");
    let [sources, target]: [PathBuf; 2] =
        ["sources", "target"].map(|name| folder.path().join(name));
    copy(&root(), &sources);
    let named: BTreeSet<_> = faults().map(|fault| fault.caught_by).collect();
    for name in named {
        let output = run(&sources, &target, name);
        assert_eq!(verdict(&output), Verdict::Passed, "{name}: {output:?}");
    }
    let mut missed = vec![];
    for fault in faults() {
        let path = sources.join(fault.file);
        let right = fs::read_to_string(&path).expect("a copied file");
        fs::write(&path, fault.plant(&right).expect("it fits")).expect("written");
        let actual = verdict(&run(&sources, &target, fault.caught_by));
        fs::write(&path, right).expect("written");
        eprintln!("{actual:?}: {} ({})", fault.what, fault.file);
        if actual != Verdict::Failed {
            missed.push(format!("{actual:?}: {} ({})", fault.what, fault.file));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
