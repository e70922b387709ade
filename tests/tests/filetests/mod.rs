//! Programs and modules in their text form, followed by their expectations in comments: `tests/filetests`, and the
//! files of the suite, which are part of every certificate.
//!
//! The expectations of a file depend on its folder:
//!
//! - `valid`: `; valid`; each broken rule, `; error V008 in k, body[1]`; or `; refused 3:5: ..` for text that does not
//!   parse
//! - of the suite: for functions `; run: f(1, 2) == 3`; for a program its launch, `; workgroups 2 1 1`, and for each
//!   buffer `; words 1 2`, in hexadecimal, and `; gives 3` if it is read back; on the interpreter and on every adapter
//! - of the suite, with the id of a rule: as above, for the rule of docs/spec/ir.md that the first line quotes; the
//!   test never writes these results
//! - `lower`: `; wgsl:` and the WGSL of a program, line by line
//!
//! `VYRE_BLESS=1 cargo test --workspace --test main -- filetests` writes violations, results and WGSL again, for review
//! before the commit; launches and arguments stay.

mod book;
mod expectation;
mod rules;
mod run;

use expectation::Folder;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use vyre_conform_fuzz::filetest_cases;
use vyre_conform_suite::filetests;

/// The texts of a folder.
fn files(folder: Folder) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder.path()).expect("the folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.is_file() && folder.has(path));
    let mut files: Vec<_> = paths
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path, text)
        })
        .collect();
    files.sort();
    files
}

/// The lines of a text that are expectations, and the others.
fn split(text: &str) -> (Vec<&str>, String) {
    let is_expectation = |line: &&str| line.starts_with(';');
    let (expected, body): (Vec<_>, Vec<_>) = text.lines().partition(is_expectation);
    let body: String = body.into_iter().flat_map(|line| [line, "\n"]).collect();
    (expected, body.trim_end().to_owned() + "\n")
}

/// The text with the current results in place of the expected ones.
fn blessed(folder: Folder, text: &str) -> Result<String, String> {
    let (expected, body) = split(text);
    let requested = folder.due(&body, &expected)?;
    let requested: String = requested.into_iter().map(|line| line + "\n").collect();
    Ok(format!("{body}\n{requested}"))
}

/// The fault of a file.
fn file_fault(folder: Folder, text: &str) -> Option<String> {
    match blessed(folder, text) {
        Err(error) => Some(error),
        Ok(requested) if requested == text => None,
        Ok(requested) => {
            let pairs = text.lines().zip(requested.lines()).enumerate();
            let mut differ = pairs.filter(|(_, (expected, count))| expected != count);
            let first = differ.next().map(|(k, (expected, count))| {
                format!("line {}: expected `{expected}`, found `{count}`", k + 1)
            });
            Some(first.unwrap_or_else(|| {
                let (expected, count) = (text.lines().count(), requested.lines().count());
                format!("{expected} lines expected, {count} found:\n{requested}")
            }))
        }
    }
}

/// Checks every file of a folder against its expectations; returns the number of files.
fn check_files(folder: Folder) -> usize {
    let files = files(folder);
    let mut problems = vec![];
    for (path, text) in &files {
        if std::env::var_os("VYRE_BLESS").is_some()
            && folder != Folder::Rules
            && let Ok(expected) = blessed(folder, text)
        {
            fs::write(path, expected).expect("the file is written");
            continue;
        }
        if let Some(problem) = file_fault(folder, text) {
            problems.push(format!("{}: {problem}", path.display()));
        }
    }
    assert!(
        problems.is_empty(),
        "{}\nwhere what was found is right, run this test with VYRE_BLESS=1, read the difference and commit it",
        problems.join("\n")
    );
    files.len()
}

/// Oracle: the expectations, reviewed by hand against docs/spec/ir.md#validation.
#[test]
fn valid() {
    assert!(check_files(Folder::Valid) >= 50);
}

/// Oracle: hand-written expectations, the same for the interpreter and every adapter.
#[test]
fn run_on_every_runner() {
    assert!(check_files(Folder::Run) >= 20);
}

/// Oracle: the number of calls and launches in each file, and their first lines.
#[test]
fn cases_of_the_suite_match_its_files() {
    for file in filetests::ALL {
        let cases = filetest_cases(file.name, file.text);
        let cases = cases.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(cases.len() as u64, file.cases(), "{}", file.name);
        let lines: Vec<&str> = file.text.lines().collect();
        for case in cases {
            let line = lines[case.line as usize - 1];
            assert!(
                ["; run:", "; workgroups"]
                    .iter()
                    .any(|with| line.starts_with(with))
            );
        }
    }
}

/// Oracle: docs/spec/ir.md#execution: the expectations, derived by hand from the rule in the first line.
#[test]
fn rules_on_every_runner() {
    assert!(check_files(Folder::Rules) >= 50);
}

/// Oracle: the WGSL, reviewed by hand.
#[test]
fn lower() {
    assert!(check_files(Folder::Lower) >= 10);
}

/// Oracle: the files of the rules: a file breaks each rule, except for the one that the parser enforces.
#[test]
fn every_rule_has_a_file_that_breaks_it() {
    let rules =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-conform-runtime/ir/src/valid/rules");
    let names = fs::read_dir(rules).expect("the rules").map(|entry| {
        let name = entry.expect("an entry").file_name();
        name.to_string_lossy()[..4].to_owned()
    });
    let mut rules: BTreeSet<String> = names.filter(|name| name != "mod.").collect();
    for (_, text) in files(Folder::Valid) {
        // The blessing run reads the expectations from the program.
        let text = match std::env::var_os("VYRE_BLESS") {
            Some(_) => blessed(Folder::Valid, &text).unwrap_or(text),
            None => text,
        };
        for line in text.lines().filter_map(|l| l.strip_prefix("; error ")) {
            rules.remove(&line[..4].to_lowercase());
        }
    }
    // The parser rejects text with more nodes than V019 allows; its tests cover that.
    let kept = ["v019"].map(str::to_owned);
    assert_eq!(
        rules,
        BTreeSet::from(kept),
        "write tests/filetests/valid/vNNN.vir, a program that breaks the rule, for each on the left alone; \
         VYRE_BLESS=1 writes what is expected of it"
    );
}

/// Oracle: an expectation that is wrong on purpose.
#[test]
fn wrong_expectations_are_caught() {
    let right = |folder, text: &str| assert_eq!(file_fault(folder, text), None);
    let caught = |folder, text: &str, from: &str, to: &str, message: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let faults =
            file_fault(folder, &changed).unwrap_or_else(|| panic!("not caught:\n{changed}"));
        assert!(faults.contains(message), "{faults}");
    };
    let valid = "fn f(a: u32) -> u32 {\n    return b;\n}\n\n; refused 2:12: expected a local, a table or a buffer that stands above, found `b`\n";
    right(Folder::Valid, valid);
    caught(
        Folder::Valid,
        valid,
        "2:12",
        "2:13",
        "line 5: expected `; refused 2:13",
    );
    caught(
        Folder::Valid,
        valid,
        "return b",
        "return a",
        "found `; valid`",
    );
    let broken = "fn f(a: u32) -> u32 {\n    return 1u64;\n}\n\n; error V101 in f, body[0]\n";
    right(Folder::Valid, broken);
    caught(
        Folder::Valid,
        broken,
        "; error V101 in f, body[0]\n",
        "",
        "found:",
    );
    caught(
        Folder::Valid,
        broken,
        "V101",
        "V102",
        "line 5: expected `; error V102",
    );
    let run = "fn f(a: u32, b: i32) -> (u32, i32) {\n    return a + 1, b.wrapping_neg();\n}\n\n; run: f(1, -5i32) == (2, 5i32)\n";
    right(Folder::Run, run);
    caught(
        Folder::Run,
        run,
        "(2, 5i32)",
        "(3, 5i32)",
        "found `; run: f(1, -5i32) == (2, 5i32)`",
    );
    caught(
        Folder::Run,
        run,
        "f(1, -5i32)",
        "f(1, 5)",
        "takes `u32, i32`",
    );
    caught(
        Folder::Run,
        run,
        "; run: f",
        "; run: g",
        "write `; run: f(..) == ..`",
    );
    caught(
        Folder::Run,
        run,
        "; run: ",
        "; runs: ",
        "write `; run: f(..) == ..`",
    );
    caught(
        Folder::Run,
        run,
        "; run: f(1, -5i32) == (2, 5i32)\n",
        "",
        "nothing is run",
    );
    let program = "program p workgroup_size(1, 1, 1)\nbinding(0) read_write b: [u32]\n\nkernel {\n    b[0] = b[1];\n}\n\n\
        ; workgroups 1 1 1\n; words 1 2\n; gives 2 2\n";
    right(Folder::Run, program);
    caught(
        Folder::Run,
        program,
        "gives 2 2",
        "gives 2 3",
        "found `; gives 2 2`",
    );
    caught(
        Folder::Run,
        program,
        "b[0] = b[1]",
        "b[0] = 7",
        "found `; gives 7 2`",
    );
    caught(Folder::Run, program, "; words 1 2\n", "", "launch");
    caught(
        Folder::Run,
        program,
        "; workgroups 1 1 1\n; words 1 2\n; gives 2 2\n",
        "",
        "nothing is run",
    );
    let (_, body) = split(program);
    let lowered = blessed(Folder::Lower, &body).expect("it is lowered");
    right(Folder::Lower, &lowered);
    caught(
        Folder::Lower,
        &lowered,
        "@compute",
        "@fragment",
        "@fragment",
    );
}
