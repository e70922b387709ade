//! A case of a file of programs, by its name in a failure report: `programs::llvmpipe::filetests=loops.vir:24`.

use crate::exit::Failure;
use vyre_conform_fuzz::{FiletestCase, FiletestRunner, filetest_cases};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::filetests::Filetest;
use vyre_conform_suite::plan::{PROGRAMS, PartKind};

/// The case that a text denotes; `None` for other texts.
pub(super) fn parse(text: &str) -> Result<Option<FiletestCase>, Failure> {
    let Some((trial, name)) = text.split_once('=') else {
        return Ok(None);
    };
    let mut segments = trial.trim().split("::");
    let of_programs = segments.next() == Some(PROGRAMS);
    if !of_programs || segments.last() != Some(PartKind::Filetests.name()) {
        return Ok(None);
    }
    let form = || {
        Failure::usage(format!(
            "`{text}`: write the file and the line of a call or launch, such as `{trial}=loops.vir:24`"
        ))
    };
    let (file, line) = name.trim().split_once(':').ok_or_else(form)?;
    let file = Filetest::find(file).ok_or_else(form)?;
    let cases = filetest_cases(file.name, file.text).map_err(Failure::nothing)?;
    let line: u64 = line.parse().map_err(|_| form())?;
    let found = cases.into_iter().find(|case| case.line == line);
    found.map(Some).ok_or_else(form)
}

/// The first backend with wrong words, and the difference.
pub(super) fn missed(case: &FiletestCase, backends: &[&dyn Backend]) -> Option<String> {
    if case.expected.is_empty() {
        return None;
    }
    backends.iter().find_map(|backend| {
        let missed = FiletestRunner::new(*backend).run(case).err()?;
        Some(format!("{}: {missed}\n", backend.identity().slug))
    })
}
