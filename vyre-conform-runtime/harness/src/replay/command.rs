//! Commands that replay or retire a case.

use crate::options::CASE_VARIABLE;
use crate::regressions;
use std::path::Path;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::engine::InputSource;
use vyre_conform_suite::backend::{Profile, is_request};
use vyre_conform_suite::plan::Obligation;
use vyre_conform_wgpu::ADAPTER_VARIABLE;

/// Separator between the id of a trial and its values in a case.
pub(super) const SEPARATOR: char = '=';

/// The shell command that replays an input: in the author's crate, or with the program that found it.
pub(crate) fn command(
    program: Option<&str>,
    id: &str,
    inputs: &[Value],
    passed: &[Passing],
) -> String {
    let value = |(k, value): (usize, &Value)| {
        let digits = regressions::print(value).1;
        match passed.get(k).copied().unwrap_or_default() {
            Passing::Storage => digits,
            way => format!("{} {digits}", way.name()),
        }
    };
    let values: Vec<String> = inputs.iter().enumerate().map(value).collect();
    shell(program, id, &values.join(", "))
}

/// The profile or backend of the trial with this id, if it takes part only on request.
pub fn profile_of(id: &str) -> Option<&str> {
    let trial = id.split(SEPARATOR).next()?;
    let mut parts = trial.split("::");
    parts.find(|part| Profile::is_asked_for(part) || is_request(part))
}

fn shell(program: Option<&str>, id: &str, case: &str) -> String {
    let profile = profile_of(id);
    if let Some(program) = program {
        let adapter = profile.map(|slug| format!(" --adapter {slug}"));
        let adapter = adapter.unwrap_or_default();
        return format!(
            "{} replay{adapter} '{id}{SEPARATOR}{case}'",
            quoted(program)
        );
    }
    let adapter = profile.map(|slug| format!("{ADAPTER_VARIABLE}='{slug}' "));
    let adapter = adapter.unwrap_or_default();
    let package = std::env::var("CARGO_PKG_NAME")
        .map(|p| format!(" -p {p}"))
        .unwrap_or_default();
    format!("{adapter}{CASE_VARIABLE}='{case}' cargo test{package} -- --exact {id}")
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted; programs and ids never contain one.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), |quoted| quoted.into_owned())
}

/// The command for a saved input of an engine.
pub(crate) fn saved_command(
    program: Option<&str>,
    obligation: &Obligation,
    number: usize,
) -> String {
    match program {
        Some(program) => format!("{} replay '{}#{number}'", quoted(program), obligation.op),
        None => {
            let package = std::env::var("CARGO_PKG_NAME");
            let package = package.map(|p| format!(" -p {p}")).unwrap_or_default();
            format!("cargo test{package} -- --exact {}", obligation.id)
        }
    }
}

/// The command that retires a saved case of a crate: of the program that found it, or of the one that creates crates.
pub(crate) fn retire_command(
    program: Option<&str>,
    root: &Path,
    id: &str,
    number: usize,
) -> String {
    let program = program.map_or_else(|| "vyre-conform".to_owned(), quoted);
    let root = quoted(&root.display().to_string());
    format!("`{program} regressions retire '{id}#{number}' --root {root} --reason 'why'`")
}

/// The command for one input of an engine at one workgroup size.
pub(crate) fn engine_command(
    program: Option<&str>,
    id: &str,
    (source, size): (InputSource, u32),
) -> String {
    shell(program, id, &format!("{source}@{size}"))
}

/// The command for the random program with a seed.
pub(crate) fn program_command(program: Option<&str>, id: &str, seed: u64) -> String {
    shell(program, id, &format!("{seed:#x}"))
}

/// The command for a case of a file of programs, by its name.
pub(crate) fn filetest_command(program: Option<&str>, id: &str, name: &str) -> String {
    shell(program, id, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the selection of adapters, which takes a profile only by its name.
    #[test]
    fn commands_name_the_profile_of_an_adapter() {
        let id = "f32::abs::parity::x+wgsl::edges";
        assert_eq!(
            shell(Some("vyre-conform"), id, "0x1"),
            format!("vyre-conform replay --adapter x+wgsl '{id}{SEPARATOR}0x1'")
        );
        assert!(shell(None, id, "0x1").starts_with("VYRE_ADAPTER='x+wgsl' "));
        let plain = shell(Some("vyre-conform"), "u32::add::parity::x::edges", "0x1");
        assert!(!plain.contains("--adapter"), "{plain}");
    }
}
