//! Errors of saving and reading cases, and of parsing values.

use std::path::PathBuf;
use vyre_conform_spec::ValueType;

/// Maximal size of a file in bytes: a hundred thousand cases.
pub(super) const MAX_BYTES: u64 = 16 << 20;

/// Error of saving or reading a case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file system failed.
    #[error("{path}: {source}")]
    Io {
        /// The path.
        path: PathBuf,
        /// Its error.
        source: std::io::Error,
    },
    /// The file is not what this version writes.
    #[error("{path}: {message}. Repair the file or move it away; it was left as it is")]
    Format {
        /// The path.
        path: PathBuf,
        /// The fault.
        message: String,
    },
    /// Something other than a folder is in its place.
    #[error(
        "{path} is {found}, where the folder of saved failing inputs belongs. Move it away: the folder is made \
         when an input is saved"
    )]
    NoFolder {
        /// The path.
        path: PathBuf,
        /// The kind of entry found.
        found: &'static str,
    },
    /// The file has no room for the case; it is unchanged.
    #[error(
        "the file {path} would have more than {} bytes, more than is ever read: the case is not saved. \
         Its report names it by number",
        MAX_BYTES
    )]
    TooLarge {
        /// The path.
        path: PathBuf,
    },
    /// The request is impossible; nothing changed.
    #[error("{0}")]
    Refused(String),
}

/// Error of parsing the values of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// No type has this name.
    #[error("`{ty}` is not a value type; use {}", types())]
    Type {
        /// The name.
        ty: String,
    },
    /// The text is not a value of the type.
    #[error("`{text}` is not a {ty}")]
    Text {
        /// The text.
        text: String,
        /// The type.
        ty: String,
    },
    /// The text has the wrong number of lanes.
    #[error("`{text}` has {found} lanes, a {ty} has {expected}")]
    Lanes {
        /// The text.
        text: String,
        /// Lanes in it.
        found: usize,
        /// The type.
        ty: String,
        /// Lanes of the type.
        expected: usize,
    },
    /// A case has more passing modes than values.
    #[error("{ways} ways to pass {values} values")]
    Ways {
        /// Number of modes.
        ways: usize,
        /// Number of values.
        values: usize,
    },
    /// No passing mode has this name.
    #[error("`{name}` does not name a way to pass a value: storage, uniform, literal")]
    Way {
        /// The word.
        name: String,
    },
}

/// The type names of values.
fn types() -> String {
    let names: Vec<_> = ValueType::ALL.iter().map(|t| t.rust_name()).collect();
    names.join(", ")
}
