//! Golden frames: byte-exact exchanges, for authors of backends.
//!
//! There is a text for each form of code, each one whole session. A line that begins with `##` describes an exchange,
//! followed by `needs` and the things that a backend must not lack or the features that it must have. `>` precedes the
//! bytes of the request and `<` those of the answer, in hexadecimal, sixteen per line. Other lines are comments. The
//! answer to `hello` is an example, and so are the messages of errors.

mod check;
mod mutate;
#[cfg(test)]
mod tests;

pub(crate) use check::check;
#[doc(hidden)]
pub use mutate::mutated;

use crate::frame::{Frame, FrameError};

/// A session of a backend that accepts the wire format.
pub const WIRE: &str = include_str!("../../golden/wire.txt");

/// A session of a backend that accepts WGSL.
pub const WGSL: &str = include_str!("../../golden/wgsl.txt");

/// A session of a backend that accepts C11.
pub const C: &str = include_str!("../../golden/c.txt");

/// A request and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Its description.
    pub description: String,
    /// The things that a backend must not lack for it.
    pub needs: Vec<String>,
    /// The request.
    pub request: Frame,
    /// The answer.
    pub answer: Frame,
}

/// Reason why a text of golden frames is malformed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GoldenError {
    /// A line contains something other than bytes.
    #[error("line {0} has something other than bytes of two hexadecimal digits")]
    Bytes(usize),
    /// Bytes precede the first exchange, or an exchange does not have two frames.
    #[error("`{0}` has no request and answer")]
    Incomplete(String),
    /// The bytes are not a frame.
    #[error("`{what}`: {error}")]
    Frame {
        /// Description of the exchange.
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
    /// Description of an exchange, its needs, and the bytes of request and answer.
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
    let whole = read.into_iter().map(|(description, needs, sides)| {
        let frame = |bytes: &[u8]| match Frame::read(&mut &*bytes, bytes.len()) {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => Err(GoldenError::Incomplete(description.clone())),
            Err(error) => Err(GoldenError::Frame {
                what: description.clone(),
                error,
            }),
        };
        let (request, answer) = (frame(&sides[0])?, frame(&sides[1])?);
        Ok(Exchange {
            description,
            needs,
            request,
            answer,
        })
    });
    whole.collect()
}
