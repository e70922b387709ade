//! Files of programs and shaders in a certificate: the expected words must be those of the files.

use crate::certificate::{Counterexample, FailedFiletest, Part, ProgramWord, word_of_text};
use vyre_conform_fuzz::{FiletestCase, filetest_cases};
use vyre_conform_suite::filetests::Filetest;
use vyre_conform_suite::plan::{self, Obligation};
use vyre_conform_suite::wgsl::WgslTest;

/// The fault of the failing case of a part.
pub(super) fn counterexample(files: &[String], part: &Part) -> Option<String> {
    described(part, |number| numbered(files, number).map(FileCase::of))
}

/// The fault of the failing row of a shader's part.
pub(super) fn of_shader(obligation: &Obligation, part: &Part) -> Option<String> {
    let plan::Part::Wgsl(name) = obligation.part else {
        return Some("it is of no shader".into());
    };
    described(part, |number| {
        let rows = WgslTest::find(name)?.rows().ok()?;
        let row = rows.into_iter().nth(usize::try_from(number).ok()?)?;
        Some(FileCase {
            file: format!("{name}.wgsl"),
            line: row.line,
            expected: vec![row.expected],
        })
    })
}

/// A case from its file.
struct FileCase {
    file: String,
    line: u64,
    /// The words of each buffer read back.
    expected: Vec<Vec<u32>>,
}

impl FileCase {
    fn of(case: FiletestCase) -> Self {
        Self {
            file: case.file,
            line: case.line,
            expected: case.expected,
        }
    }
}

/// The fault of the described case; `due` gives the cases by number.
fn described(part: &Part, due: impl Fn(u64) -> Option<FileCase>) -> Option<String> {
    let counterexample = part.counterexample.as_deref();
    if part.failures > 0 && counterexample.is_none() {
        return Some("it counts failures, but describes none".into());
    }
    let Counterexample {
        case,
        inputs,
        expected,
        found,
        engine,
        program,
        filetest,
    } = counterexample?;
    let Some(filetest) = filetest else {
        return Some("it names no file".into());
    };
    let values = !inputs.is_empty() || expected.is_some() || found.is_some();
    if values || engine.is_some() || program.is_some() {
        return Some("a case of a file has no values of an op and no case of an engine".into());
    }
    let ran = part.range.map_or(0..0, |[start, end]| start..end);
    let number = case.filter(|number| ran.contains(number));
    let Some(due) = number.and_then(due) else {
        return Some("it is not a case that ran".into());
    };
    wrong(filetest, &due)
}

/// The case of this number in the files.
fn numbered(files: &[String], number: u64) -> Option<FiletestCase> {
    let mut first = 0;
    for name in files {
        let file = Filetest::find(name)?;
        let end = first + file.cases();
        if number < end {
            let cases = filetest_cases(file.name, file.text).ok()?;
            return cases.into_iter().nth(usize::try_from(number - first).ok()?);
        }
        first = end;
    }
    None
}

/// The fault of a failing case: the file has another word.
fn wrong(case: &FailedFiletest, due: &FileCase) -> Option<String> {
    if (&case.file, case.line) != (&due.file, due.line) {
        return Some(format!(
            "the case is that of {}:{}, not of {}:{}",
            due.file, due.line, case.file, case.line
        ));
    }
    let ProgramWord {
        buffer,
        word,
        expected,
        found,
    } = case.word.as_ref()?;
    let (Some(expected), Some(found)) = (word_of_text(expected), word_of_text(found)) else {
        return Some("its words are not written as words".into());
    };
    if expected == found {
        return Some("the actual value equals the expected one".into());
    }
    let place = |n: &u64| usize::try_from(*n).ok();
    let words = place(buffer).and_then(|k| due.expected.get(k));
    match words.and_then(|words| words.get(place(word)?)) {
        Some(word) if *word == expected => None,
        Some(word) => Some(format!(
            "it expects {expected:#010x}, and the file has {word:#010x}"
        )),
        None => Some("no word has this place".into()),
    }
}
