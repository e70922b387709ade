//! Parsing of frames.

use super::{Frame, FrameError, HEADER};
use std::io::{self, Read};

impl Frame {
    /// Reads the next frame of at most this many bytes after its length; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// [`FrameError`], after which the stream is unusable.
    pub fn read(from: &mut dyn Read, max: usize) -> Result<Option<Self>, FrameError> {
        Self::read_into(vec![], from, max)
    }

    /// [`read`](Self::read) with words in a buffer that may have held those of another frame.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read).
    pub fn read_into(
        room: Vec<u32>,
        from: &mut dyn Read,
        max: usize,
    ) -> Result<Option<Self>, FrameError> {
        let mut length = [0; 4];
        match fill(from, &mut length)? {
            0 => return Ok(None),
            4 => {}
            some => return Err(text(&length[..some], from).unwrap_or(FrameError::Half)),
        }
        let number = u32::from_le_bytes(length);
        if number as usize > max {
            let long = FrameError::Long {
                length: number.into(),
                most: max as u64,
            };
            return Err(text(&length, from).unwrap_or(long));
        }
        let length = number as usize;
        if length < HEADER - 4 || !length.is_multiple_of(4) {
            return Err(FrameError::Length(number));
        }
        let mut header = [0; HEADER - 4];
        whole(from, &mut header)?;
        let [id, kind] = [0, 4].map(|index| {
            let word = [0, 1, 2, 3].map(|k| header[index + k]);
            u32::from_le_bytes(word)
        });
        let (head, rest) = ((kind >> 8) as usize, length + 4 - HEADER);
        if head > rest || !head.is_multiple_of(4) {
            return Err(FrameError::HeadLength { head, rest });
        }
        let mut text = vec![0; head];
        whole(from, &mut text)?;
        let text = String::from_utf8(text).map_err(|_| FrameError::HeadText)?;
        let mut words = room;
        words.resize((rest - head) / 4, 0);
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

/// Reads until the slice is full or the stream ends; returns the number of bytes.
fn fill(from: &mut dyn Read, into: &mut [u8]) -> Result<usize, FrameError> {
    let mut position = 0;
    while position < into.len() {
        match from.read(&mut into[position..]) {
            Ok(0) => break,
            Ok(some) => position += some,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FrameError::Read(error)),
        }
    }
    Ok(position)
}

fn whole(from: &mut dyn Read, into: &mut [u8]) -> Result<(), FrameError> {
    if fill(from, into)? == into.len() {
        Ok(())
    } else {
        Err(FrameError::Half)
    }
}

/// The error for text in place of a frame, if the bytes of a length are printable. No acceptable frame begins so: its
/// length would exceed [`MAX_BYTES`], or the text would be shorter than a length.
fn text(first: &[u8], from: &mut dyn Read) -> Option<FrameError> {
    let printed = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if !first.iter().all(printed) {
        return None;
    }
    // The bytes that are available at once suffice to recognize the program.
    let mut more = [0; 80];
    let sample = from.read(&mut more).unwrap_or(0);
    let shown = [first, &more[..sample]].concat();
    let shown = String::from_utf8_lossy(&shown);
    let line = shown.trim_start().lines().next().unwrap_or_default();
    Some(FrameError::Text(line.escape_debug().to_string()))
}
