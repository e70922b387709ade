//! Why cases are not read or saved, and values not understood.

use super::file::MOST_BYTES;
use std::path::PathBuf;
use vyre_conform_spec::ValueType;

/// The reason why a case could not be saved or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file system refused.
    #[error("{path}: {source}")]
    Io {
        /// Where.
        path: PathBuf,
        /// What it said.
        source: std::io::Error,
    },
    /// The file is not what this version writes.
    #[error("{path}: {message}. Repair the file or move it away; it was left as it is")]
    Format {
        /// Where.
        path: PathBuf,
        /// The fault.
        message: String,
    },
    /// There is something else where a folder belongs.
    #[error(
        "{path} is {found}, where the folder of saved failing inputs belongs. Move it away: the folder is made \
         when an input is saved"
    )]
    NoFolder {
        /// Where.
        path: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// There is no room for the case; nothing was changed.
    #[error(
        "the file {path} would have more than {} bytes, so that nobody reads it: the case is not saved. \
         Its report names it by number",
        MOST_BYTES
    )]
    TooLarge {
        /// Where.
        path: PathBuf,
    },
    /// What was asked for cannot be done; nothing was changed.
    #[error("{0}")]
    Refused(String),
}

/// The reason why a text is not a value, or the values of a case are passed in no way.
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
    /// A case says more often how a value is passed than it has values.
    #[error("{ways} ways to pass {values} values")]
    Ways {
        /// How often it says it.
        ways: usize,
        /// Its values.
        values: usize,
    },
    /// No value is passed like this.
    #[error("`{name}` does not name a way to pass a value: storage, uniform, literal")]
    Way {
        /// The word.
        name: String,
    },
}

/// The names of the types that a value can have.
fn types() -> String {
    let names: Vec<_> = ValueType::ALL.iter().map(|t| t.rust_name()).collect();
    names.join(", ")
}
