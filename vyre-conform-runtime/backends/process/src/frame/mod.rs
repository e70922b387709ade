//! Frames: the messages between the host and a backend.
//!
//! | bytes | what, little-endian |
//! |---|---|
//! | 4 | length of everything after these four bytes: at least 8, a multiple of 4 |
//! | 4 | id: an answer has that of its request |
//! | 1 | kind |
//! | 3 | length of the head, a multiple of 4 |
//! | | the head: one JSON object in UTF-8, filled up with blanks |
//! | | words of 32 bits |
//!
//! A length is compared with the acceptable maximum before memory is allocated for it.

mod error;
mod read;

pub use error::FrameError;

use std::io::{self, Write};

/// Bytes before the head, including the length.
pub const HEADER: usize = 12;

/// Maximal length of a head.
pub const MAX_HEAD: usize = (1 << 24) - 4;

/// Maximal bytes of a frame after its length.
pub const MAX_BYTES: usize = 1 << 30;

/// Number of words up to which copying is cheaper than a separate write call.
const COPY_THRESHOLD: usize = 1 << 12;

/// Offset from the kind of a request to the kind of its answer.
pub const ANSWER: u8 = 0x80;

/// Kind of an answer that is an error.
pub const ERROR: u8 = 0xff;

/// Kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Kind {
    /// Requests the identity.
    Hello = 1,
    /// Prepares an op or programs.
    Load = 2,
    /// Runs a loaded op or programs.
    Run = 3,
    /// Frees a loaded op or programs.
    Unload = 4,
    /// Ends the session.
    Bye = 5,
    /// Digests results of an op on cases that the backend generates.
    Digest = 6,
    /// Opens shared memory for the words of runs.
    Share = 7,
    /// A kind that no backend knows, to test its refusal.
    Unknown = 0x70,
}

impl Kind {
    /// Every kind that backends know.
    pub const ALL: [Self; 7] = [
        Self::Hello,
        Self::Load,
        Self::Run,
        Self::Unload,
        Self::Bye,
        Self::Digest,
        Self::Share,
    ];

    /// The kind with this number.
    pub fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Load => "load",
            Self::Run => "run",
            Self::Unload => "unload",
            Self::Bye => "bye",
            Self::Digest => "digest",
            Self::Share => "share",
            Self::Unknown => "a request of kind 0x70",
        }
    }
}

/// A frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Id of the request, or of the request that it answers.
    pub id: u32,
    /// A [`Kind`], or the kind of an answer.
    pub kind: u8,
    /// JSON, without trailing blanks.
    pub head: String,
    /// The words.
    pub words: Vec<u32>,
}

/// The bytes of a frame whose words are in several slices.
///
/// # Panics
///
/// If the head is longer than [`MAX_HEAD`] or the whole longer than [`MAX_BYTES`]; callers check this.
pub fn encode(id: u32, kind: u8, head: &str, words: &[&[u32]]) -> Vec<u8> {
    let mut bytes = vec![];
    encode_into(&mut bytes, id, kind, head, words);
    bytes
}

/// [`encode`] into a buffer that may have held another frame: new memory costs more than writing it.
///
/// # Panics
///
/// The errors of [`encode`].
pub fn encode_into(bytes: &mut Vec<u8>, id: u32, kind: u8, head: &str, words: &[&[u32]]) {
    let count: usize = words.iter().map(|part| part.len()).sum();
    begin(bytes, id, kind, head, count);
    bytes.reserve(4 * count);
    for part in words {
        append(bytes, part);
    }
}

/// Writes the bytes of a frame with this many words, up to the first of them.
fn begin(bytes: &mut Vec<u8>, id: u32, kind: u8, head: &str, count: usize) {
    let padded = head.len().next_multiple_of(4);
    let length = HEADER - 4 + padded + 4 * count;
    assert!(padded <= MAX_HEAD && length <= MAX_BYTES);
    bytes.clear();
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(id.to_le_bytes());
    bytes.extend((u32::from(kind) | (padded as u32) << 8).to_le_bytes());
    bytes.extend(head.bytes());
    bytes.resize(HEADER + padded, b' ');
}

/// Appends words as bytes, low byte first.
fn append(bytes: &mut Vec<u8>, words: &[u32]) {
    if cfg!(target_endian = "little") {
        bytes.extend_from_slice(bytemuck::cast_slice(words))
    } else {
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()))
    }
}

/// Bytes, such as those of a text, as words; the last one is padded with zeros.
pub fn words_of(bytes: &[u8]) -> Vec<u32> {
    let chunks = bytes.chunks(4);
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(word)
    };
    chunks.map(word).collect()
}

/// The first `count` bytes of words; `None` if there are fewer.
pub fn bytes_of(words: &[u32], count: usize) -> Option<Vec<u8>> {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take(count).collect();
    (bytes.len() == count).then_some(bytes)
}

impl Frame {
    /// Writes it.
    ///
    /// # Errors
    ///
    /// I/O errors of the writer.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut bytes = vec![];
        if self.words.len() < COPY_THRESHOLD || cfg!(target_endian = "big") {
            encode_into(&mut bytes, self.id, self.kind, &self.head, &[&self.words]);
            to.write_all(&bytes)?;
        } else {
            begin(&mut bytes, self.id, self.kind, &self.head, self.words.len());
            to.write_all(&bytes)?;
            to.write_all(bytemuck::cast_slice(&self.words))?;
        }
        to.flush()
    }
}

#[cfg(test)]
mod tests;
