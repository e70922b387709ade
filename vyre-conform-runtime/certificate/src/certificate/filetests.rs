//! Files of programs with hand-written words, as a certificate names them.

use super::digest::digest;
use super::nullable::present;
use super::program_case::ProgramWord;
use serde::{Deserialize, Serialize};
use vyre_conform_suite::failing::FailingFiletest;
use vyre_conform_suite::filetests::Filetest;
use vyre_conform_suite::plan::PlanOptions;

/// The files of programs of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filetests {
    /// Their names, sorted.
    pub files: Vec<String>,
    /// Digest of their names and texts.
    pub digest: String,
}

impl Filetests {
    /// The files of a run with these options; `None` if it runs none.
    pub fn of(options: &PlanOptions) -> Option<Self> {
        let files = options.filetests.clone();
        let has_filetests = options.takes_programs() && !files.is_empty();
        has_filetests.then(|| Self {
            digest: digest_of_files(&files),
            files,
        })
    }

    /// The fault of the list; `None` if it lists files of this suite with their digest.
    pub(crate) fn problem(&self) -> Option<String> {
        if self.files.is_empty() || !self.files.is_sorted_by(|a, b| a < b) {
            return Some("its list of filetests is empty, or not sorted".into());
        }
        let unknown = self
            .files
            .iter()
            .find(|name| Filetest::find(name).is_none());
        if let Some(name) = unknown {
            return Some(format!(
                "it names the filetest `{name}`, which this suite does not have"
            ));
        }
        let expected = digest_of_files(&self.files);
        (self.digest != expected).then(|| {
            format!(
                "the digest of its filetests is {}, here it is {expected}",
                self.digest
            )
        })
    }
}

/// The digest of these files, as this suite has them.
fn digest_of_files(names: &[String]) -> String {
    let files = names.iter().map(|name| {
        let text = Filetest::find(name).map_or("", |file| file.text);
        (name.as_str(), text)
    });
    digest(&serde_json::json!(files.collect::<Vec<_>>()))
}

/// A failing case of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedFiletest {
    /// The name of the file.
    pub file: String,
    /// The line at which the case begins.
    pub line: u64,
    /// The fault.
    pub why: String,
    /// The first word that differs; null for other faults.
    #[serde(deserialize_with = "present")]
    pub word: Option<ProgramWord>,
}

impl FailedFiletest {
    /// The record of a failing case.
    pub fn of(found: &FailingFiletest) -> Self {
        Self {
            file: found.file.clone(),
            line: found.line,
            why: found.fault.clone(),
            word: found.word.map(ProgramWord::new),
        }
    }
}
