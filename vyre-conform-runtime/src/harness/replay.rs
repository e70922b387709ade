//! The command that replays exactly one case.

use crate::engine::Source;
use crate::regressions;
use crate::value::Value;

/// The environment variable that narrows a trial to one input.
pub(super) const CASE_VARIABLE: &str = "VYRE_CASE";

/// The command for a shell, as a person would type it in the author's crate.
pub(super) fn command(id: &str, inputs: &[Value]) -> String {
    let values: Vec<String> = inputs.iter().map(|v| regressions::print(v).1).collect();
    shell(id, &values.join(", "))
}

fn shell(id: &str, case: &str) -> String {
    let package = std::env::var("CARGO_PKG_NAME")
        .map(|p| format!(" -p {p}"))
        .unwrap_or_default();
    format!("{CASE_VARIABLE}='{case}' cargo test{package} -- --exact {id}")
}

/// The command for one input of an engine at one workgroup size.
pub(super) fn engine_command(id: &str, (source, size): (Source, u32)) -> String {
    shell(id, &format!("{source}@{size}"))
}

/// The input and workgroup size of `VYRE_CASE`, such as `7@32` or `corpus:0@64`.
pub(super) fn parse_engine(text: &str) -> Result<(Source, u32), String> {
    let parts = text
        .split_once('@')
        .and_then(|(source, size)| Some((source.trim().parse().ok()?, size.trim().parse().ok()?)));
    parts.ok_or_else(|| {
        format!("{CASE_VARIABLE}=`{text}`: an engine's case is `7@32` or `corpus:0@64`")
    })
}

/// The values of `VYRE_CASE` for these types.
pub(super) fn parse(text: &str, types: &[crate::spec::ValueType]) -> Result<Vec<Value>, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() != types.len() {
        return Err(format!(
            "{CASE_VARIABLE}=`{text}` has {} values, this trial takes {}",
            parts.len(),
            types.len()
        ));
    }
    let pairs = parts.iter().zip(types);
    pairs
        .map(|(text, ty)| regressions::parse(ty.rust_name(), text))
        .collect()
}
