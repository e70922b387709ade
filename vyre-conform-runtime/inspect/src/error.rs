//! Errors that prevent an inspection.

/// An error that prevents an inspection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InspectError {
    /// The text has no compute entry point.
    #[error(
        "the text has no compute entry point: mark a function with `@compute @workgroup_size(64)`"
    )]
    NoEntryPoint,
    /// An entry point of this name is missing.
    #[error(
        "the text has no compute entry point `{name}`{}; its entry points: {}",
        .near.as_ref().map_or_else(String::new, |near| format!(": did you mean `{near}`?")),
        .all.join(", ")
    )]
    UnknownEntryPoint {
        /// The requested name.
        name: String,
        /// The most similar name.
        near: Option<String>,
        /// Every name.
        all: Vec<String>,
    },
    /// An override of this name is missing.
    #[error(
        "the text has no override `{name}`{}; its overrides: {}",
        .near.as_ref().map_or_else(String::new, |near| format!(": did you mean `{near}`?")),
        if .all.is_empty() { "none".to_owned() } else { .all.join(", ") }
    )]
    UnknownOverride {
        /// The requested name.
        name: String,
        /// The most similar name.
        near: Option<String>,
        /// Every name, or number if the text declares one by `@id`.
        all: Vec<String>,
    },
    /// A buffer of this name is missing.
    #[error(
        "no buffer of the entry points is called `{name}`{}; the buffers: {}",
        .near.as_ref().map_or_else(String::new, |near| format!(": did you mean `{near}`?")),
        .all.join(", ")
    )]
    UnknownBuffer {
        /// The requested name.
        name: String,
        /// The most similar name.
        near: Option<String>,
        /// Every name.
        all: Vec<String>,
    },
    /// An override of an entry point has neither a default nor a value.
    #[error(
        "entry point `{entry}` needs values of overrides: add {}",
        .names.iter().map(|name| format!("`--override {name}=VALUE`")).collect::<Vec<_>>().join(", ")
    )]
    OverrideWithoutValue {
        /// The entry point.
        entry: String,
        /// The overrides.
        names: Vec<String>,
    },
    /// A scalar of this name is missing.
    #[error(
        "no scalar in front of the data of a buffer is called `{name}`{}; the scalars: {}",
        .near.as_ref().map_or_else(String::new, |near| format!(": did you mean `{near}`?")),
        if .all.is_empty() { "none".to_owned() } else { .all.join(", ") }
    )]
    UnknownScalar {
        /// The requested name.
        name: String,
        /// The most similar name.
        near: Option<String>,
        /// Every name.
        all: Vec<String>,
    },
    /// The values of overrides do not fit the text.
    #[error("the overrides of entry point `{entry}` cannot be used: {why}")]
    Override {
        /// The entry point.
        entry: String,
        /// The reason.
        why: String,
    },
}

/// The most similar of these names, if one is similar enough.
pub(crate) fn near<'n>(name: &str, all: impl Iterator<Item = &'n str>) -> Option<String> {
    let distance = |other: &str| strsim::levenshtein(&name.to_lowercase(), &other.to_lowercase());
    let near = all.map(|other| (distance(other), other)).min()?;
    let letters = name.chars().count();
    let most = (letters / 3).max(2);
    (near.0 <= most && near.0 < letters).then(|| near.1.to_owned())
}
