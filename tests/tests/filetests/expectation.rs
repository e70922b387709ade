//! The expectation of a text.

use super::super::programs::library;
use super::run;
use std::path::{Path, PathBuf};
use vyre_conform_fuzz::ParsedText;
use vyre_conform_lower as lower;
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::ir::parse::ParseError;
use vyre_conform_runtime::valid::{Invalid, Limits, ValidProgram, validate, validate_program};
use vyre_conform_tests::book::root;

/// The folder of a file, which determines its kind of expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folder {
    Valid,
    /// The files of the suite; those that call no op are part of every certificate of a backend.
    Run,
    /// The files of the suite that show a rule of docs/spec/ir.md.
    Rules,
    Lower,
}

impl Folder {
    pub(super) fn path(self) -> PathBuf {
        root().join(match self {
            Self::Valid => "tests/filetests/valid",
            Self::Run | Self::Rules => "vyre-conform-runtime/suite/filetests",
            Self::Lower => "tests/filetests/lower",
        })
    }

    /// True if the folder contains this file: a name such as `e17_continues.vir` has the id of a rule.
    pub(super) fn has(self, path: &Path) -> bool {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("");
        let id = name.split('_').next().unwrap_or("");
        let number = id.strip_prefix(['c', 'e']);
        let is_rule =
            number.is_some_and(|number| number.len() == 2 && number.parse::<u8>().is_ok());
        match self {
            Self::Run => !is_rule,
            Self::Rules => is_rule,
            _ => true,
        }
    }

    /// The correct expectations of a text; `expected` are the current ones.
    pub(super) fn due(self, body: &str, expected: &[&str]) -> Result<Vec<String>, String> {
        match self {
            Self::Valid => Ok(verdict(body)),
            Self::Run | Self::Rules => {
                match ParsedText::of(body).map_err(|error| error.to_string())? {
                    ParsedText::Program(_) => run::programs(body, expected),
                    ParsedText::Module(module) => run::functions(module, expected),
                }
            }
            Self::Lower => match ParsedText::of(body).map_err(|error| error.to_string())? {
                ParsedText::Program(program) => {
                    let valid = valid(program)?;
                    let text = lower::program(&valid);
                    let lines = text.lines().map(|line| format!(";   {line}"));
                    let lines = lines.map(|line| line.trim_end().to_owned());
                    Ok([String::from("; wgsl:")].into_iter().chain(lines).collect())
                }
                ParsedText::Module(_) => {
                    Err("write a program: functions are lowered with one".into())
                }
            },
        }
    }
}

/// The validated program.
pub(super) fn valid(program: Program) -> Result<ValidProgram, String> {
    let valid = validate_program(program, library(), &Limits::WEBGPU);
    valid.map_err(|violations| violations[0].to_string())
}

/// The violations in a text.
///
/// # Errors
/// The message of the parser.
pub(super) fn violations(body: &str) -> Result<Vec<Invalid>, ParseError> {
    let errors = match ParsedText::of(body)? {
        ParsedText::Program(program) => validate_program(program, library(), &Limits::WEBGPU).err(),
        ParsedText::Module(module) => validate(module).err(),
    };
    Ok(errors.unwrap_or_default())
}

fn verdict(body: &str) -> Vec<String> {
    let line = |invalid: Invalid| {
        let (rule, function) = (invalid.rule, invalid.function);
        match &*invalid.place {
            "" => format!("; error {rule} in {function}"),
            place => format!("; error {rule} in {function}, {place}"),
        }
    };
    match violations(body) {
        Err(error) => vec![format!("; refused {error}")],
        Ok(actual) if actual.is_empty() => vec!["; valid".to_owned()],
        Ok(actual) => actual.into_iter().map(line).collect(),
    }
}
