//! Faults planted in the WGSL of programs: the words of a file reveal each of them.
//!
//! A fault replaces a piece of the text while the test runs, as a wrong line of the lowering would.

mod planted;

use super::devices;
use crate::WgpuBackend;
use planted::faults;
use vyre_conform_fuzz::{Case, FiletestCase, FiletestRunner, Mismatch, agreement, filetest_cases};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_lower as lower;
use vyre_conform_scripts::planted::Fault;
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode,
};
use vyre_conform_suite::filetests::Filetest;

/// Minimal number of planted faults.
const MIN_FAULTS: usize = 60;

/// The random programs of a certificate.
const PROGRAMS: u64 = 256;

/// A device with a faulty lowering.
struct Faulty<'f> {
    device: &'static WgpuBackend,
    fault: &'f Fault,
}

impl Backend for Faulty<'_> {
    fn identity(&self) -> &Identity {
        self.device.identity()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        self.device.load(op)
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let text = |program| {
            let text = lower::program(program);
            match self.fault.in_text(&text) {
                Some((from, to)) => text.replace(&from, &to),
                None => text,
            }
        };
        let texts = programs
            .iter()
            .map(|program| (program.clone(), text(program)));
        self.device.load_texts(texts.collect())
    }
}

fn cases(file: &str) -> Vec<FiletestCase> {
    let file = Filetest::find(file).unwrap_or_else(|| panic!("no file {file}"));
    filetest_cases(file.name, file.text).unwrap_or_else(|error| panic!("{error}"))
}

/// The WGSL of a program.
fn text(case: &Case) -> String {
    let valid = validate_program(case.program.clone(), &(), &Limits::WEBGPU);
    lower::program(&valid.expect("a valid program"))
}

/// The first case of a file in which a backend's words are wrong.
fn missed(backend: &dyn Backend, cases: &[FiletestCase]) -> Option<Mismatch> {
    let mut runner = FiletestRunner::new(backend);
    cases.iter().find_map(|case| match runner.run(case) {
        Ok(None) => None,
        Ok(Some(missing)) => panic!("{}: the backend lacks {missing}", case.file),
        Err(missed) => Some(missed),
    })
}

/// The device that runs faults: lavapipe if present, because it ends endless loops.
fn device() -> &'static WgpuBackend {
    let all = devices();
    let mut actual = all.iter().copied();
    actual
        .find(|device| device.identity().slug == "llvmpipe")
        .unwrap_or(all[0])
}

/// The problem of a row of the table: its file does not reveal the fault, or no text has the piece.
fn unseen(fault: &Fault) -> Option<String> {
    let Fault {
        what, from, file, ..
    } = fault;
    let cases = cases(file);
    let text = text(&cases[0].case);
    if fault.in_text(&text).is_none() {
        return Some(format!(
            "{what}: the text of {file} has no `{from}`:\n{text}"
        ));
    }
    let device = device();
    match missed(&Faulty { device, fault }, &cases) {
        None => Some(format!("{what}: {file} does not show it")),
        // A text that no front end accepts is not an unnoticed fault of a lowering.
        Some(Mismatch::Backend(error)) => Some(format!("{what}: {error}")),
        Some(_) => None,
    }
}

/// Oracle: the words of the files, which the correct text gives.
#[test]
fn every_file_has_its_words() {
    for device in devices() {
        for file in vyre_conform_suite::filetests::ALL {
            let problems = missed(device, &cases(file.name));
            assert!(problems.is_none(), "{}: {problems:?}", file.name);
        }
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
    let device = device();
    let all = (0..PROGRAMS).map(|n| Case::random(0x5eed + n, &[]));
    let all: Vec<(Case, String)> = all.map(|case| (case.clone(), text(&case))).collect();
    let fails = |backend: &dyn Backend, case: &Case| agreement(case, &(), backend).is_err();
    assert!(!all.iter().any(|(case, _)| fails(device, case)));
    let mut caught = 0;
    for fault in &faults() {
        let wrong = Faulty { device, fault };
        let changed = all.iter().filter(|(_, text)| fault.in_text(text).is_some());
        let count = changed.filter(|(case, _)| fails(&wrong, case)).count();
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
