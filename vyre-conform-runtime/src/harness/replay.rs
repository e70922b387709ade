//! The command that replays exactly one case.

use crate::regressions;
use crate::value::Value;

/// The environment variable that narrows a trial to one input.
pub(super) const CASE_VARIABLE: &str = "VYRE_CASE";

/// The command for a shell, as a person would type it in the author's crate.
pub(super) fn command(id: &str, inputs: &[Value]) -> String {
    let values: Vec<String> = inputs.iter().map(|v| regressions::print(v).1).collect();
    let package = std::env::var("CARGO_PKG_NAME")
        .map(|p| format!(" -p {p}"))
        .unwrap_or_default();
    format!(
        "{CASE_VARIABLE}='{}' cargo test{package} -- --exact {id}",
        values.join(", ")
    )
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
