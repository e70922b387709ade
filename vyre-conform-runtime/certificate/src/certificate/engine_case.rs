//! A failing case of an engine in a certificate: long values are cut, with a digest of the whole.

use super::nullable::present;
use super::word_text::word_text;
use serde::{Deserialize, Serialize};
use vyre_conform_runtime::engine::{Input, Output};

/// Maximal number of kept words of a column and of the records of an output.
const MAX_WORDS: usize = 64;
/// Maximal size of a reason, in bytes.
const MAX_TEXT: usize = 1000;

/// A failing case of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineCase {
    /// The number of the generated input, or `corpus:` or `saved:` and the number of that case; null where no single
    /// input is at fault.
    #[serde(deserialize_with = "present")]
    pub input: Option<String>,
    /// The workgroup size.
    #[serde(deserialize_with = "present")]
    pub size: Option<u32>,
    /// The columns of the input.
    pub columns: Vec<Words>,
    /// The expected records.
    #[serde(deserialize_with = "present")]
    pub expected: Option<Records>,
    /// The actual records.
    #[serde(deserialize_with = "present")]
    pub found: Option<Records>,
    /// The first difference, and its causes.
    pub because: Vec<String>,
}

/// The words of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The number.
    pub count: u64,
    /// The first words, in hexadecimal.
    pub first: Vec<String>,
    /// If words were cut: BLAKE3 of all words, four bytes each, low byte first.
    #[serde(deserialize_with = "present")]
    pub digest: Option<String>,
}

/// The records of an output, and their source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// `the CPU reference`, a citation, or the run.
    pub by: String,
    /// The number.
    pub count: u64,
    /// The words of the first records, in hexadecimal.
    pub first: Vec<Vec<String>>,
    /// If records were cut: BLAKE3 of all records, each as its length and its words, four bytes each, low byte first.
    #[serde(deserialize_with = "present")]
    pub digest: Option<String>,
}

impl EngineCase {
    /// A case from an input, its expected and its actual output.
    pub fn new(
        at: Option<(String, u32)>,
        input: Option<&Input>,
        expected: Option<&(String, Output)>,
        found: Option<&(String, Output)>,
        because: &[String],
    ) -> Self {
        let (source, size) = at.unzip();
        let columns = input.map_or(&[][..], |input| &input.columns);
        let records = |(by, output): &(String, Output)| Records::new(by, output);
        Self {
            input: source,
            size,
            columns: columns.iter().map(|column| Words::new(column)).collect(),
            expected: expected.map(records),
            found: found.map(records),
            because: because.iter().map(|text| cut(text)).collect(),
        }
    }
}

impl Words {
    fn new(words: &[u32]) -> Self {
        let cut = words.len() > MAX_WORDS;
        Self {
            count: words.len() as u64,
            first: words
                .iter()
                .take(MAX_WORDS)
                .copied()
                .map(word_text)
                .collect(),
            digest: cut.then(|| digest(words.iter().copied())),
        }
    }
}

impl Records {
    fn new(by: &str, output: &Output) -> Self {
        // A record may have any length.
        let mut left = MAX_WORDS;
        let fits = |record: &&Vec<u32>| {
            let room = left.checked_sub(record.len().max(1));
            left = room.unwrap_or(0);
            room.is_some()
        };
        let kept: Vec<&Vec<u32>> = output.iter().take_while(fits).collect();
        let words = output
            .iter()
            .flat_map(|record| std::iter::once(record.len() as u32).chain(record.iter().copied()));
        Self {
            by: cut(by),
            count: output.len() as u64,
            digest: (kept.len() < output.len()).then(|| digest(words)),
            first: kept
                .into_iter()
                .map(|r| r.iter().copied().map(word_text).collect())
                .collect(),
        }
    }
}

fn digest(words: impl Iterator<Item = u32>) -> String {
    let mut hasher = blake3::Hasher::new();
    for word in words {
        hasher.update(&word.to_le_bytes());
    }
    format!("blake3:{}", hasher.finalize().to_hex())
}

/// A text, cut to the maximal size of a reason.
fn cut(text: &str) -> String {
    if text.len() <= MAX_TEXT {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(MAX_TEXT);
    format!("{} ...", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of the fields, and BLAKE3 of literal bytes.
    #[test]
    fn large_case_is_truncated_with_a_digest_of_the_whole() {
        let small = Words::new(&[1, 0xff]);
        assert_eq!(small.first, ["0x00000001", "0x000000ff"]);
        assert_eq!((small.count, small.digest), (2, None));
        let words: Vec<u32> = (0..100).collect();
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let large = Words::new(&words);
        assert_eq!((large.count, large.first.len()), (100, MAX_WORDS));
        let expected = format!("blake3:{}", blake3::hash(&bytes).to_hex());
        assert_eq!(large.digest, Some(expected));
        let output: Output = vec![vec![7], vec![0; 100], vec![]];
        let records = Records::new("x", &output);
        assert_eq!((records.count, records.first.len()), (3, 1));
        let mut bytes = vec![1u8, 0, 0, 0, 7, 0, 0, 0, 100, 0, 0, 0];
        bytes.extend([0; 400]);
        bytes.extend([0; 4]);
        let expected = format!("blake3:{}", blake3::hash(&bytes).to_hex());
        assert_eq!(records.digest, Some(expected));
        assert_eq!(cut(&"\u{e9}".repeat(600)).len(), MAX_TEXT + 4);
    }
}
