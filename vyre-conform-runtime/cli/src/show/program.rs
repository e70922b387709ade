//! `show FILE.vir`: a program, or functions, as text: canonical form, broken rules, and WGSL.

use super::super::exit::{Failure, Status};
use super::super::stdout;
use super::Arguments;
use serde::Serialize;
use std::path::Path;
use vyre_conform_harness::regressions::program_text;
use vyre_conform_ir::valid::{Invalid, Limits, validate, validate_program};
use vyre_conform_ir::{parse, print};
use vyre_conform_lower as lower;
use vyre_conform_lower_c::{self as lower_c, Dialect};
use vyre_conform_runtime::catalog::Catalog;

/// Contents of a file.
#[derive(Serialize)]
struct FileContents {
    /// `program` or `module`.
    kind: &'static str,
    ir: String,
    /// For a valid program.
    wgsl: Option<String>,
    /// The broken rules.
    broken: Vec<String>,
}

/// Shows the file: exit code 1 if it breaks a rule.
pub(super) fn show(
    path: &Path,
    catalog: &Catalog,
    arguments: &Arguments,
) -> Result<Status, Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::io(format!("{}: {error}", path.display()));
    let text = program_text(path).map_err(Failure::io)?;
    if let Some(dialect) = arguments.dialect() {
        let text = c_text(&text, catalog, dialect).map_err(|error| failed(&error))?;
        say!(
            "{}",
            text.map_err(|found| Failure::refuted(found.join("\n")))?
        );
        return Ok(Status::Success);
    }
    let shown = shown(&text, catalog).map_err(|error| failed(&error))?;
    match (&shown.wgsl, arguments.wgsl) {
        _ if arguments.json => stdout::json(&shown),
        (Some(wgsl), true) => say!("{wgsl}"),
        (None, true) if shown.broken.is_empty() => {
            let message = "these are functions: --wgsl is for ops and programs";
            return Err(Failure::refuted(message));
        }
        (None, true) => return Err(Failure::refuted(shown.broken.join("\n"))),
        (wgsl, false) => {
            say!("{}", shown.ir);
            shown.broken.iter().for_each(|line| sayln!("\n{line}"));
            wgsl.iter().for_each(|wgsl| say!("\n{wgsl}"));
        }
    }
    Ok(if shown.broken.is_empty() {
        Status::Success
    } else {
        Status::Refuted
    })
}

/// The text in a dialect of C, or the broken rules.
fn c_text(
    text: &str,
    catalog: &Catalog,
    dialect: Dialect,
) -> Result<Result<String, Vec<String>>, parse::ParseError> {
    let broken = |found: Vec<Invalid>| found.iter().map(ToString::to_string).collect();
    if is_program(text) {
        let valid = validate_program(parse::program(text)?, catalog, &Limits::WEBGPU);
        let text = valid.map(|program| lower_c::program(&program, dialect));
        return Ok(text.map_err(broken));
    }
    let module = parse::module(text)?;
    let name = module.functions.get(module.entry.0 as usize);
    let name = name.map_or(String::new(), |f| f.name.clone());
    let text = validate(module).map(|valid| lower_c::functions(&valid, &name, dialect));
    Ok(text.map_err(broken))
}

fn shown(text: &str, catalog: &Catalog) -> Result<FileContents, parse::ParseError> {
    let broken = |found: Vec<Invalid>| found.iter().map(ToString::to_string).collect();
    if !is_program(text) {
        let module = parse::module(text)?;
        return Ok(FileContents {
            kind: "module",
            ir: print::module(&module),
            wgsl: None,
            broken: validate(module).err().map(broken).unwrap_or_default(),
        });
    }
    let program = parse::program(text)?;
    let ir = print::program(&program);
    let valid = validate_program(program, catalog, &Limits::WEBGPU);
    Ok(FileContents {
        kind: "program",
        ir,
        wgsl: valid.as_ref().ok().map(lower::program),
        broken: valid.err().map(broken).unwrap_or_default(),
    })
}

/// True if a text starts like that of a program.
fn is_program(text: &str) -> bool {
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with(['/', ';']);
    let first = text.lines().map(str::trim_start).find(is_code);
    first.is_some_and(|line| line.starts_with("program"))
}
