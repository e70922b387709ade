//! What a text is expected to give.

use super::super::programs::library;
use super::run;
use vyre_conform_lower as lower;
use vyre_conform_runtime::ir::parse::ParseError;
use vyre_conform_runtime::ir::{Module, Program, parse};
use vyre_conform_runtime::valid::{Invalid, Limits, ValidProgram, validate, validate_program};

/// What is expected of the files of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folder {
    Valid,
    Run,
    Lower,
}

/// What a text is.
enum Parsed {
    Program(Program),
    Module(Module),
}

impl Folder {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Run => "run",
            Self::Lower => "lower",
        }
    }

    /// The expectations that are right for a text; `expected` are those that it has.
    pub(super) fn due(self, body: &str, expected: &[&str]) -> Result<Vec<String>, String> {
        match self {
            Self::Valid => Ok(verdict(body)),
            Self::Run => match parsed(body).map_err(|error| error.to_string())? {
                Parsed::Program(_) => run::programs(body, expected),
                Parsed::Module(module) => run::functions(module, expected),
            },
            Self::Lower => match parsed(body).map_err(|error| error.to_string())? {
                Parsed::Program(program) => {
                    let valid = valid(program)?;
                    let text = lower::program(&valid);
                    let lines = text.lines().map(|line| format!(";   {line}"));
                    let lines = lines.map(|line| line.trim_end().to_owned());
                    Ok([String::from("; wgsl:")].into_iter().chain(lines).collect())
                }
                Parsed::Module(_) => Err("write a program: functions are lowered with one".into()),
            },
        }
    }
}

/// The program, valid.
pub(super) fn valid(program: Program) -> Result<ValidProgram, String> {
    let valid = validate_program(program, library(), &Limits::WEBGPU);
    valid.map_err(|found| found[0].to_string())
}

fn parsed(body: &str) -> Result<Parsed, ParseError> {
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
    let first = body.lines().find(is_code).unwrap_or("");
    match first.starts_with("program") {
        true => parse::program(body).map(Parsed::Program),
        false => parse::module(body).map(Parsed::Module),
    }
}

/// The violations in a text.
///
/// # Errors
/// It is not read.
pub(super) fn violations(body: &str) -> Result<Vec<Invalid>, ParseError> {
    let found = match parsed(body)? {
        Parsed::Program(program) => validate_program(program, library(), &Limits::WEBGPU).err(),
        Parsed::Module(module) => validate(module).err(),
    };
    Ok(found.unwrap_or_default())
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
        Ok(found) if found.is_empty() => vec!["; valid".to_owned()],
        Ok(found) => found.into_iter().map(line).collect(),
    }
}
