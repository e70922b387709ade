//! Filetests: programs with hand-written expected words, their format, and their execution on a
//! backend.
//!
//! The files are those of [`filetests`](vyre_conform_suite::filetests).

mod call;
mod run;

pub use call::{LiteralsError, calling, literals};
pub use run::{FiletestRunner, Mismatch};

use super::Case;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::{Access, Library, Module, Program, parse, print};

/// A case of a file: a program with its launch and expected words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiletestCase {
    /// The name of the file.
    pub file: String,
    /// The line at which the case begins, from 1.
    pub line: u64,
    /// The program and its launch.
    pub case: Case,
    /// The expected words of each buffer that is read back; empty if the file has none.
    pub expected: Vec<Vec<u32>>,
}

impl FiletestCase {
    /// A case without expected words, from no file.
    pub fn without_words(case: Case) -> Self {
        Self {
            file: String::new(),
            line: 0,
            case,
            expected: vec![],
        }
    }

    /// The expected words and the interpreter's, if they differ. [`disagreement`](super::disagreement)
    /// covers invalid and faulty programs.
    pub fn unmet(&self, library: &dyn Library) -> Option<String> {
        if self.expected.is_empty() {
            return None;
        }
        let valid = self.case.valid(library).ok()?;
        let launch = self.case.launch(&valid);
        let options = Options {
            steps: 1 << 24,
            ..Options::default()
        };
        let actual = run_launch(&[valid], &launch, &options).ok()?;
        let text = |words: &[Vec<u32>]| {
            let buffers = words.iter().map(|buffer| {
                let words: String = buffer.iter().map(|word| format!(" {word:x}")).collect();
                format!("; gives{words}\n")
            });
            buffers.collect::<String>()
        };
        (actual != self.expected).then(|| {
            let (expected, actual) = (text(&self.expected), text(&actual));
            format!("the file expects\n{expected}and the interpreter gives\n{actual}")
        })
    }
}

/// The reason why a file is not a valid filetest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct FiletestError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The fault.
    pub message: String,
}

/// A parsed program or module, without the trailing comments.
pub enum ParsedText {
    /// A program.
    Program(Program),
    /// Functions.
    Module(Module),
}

impl ParsedText {
    /// Parses a text as a program or a module.
    ///
    /// # Errors
    /// The first syntax error.
    pub fn of(text: &str) -> Result<Self, parse::ParseError> {
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        let first = text.lines().find(is_code).unwrap_or("");
        if first.starts_with("program") {
            parse::program(text).map(Self::Program)
        } else {
            parse::module(text).map(Self::Module)
        }
    }
}

/// A line with its number, from 1.
type Line<'t> = (u64, &'t str);

/// The cases of a file, in the order of their lines.
///
/// # Errors
/// The first invalid line.
pub fn filetest_cases(file: &str, text: &str) -> Result<Vec<FiletestCase>, FiletestError> {
    let error = |line: u64, message: String| FiletestError {
        file: file.to_owned(),
        line,
        message,
    };
    let lines = (1..).zip(text.lines());
    let lines: Vec<Line<'_>> = lines.filter(|(_, line)| line.starts_with(';')).collect();
    let made = |line: u64, case: Case, expected: Vec<Vec<u32>>| FiletestCase {
        file: file.to_owned(),
        line,
        case,
        expected,
    };
    let parsed = ParsedText::of(text).map_err(|e| error(1, e.to_string()))?;
    let cases: Vec<FiletestCase> = match parsed {
        ParsedText::Module(module) => {
            let call = |(line, text): &Line<'_>| {
                let (case, expected) = call::case(&module, text).map_err(|e| error(*line, e))?;
                Ok(made(*line, case, expected))
            };
            lines.iter().map(call).collect::<Result<_, _>>()?
        }
        ParsedText::Program(program) => {
            let launches = lines.chunk_by(|_, (_, next)| !next.starts_with("; workgroups"));
            let launch = |lines: &[Line<'_>]| {
                let line = lines[0].0;
                let (case, expected) = launched(&program, lines).map_err(|e| error(line, e))?;
                Ok(made(line, case, expected))
            };
            launches.map(launch).collect::<Result<_, _>>()?
        }
    };
    if cases.is_empty() {
        Err(error(1, "it has no call and no launch".into()))
    } else {
        Ok(cases)
    }
}

/// A launch of a program, and its expected words.
fn launched(program: &Program, lines: &[Line<'_>]) -> Result<(Case, Vec<Vec<u32>>), String> {
    let (gives, launch): (Vec<&str>, Vec<&str>) = lines
        .iter()
        .map(|(_, line)| *line)
        .partition(|line| line.starts_with("; gives"));
    let text = format!("{}\n{}\n", print::program(program), launch.join("\n"));
    let case = Case::parse(&text).map_err(|e| e.to_string())?;
    let words = |line: &str| -> Result<Vec<u32>, String> {
        let words = line.split_ascii_whitespace().skip(2);
        let words = words.map(|word| u32::from_str_radix(word, 16));
        words
            .collect::<Result<_, _>>()
            .map_err(|_| format!("write words in hexadecimal in place of `{line}`"))
    };
    let expected: Vec<_> = gives.into_iter().map(words).collect::<Result<_, _>>()?;
    let bound = program.bound().into_iter();
    let read_back = bound
        .filter(|(_, buffer)| buffer.access == Access::ReadWrite)
        .count();
    if expected.is_empty() || expected.len() == read_back {
        Ok((case, expected))
    } else {
        Err(format!(
            "write `; gives` and its words for each of {read_back} buffers that are read back"
        ))
    }
}
