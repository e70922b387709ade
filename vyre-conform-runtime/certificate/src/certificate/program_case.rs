//! Failing random programs, as recorded in a certificate.

use super::nullable::present;
use super::word_text::word_text;
use serde::{Deserialize, Serialize};
use vyre_conform_suite::failing::{FailingProgram, WrongWord};

/// A random program on which the interpreter and the backend disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramCase {
    /// Its seed, in hexadecimal.
    pub seed: String,
    /// The difference in words.
    pub why: String,
    /// The first word that differs; null for other faults.
    #[serde(deserialize_with = "present")]
    pub word: Option<ProgramWord>,
}

/// A word that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramWord {
    /// Index among the buffers read back.
    pub buffer: u64,
    /// Index among the words of the buffer.
    pub word: u64,
    /// The interpreter's word, in hexadecimal.
    pub expected: String,
    /// The backend's word.
    pub found: String,
}

/// A seed as text.
pub fn seed_text(seed: u64) -> String {
    format!("{seed:#x}")
}

impl ProgramCase {
    /// The record of a failing program.
    pub fn of(program: &FailingProgram) -> Self {
        Self {
            seed: seed_text(program.seed),
            why: program.difference.clone(),
            word: program.word.map(ProgramWord::new),
        }
    }
}

impl ProgramWord {
    /// The record of a word that differs.
    pub(super) fn new(word: WrongWord) -> Self {
        Self {
            buffer: word.buffer,
            word: word.word,
            expected: word_text(word.expected),
            found: word_text(word.found),
        }
    }
}
