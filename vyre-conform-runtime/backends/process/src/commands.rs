//! Backends that the environment names.

use std::ffi::OsString;
use vyre_conform_suite::backend::is_slug;

/// Prefix of the variables that define a backend's command; the suffix is its name.
pub const VARIABLE: &str = "VYRE_BACKEND_";

/// Prefix of the slugs of these backends, by which runs request them.
pub const SLUG: &str = "process-";

/// A variable that defines a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BackendVariable {
    /// The slug of the backend.
    pub(super) slug: String,
    /// The words of its command, or the fault of the variable.
    pub(super) words: Result<Vec<String>, CommandError>,
}

/// Fault of a variable that defines a backend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The value is not UTF-8.
    #[error("{0} is not UTF-8: set it to a command, such as `python3 backend.py`")]
    NotText(String),
    /// The value is not a command.
    #[error(
        "{0} is not a command: set it to one, such as `python3 backend.py`, with every quotation mark closed"
    )]
    NoCommand(String),
    /// The name is malformed.
    #[error("{0} names no backend: letters, digits and `_` must follow {VARIABLE}")]
    NoName(String),
}

/// The words of a command.
///
/// # Errors
///
/// [`CommandError::NoCommand`] with this name.
pub fn words(name: &str, command: &str) -> Result<Vec<String>, CommandError> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    words.ok_or_else(|| CommandError::NoCommand(name.to_owned()))
}

/// The variables that choose backends. Only the host may see them: a program that serves one of its own backends would
/// otherwise start itself recursively.
pub(super) fn choices() -> Vec<OsString> {
    choices_among(std::env::vars_os().map(|(name, _)| name))
}

/// The choosing variables among these names, and the ones with fixed names.
pub(super) fn choices_among(names: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let named = names
        .into_iter()
        .filter(|name| name.to_string_lossy().starts_with(VARIABLE));
    let fixed = ["VYRE_ADAPTER", "VYRE_REQUIRE_ADAPTERS"].map(OsString::from);
    named.chain(fixed).collect()
}

/// The backends that the environment defines, by name.
pub(super) fn named() -> Vec<BackendVariable> {
    let mut results = vec![];
    for (variable, value) in std::env::vars_os() {
        let variable = variable.to_string_lossy().into_owned();
        let Some(name) = variable.strip_prefix(VARIABLE) else {
            continue;
        };
        let slug = format!("{SLUG}{}", name.to_lowercase().replace('_', "-"));
        let words = match value.to_str() {
            _ if name.is_empty() || !is_slug(&slug) => Err(CommandError::NoName(variable)),
            None => Err(CommandError::NotText(variable)),
            Some(command) => words(&variable, command),
        };
        results.push(BackendVariable { slug, words });
    }
    results.sort_by(|a, b| a.slug.cmp(&b.slug));
    results
}
