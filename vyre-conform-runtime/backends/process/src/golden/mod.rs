//! Golden frames: exchanges of which every byte is kept, for whoever writes a backend.
//!
//! There is a text for each form of code, each one whole session. A line that begins with `##` says what an exchange is
//! about, with what a backend must not lack, or must have as a feature, behind `needs`; `>` stands before the bytes of
//! the request and `<` before those of the answer, in hexadecimal, sixteen a line. Other lines are for people. The
//! answer to `hello` is an example, as the messages of errors are.

mod check;
mod mutate;
#[cfg(test)]
mod tests;

pub(crate) use check::check;
#[doc(hidden)]
pub use mutate::mutated;

use crate::frame::{Frame, FrameError};

/// A session of a backend that takes the wire format.
pub const WIRE: &str = include_str!("../../golden/wire.txt");

/// A session of a backend that takes WGSL.
pub const WGSL: &str = include_str!("../../golden/wgsl.txt");

/// A session of a backend that takes C11.
pub const C: &str = include_str!("../../golden/c.txt");

/// A request and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// What it is about.
    pub what: String,
    /// What a backend that is asked does not lack.
    pub needs: Vec<String>,
    /// The request.
    pub request: Frame,
    /// The answer.
    pub answer: Frame,
}

/// The reason why a text is not one of golden frames.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GoldenError {
    /// A line has something else than bytes.
    #[error("line {0} has something else than bytes of two hexadecimal digits")]
    Bytes(usize),
    /// Bytes stand before the first exchange, or those of an exchange are not two frames.
    #[error("`{0}` has no request and answer")]
    Incomplete(String),
    /// The bytes are not a frame.
    #[error("`{what}`: {error}")]
    Frame {
        /// What the exchange is about.
        what: String,
        /// The fault.
        error: FrameError,
    },
}

/// The exchanges of a text.
///
/// # Errors
/// [`GoldenError`]
pub fn exchanges(text: &str) -> Result<Vec<Exchange>, GoldenError> {
    /// What an exchange is about, what it needs, and the bytes of its request and its answer.
    type GoldenExchange = (String, Vec<String>, [Vec<u8>; 2]);
    let mut read: Vec<GoldenExchange> = vec![];
    for (number, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix("## ") {
            let (what, needs) = title.split_once(" needs ").unwrap_or((title, ""));
            let needs = needs.split_whitespace().map(str::to_owned).collect();
            read.push((what.to_owned(), needs, Default::default()));
            continue;
        }
        let (side, bytes) = match line.as_bytes().first() {
            Some(b'>') => (0, &line[1..]),
            Some(b'<') => (1, &line[1..]),
            _ => continue,
        };
        let Some((_, _, sides)) = read.last_mut() else {
            return Err(GoldenError::Incomplete(line.to_owned()));
        };
        for byte in bytes.split_whitespace() {
            let byte = u8::from_str_radix(byte, 16);
            sides[side].push(byte.map_err(|_| GoldenError::Bytes(number + 1))?);
        }
    }
    let whole = read.into_iter().map(|(what, needs, sides)| {
        let frame = |bytes: &[u8]| match Frame::read(&mut &*bytes, bytes.len()) {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => Err(GoldenError::Incomplete(what.clone())),
            Err(error) => Err(GoldenError::Frame {
                what: what.clone(),
                error,
            }),
        };
        let (request, answer) = (frame(&sides[0])?, frame(&sides[1])?);
        Ok(Exchange {
            what,
            needs,
            request,
            answer,
        })
    });
    whole.collect()
}
