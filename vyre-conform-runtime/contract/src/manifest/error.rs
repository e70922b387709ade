//! Mistakes of a manifest, at their place.

use std::fmt;
use std::ops::Range;

/// A mistake of a manifest: its place, and what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ManifestError {
    /// The line, from 1; `None` of a mistake of the whole.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// The mistake and its remedy.
    pub message: String,
}

impl ManifestError {
    pub(crate) fn new(text: &str, span: Option<Range<usize>>, message: impl Into<String>) -> Self {
        let place = span.map(|span| {
            let before = text.get(..span.start.min(text.len())).unwrap_or(text);
            let line = before.rsplit('\n').next().unwrap_or_default();
            let number = before.matches('\n').count() as u32 + 1;
            (number, line.chars().count() as u32 + 1)
        });
        Self {
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            message: message.into(),
        }
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ManifestError {}

/// A remedy that names the word which is most like another, or else all.
pub(crate) fn suggestion<'n>(word: &str, all: impl Iterator<Item = &'n str> + Clone) -> String {
    let near = all
        .clone()
        .map(|other| (strsim::levenshtein(word, other), other))
        .min();
    match near {
        Some((distance, other)) if distance <= (word.len() / 3).max(2) => {
            format!("did you mean `{other}`?")
        }
        Some(_) => {
            let all: Vec<String> = all.map(|other| format!("`{other}`")).collect();
            format!("write one of {}", all.join(", "))
        }
        None => "there is none".to_owned(),
    }
}
