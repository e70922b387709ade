//! Frames: what travels between the host and a backend.
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
//! A length is held against what may come before memory is taken for it.

use std::io::{self, Read, Write};

/// Bytes before the head, the length included.
pub const HEADER: usize = 12;

/// The longest head.
pub const MOST_HEAD: usize = (1 << 24) - 4;

/// The most bytes of a frame after its length.
pub const MOST_BYTES: usize = 1 << 30;

/// What an answer adds to the kind of its request.
pub const ANSWER: u8 = 0x80;

/// The kind of an answer that is an error.
pub const ERROR: u8 = 0xff;

/// What a request asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Kind {
    /// Who is there.
    Hello = 1,
    /// An op or programs to prepare.
    Load = 2,
    /// Something loaded is run.
    Run = 3,
    /// Something loaded is needed no more.
    Unload = 4,
    /// The end.
    Bye = 5,
    /// Something that no backend knows, by which it is seen what it does then.
    Unknown = 0x70,
}

impl Kind {
    /// Every kind that a backend knows.
    pub const ALL: [Self; 5] = [Self::Hello, Self::Load, Self::Run, Self::Unload, Self::Bye];

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
            Self::Unknown => "a request of kind 0x70",
        }
    }
}

/// A frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Which request it is, or answers.
    pub id: u32,
    /// A [`Kind`], or that of an answer.
    pub kind: u8,
    /// JSON, without the blanks behind it.
    pub head: String,
    /// The words.
    pub words: Vec<u32>,
}

/// Why bytes are not a frame.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The bytes end within a frame.
    #[error("its output ends within a frame")]
    Half,
    /// They cannot be read.
    #[error("its output cannot be read: {0}")]
    Read(io::Error),
    /// The length is that of no frame that may come.
    #[error("a frame of {length} bytes comes where at most {most} are expected")]
    Long {
        /// What the length says.
        length: u64,
        /// The most bytes that may come.
        most: u64,
    },
    /// The length is too short, or none of a whole number of words.
    #[error("a frame has a length of {0} bytes: it has at least 8, and a multiple of 4")]
    Length(u32),
    /// The first bytes are text.
    #[error(
        "it writes text to its standard output, which is for frames: `{0}`. Have it write its log to standard error"
    )]
    Text(String),
    /// The head is longer than the frame, or no whole number of words.
    #[error(
        "the head of a frame has {head} bytes, the frame {rest} for head and words: {head} must be a multiple of 4 and no more than that"
    )]
    HeadLength {
        /// What the header says.
        head: usize,
        /// Bytes behind the header.
        rest: usize,
    },
    /// The head is not UTF-8.
    #[error("the head of a frame is not UTF-8")]
    HeadText,
}

/// The bytes of a frame whose words stand in several places.
///
/// # Panics
/// If the head is longer than [`MOST_HEAD`] or the whole longer than [`MOST_BYTES`]; who makes frames asks first.
pub fn encode(id: u32, kind: u8, head: &str, words: &[&[u32]]) -> Vec<u8> {
    let padded = head.len().next_multiple_of(4);
    let count: usize = words.iter().map(|part| part.len()).sum();
    let length = HEADER - 4 + padded + 4 * count;
    assert!(padded <= MOST_HEAD && length <= MOST_BYTES);
    let mut bytes = Vec::with_capacity(4 + length);
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(id.to_le_bytes());
    bytes.extend((u32::from(kind) | (padded as u32) << 8).to_le_bytes());
    bytes.extend(head.bytes());
    bytes.resize(HEADER + padded, b' ');
    for part in words {
        append(&mut bytes, part);
    }
    bytes
}

/// Adds words as bytes, low byte first.
fn append(bytes: &mut Vec<u8>, words: &[u32]) {
    match cfg!(target_endian = "little") {
        true => bytes.extend_from_slice(bytemuck::cast_slice(words)),
        false => bytes.extend(words.iter().flat_map(|word| word.to_le_bytes())),
    }
}

/// Bytes, as of a text, as words: the last one is filled up with zeros.
pub fn words_of(bytes: &[u8]) -> Vec<u32> {
    let chunks = bytes.chunks(4);
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(word)
    };
    chunks.map(word).collect()
}

/// The first `count` bytes of words, where there are this many.
pub fn bytes_of(words: &[u32], count: usize) -> Option<Vec<u8>> {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take(count).collect();
    (bytes.len() == count).then_some(bytes)
}

impl Frame {
    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(&encode(self.id, self.kind, &self.head, &[&self.words]))?;
        to.flush()
    }

    /// The next frame of at most this many bytes after its length; `None` where the bytes end before one.
    ///
    /// # Errors
    /// [`FrameError`]: nothing that follows can be read then.
    pub fn read(from: &mut dyn Read, most: usize) -> Result<Option<Self>, FrameError> {
        let mut length = [0; 4];
        match fill(from, &mut length)? {
            0 => return Ok(None),
            4 => {}
            some => return Err(text(&length[..some], from).unwrap_or(FrameError::Half)),
        }
        let number = u32::from_le_bytes(length);
        if number as usize > most {
            let long = FrameError::Long {
                length: number.into(),
                most: most as u64,
            };
            return Err(text(&length, from).unwrap_or(long));
        }
        let length = number as usize;
        if length < HEADER - 4 || !length.is_multiple_of(4) {
            return Err(FrameError::Length(number));
        }
        let mut header = [0; HEADER - 4];
        whole(from, &mut header)?;
        let [id, kind] = [0, 4].map(|at| {
            let word = [0, 1, 2, 3].map(|k| header[at + k]);
            u32::from_le_bytes(word)
        });
        let (head, rest) = ((kind >> 8) as usize, length + 4 - HEADER);
        if head > rest || !head.is_multiple_of(4) {
            return Err(FrameError::HeadLength { head, rest });
        }
        let mut text = vec![0; head];
        whole(from, &mut text)?;
        let text = String::from_utf8(text).map_err(|_| FrameError::HeadText)?;
        let mut words = vec![0_u32; (rest - head) / 4];
        whole(from, bytemuck::cast_slice_mut(&mut words))?;
        if cfg!(target_endian = "big") {
            words.iter_mut().for_each(|word| *word = word.swap_bytes());
        }
        Ok(Some(Self {
            id,
            kind: kind as u8,
            head: text.trim_end_matches(' ').to_owned(),
            words,
        }))
    }
}

/// Reads until the place is full or the bytes end; how many came.
fn fill(from: &mut dyn Read, into: &mut [u8]) -> Result<usize, FrameError> {
    let mut at = 0;
    while at < into.len() {
        match from.read(&mut into[at..]) {
            Ok(0) => break,
            Ok(some) => at += some,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FrameError::Read(error)),
        }
    }
    Ok(at)
}

fn whole(from: &mut dyn Read, into: &mut [u8]) -> Result<(), FrameError> {
    match fill(from, into)? == into.len() {
        true => Ok(()),
        false => Err(FrameError::Half),
    }
}

/// That somebody writes text, where the bytes in the place of a length are some. No frame that may come begins so: its
/// length would be beyond [`MOST_BYTES`] or the text shorter than a length.
fn text(first: &[u8], from: &mut dyn Read) -> Option<FrameError> {
    let printed = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if !first.iter().all(printed) {
        return None;
    }
    // What is there at once is enough to know the program by.
    let mut more = [0; 80];
    let some = from.read(&mut more).unwrap_or(0);
    let shown = [first, &more[..some]].concat();
    let shown = String::from_utf8_lossy(&shown);
    let line = shown.trim_start().lines().next().unwrap_or_default();
    Some(FrameError::Text(line.escape_debug().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Option<Frame>, FrameError> {
        Frame::read(&mut &*bytes, 1000)
    }

    /// Oracle: the table in the documentation of this module, by hand.
    #[test]
    fn a_frame_has_these_bytes() {
        let bytes = [
            20, 0, 0, 0, 7, 0, 0, 0, 3, 4, 0, 0, b'{', b'}', b' ', b' ', 1, 0, 0, 0, 0xfe, 0xff,
            0xff, 0xff,
        ];
        assert_eq!(encode(7, 3, "{}", &[&[1], &[u32::MAX - 1]]), bytes);
        let frame = Frame {
            id: 7,
            kind: 3,
            head: "{}".into(),
            words: vec![1, u32::MAX - 1],
        };
        assert_eq!(read(&bytes).expect("a frame"), Some(frame));
        assert_eq!(read(&[]).expect("the end"), None);
    }

    /// Oracle: the same table; each of these breaks one line of it, and the last claims 4 GiB.
    #[test]
    fn what_is_no_frame_is_refused_without_memory_for_it() {
        let right = encode(1, 1, "{}", &[&[1, 2]]);
        for cut in 1..right.len() {
            let said = read(&right[..cut]).expect_err("cut short").to_string();
            assert_eq!(said, "its output ends within a frame", "{cut}");
        }
        let with = |at: usize, byte: u8| {
            let mut bytes = right.clone();
            bytes[at] = byte;
            read(&bytes).expect_err("refused").to_string()
        };
        assert!(with(0, 5).contains("length of 5 bytes"));
        assert!(with(0, 18).contains("length of 18 bytes"));
        assert!(with(9, 3).contains("the head of a frame has 3 bytes"));
        assert!(with(9, 16).contains("the head of a frame has 16 bytes"));
        assert!(with(12, 0xff).contains("not UTF-8"));
        assert!(with(3, 0x80).contains("a frame of 2147483668 bytes"));
        let huge = [0xff; 64];
        let said = read(&huge).expect_err("refused").to_string();
        assert_eq!(
            said,
            "a frame of 4294967295 bytes comes where at most 1000 are expected"
        );
        let said = read(b"Hello, I am ready.\n").expect_err("refused");
        assert!(said.to_string().contains("`Hello, I am ready.`"), "{said}");
    }

    /// Oracle: the bytes.
    #[test]
    fn bytes_travel_as_words() {
        for count in 0..9_u8 {
            let bytes: Vec<u8> = (1..=count).collect();
            let words = words_of(&bytes);
            assert_eq!(bytes_of(&words, bytes.len()), Some(bytes));
            assert_eq!(bytes_of(&words, 13), None);
        }
    }
}
