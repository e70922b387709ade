//! Faults planted in the C text of programs: the words of a file reveal each of them.
//!
//! A fault replaces a piece of the text while the test runs, as a wrong line of the lowering would.

use super::planted::faults;
use crate::CBackend;
use vyre_conform_fuzz::{Case, FiletestCase, FiletestRunner, Mismatch, agreement, filetest_cases};
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_lower_c::{Dialect, programs};
use vyre_conform_scripts::planted::Fault;
use vyre_conform_suite::filetests::Filetest;

/// Minimal number of planted faults.
const MIN_FAULTS: usize = 60;

/// The random programs of a certificate.
const PROGRAMS: u64 = 256;

fn open() -> CBackend {
    let backend = CBackend::open().unwrap_or_else(|reason| panic!("{reason}"));
    backend.unoptimised()
}

fn cases(file: &str) -> Vec<FiletestCase> {
    let file = Filetest::find(file).unwrap_or_else(|| panic!("no file {file}"));
    filetest_cases(file.name, file.text).unwrap_or_else(|error| panic!("{error}"))
}

/// The C text of a program.
fn text(case: &Case) -> String {
    let valid = validate_program(case.program.clone(), &(), &Limits::WEBGPU);
    programs([&valid.expect("a valid program")], Dialect::C11).text
}

/// The first case of a file in which a backend's words are wrong.
fn missed(backend: &CBackend, cases: &[FiletestCase]) -> Option<Mismatch> {
    let mut runner = FiletestRunner::new(backend);
    cases.iter().find_map(|case| match runner.run(case) {
        Ok(None) => None,
        Ok(Some(missing)) => panic!("{}: the backend lacks {missing}", case.file),
        Err(missed) => Some(missed),
    })
}

/// The problem of a row of the table: its file does not reveal the fault, or no text has the piece.
fn unseen(fault: &Fault) -> Option<String> {
    let Fault {
        what, from, file, ..
    } = fault;
    let cases = cases(file);
    let text = text(&cases[0].case);
    let Some((from, to)) = fault.in_text(&text) else {
        return Some(format!(
            "{what}: the text of {file} has no `{from}`:\n{text}"
        ));
    };
    match missed(&open().with_fault(&from, &to), &cases) {
        None => Some(format!("{what}: {file} does not show it")),
        // A text that does not compile is not an unnoticed fault of a lowering.
        Some(Mismatch::Backend(error)) => Some(format!("{what}: {error}")),
        Some(_) => None,
    }
}

/// Oracle: the words of the files, which the correct text gives.
#[test]
fn every_file_has_its_words() {
    let backend = open();
    for file in vyre_conform_suite::filetests::ALL {
        let problems = missed(&backend, &cases(file.name));
        assert!(problems.is_none(), "{}: {problems:?}", file.name);
    }
}

/// Oracle: the texts that are changed; the files that name them have their words without a fault.
#[test]
fn each_fault_is_caught_by_its_file() {
    let faults = faults();
    let wrong: Vec<String> = faults.iter().filter_map(unseen).collect();
    let all = faults.len();
    assert!(
        wrong.is_empty(),
        "{} of {all}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(all >= MIN_FAULTS, "{all}");
}

/// Oracle: the interpreter. Prints for each fault how many random programs of a certificate show it.
#[test]
#[ignore = "a long run: minutes"]
fn random_programs_and_faults() {
    let right = open();
    let all = (0..PROGRAMS).map(|n| Case::random(0x5eed + n, &[]));
    let all: Vec<(Case, String)> = all.map(|case| (case.clone(), text(&case))).collect();
    let fails = |backend: &CBackend, case: &Case| agreement(case, &(), backend).is_err();
    assert!(!all.iter().any(|(case, _)| fails(&right, case)));
    let mut caught = 0;
    for fault in faults() {
        let shows = |(case, text): &&(Case, String)| {
            let planted = fault.in_text(text);
            planted.is_some_and(|(from, to)| fails(&open().with_fault(&from, &to), case))
        };
        let count = all.iter().filter(shows).count();
        println!(
            "| {} | `{}` | {} | {count} |",
            fault.what,
            fault.from.trim(),
            fault.file
        );
        caught += usize::from(count > 0);
    }
    assert!(caught > 0);
}
