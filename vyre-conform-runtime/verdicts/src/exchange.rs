//! Export and import: verdicts as one file, in the form of a segment.

use crate::segment;
use crate::verdict::Entry;
use crate::{Verdict, VerdictStore};
use std::io::{self, Write};

/// Reason why an import failed. A failed import keeps nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The first line is not the header of an exported file.
    #[error(
        "the first line is not `{expected}`: `verdicts export` of this version did not write the file"
    )]
    Version {
        /// The header that this version writes.
        expected: &'static str,
    },
    /// A line does not have the checksum that it states.
    #[error("line {line} is damaged: export the verdicts again")]
    Damaged {
        /// Line number, counted from 1.
        line: usize,
    },
}

impl VerdictStore {
    /// Writes every verdict.
    ///
    /// # Errors
    ///
    /// I/O errors of the writer.
    pub fn export(&self, out: &mut dyn Write) -> io::Result<usize> {
        writeln!(out, "{}", segment::HEADER)?;
        let verdicts = self.verdicts();
        for verdict in &verdicts {
            out.write_all(segment::line(&Entry::Passed((*verdict).clone())).as_bytes())?;
        }
        Ok(verdicts.len())
    }

    /// Keeps every verdict of an exported text and returns their number.
    ///
    /// # Errors
    ///
    /// [`ImportError`] if `export` did not write the text or a line is damaged. The store is then unchanged.
    pub fn import(&self, text: &str) -> Result<usize, ImportError> {
        let contents = segment::parse(text).ok_or(ImportError::Version {
            expected: segment::HEADER,
        })?;
        if let [line, ..] = contents.damaged[..] {
            return Err(ImportError::Damaged { line });
        }
        let verdicts: Vec<Verdict> = contents
            .entries
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Passed(verdict) => Some(verdict),
                _ => None,
            })
            .collect();
        let count = verdicts.len();
        let entries: Vec<Entry> = verdicts.into_iter().map(Entry::Passed).collect();
        self.append(&entries);
        Ok(count)
    }
}
