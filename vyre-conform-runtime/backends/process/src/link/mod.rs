//! Connections: requests and answers on separate threads, so that full pipes cannot deadlock.

mod fault;

pub use fault::Fault;

use super::frame::{ANSWER, ERROR, Frame, FrameError, HEADER, Kind, encode_into};
use super::message::Refusal;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use vyre_conform_runtime::sync::lock;

/// Maximal bytes of an answer's head.
const MAX_HEAD: usize = 1 << 16;

/// Maximal size of a request buffer that is kept for reuse.
const MAX_REUSED_BYTES: usize = 1 << 24;

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    /// Its kind.
    pub(crate) kind: Kind,
    /// Its head, as JSON.
    pub(crate) head: String,
    /// Its head if its words and those of the answer may go through shared memory.
    pub(crate) shared: Option<String>,
    /// Its words, in one or several slices.
    pub(crate) words: &'a [&'a [u32]],
    /// Number of words of the answer.
    pub(crate) expected: usize,
    /// Time limit of the answer.
    pub(crate) time_limit: Duration,
    /// Source of the limit.
    pub(crate) deadline: String,
}

/// Expectation of the reader: nothing, or an answer of this many bytes with a buffer for its words.
type ExpectedAnswer = Arc<Mutex<Option<(usize, Vec<u32>)>>>;

/// A connection to a backend.
#[derive(Debug)]
pub(crate) struct Link {
    requests: Sender<Vec<u8>>,
    /// Buffers of written requests, for reuse.
    written: Receiver<Vec<u8>>,
    answers: Receiver<Result<Frame, Fault>>,
    expected: ExpectedAnswer,
    /// A buffer for the words of the next answer.
    room: Vec<u32>,
    last: u32,
}

impl Link {
    /// A connection over these streams. Two detached threads read and write them, and end with the streams.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub(crate) fn new(
        from: impl Read + Send + 'static,
        mut to: impl Write + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, waiting) = mpsc::channel::<Vec<u8>>();
        let (give_back, written) = mpsc::channel();
        let (tell, answers) = mpsc::channel();
        let expected = ExpectedAnswer::default();
        thread::Builder::new()
            .name("backend writer".to_owned())
            .spawn(move || {
                for bytes in waiting {
                    // A reader that stops has ended or will not answer: the reading side reports it.
                    if to.write_all(&bytes).and_then(|()| to.flush()).is_err() {
                        return;
                    }
                    if bytes.capacity() <= MAX_REUSED_BYTES {
                        let _ = give_back.send(bytes);
                    }
                }
            })?;
        let reader_expectation = expected.clone();
        let mut from = BufReader::with_capacity(1 << 16, from);
        thread::Builder::new()
            .name("backend reader".to_owned())
            .spawn(move || {
                loop {
                    let read = next(&mut from, &reader_expectation);
                    let last = read.is_err();
                    if tell.send(read).is_err() || last {
                        return;
                    }
                }
            })?;
        Ok(Self {
            requests,
            written,
            answers,
            expected,
            room: vec![],
            last: 0,
        })
    }

    /// Lends a buffer, whatever it contains, for the words of the next answer.
    pub(crate) fn reuse_buffer(&mut self, room: Vec<u32>) {
        if room.capacity() > self.room.capacity() && 4 * room.capacity() <= MAX_REUSED_BYTES {
            self.room = room;
        }
    }

    /// Takes the lent buffer.
    pub(crate) fn room(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.room)
    }

    /// The answer to a request: a frame, or the backend's error.
    ///
    /// # Errors
    ///
    /// [`Fault`], after which the connection is unusable.
    pub(crate) fn ask(&mut self, request: &Request<'_>) -> Result<Result<Frame, Refusal>, Fault> {
        // Frames since the last answer were not requested.
        match self.answers.try_recv() {
            Ok(Ok(_)) => return Err(Fault::Unasked),
            Ok(Err(fault)) => return Err(fault),
            Err(_) => {}
        }
        self.last = self.last.wrapping_add(1);
        let name = request.kind.name();
        let max = HEADER - 4 + MAX_HEAD + 4 * request.expected;
        // Few words do not need a large buffer.
        let room = if request.expected == 0 {
            vec![]
        } else {
            self.room()
        };
        *lock(&self.expected) = Some((max, room));
        let mut bytes = self.written.try_recv().unwrap_or_default();
        let kind = request.kind as u8;
        encode_into(&mut bytes, self.last, kind, &request.head, request.words);
        // A writer that ended has notified the reader.
        let _ = self.requests.send(bytes);
        let frame = match self.answers.recv_timeout(request.time_limit) {
            Ok(answer) => answer?,
            Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
            Err(RecvTimeoutError::Timeout) => {
                return Err(Fault::Hung {
                    request: name,
                    after: request.time_limit,
                    deadline: request.deadline.clone(),
                });
            }
        };
        if frame.id != self.last {
            let (actual, expected) = (frame.id, self.last);
            return Err(Fault::OtherId { actual, expected });
        }
        let head = |reason: serde_json::Error| Fault::Head {
            request: name,
            why: reason.to_string(),
        };
        let expected = request.kind as u8 | ANSWER;
        match frame.kind {
            kind if kind == expected => {}
            ERROR => return Ok(Err(serde_json::from_str(&frame.head).map_err(head)?)),
            actual => {
                return Err(Fault::OtherKind {
                    request: name,
                    actual,
                    expected,
                });
            }
        }
        if frame.words.len() != request.expected {
            return Err(Fault::Words {
                request: name,
                actual: frame.words.len(),
                expected: request.expected,
            });
        }
        Ok(Ok(frame))
    }
}

/// Reads the next answer. Its limit is known once its first byte arrives: only requested frames may be long.
fn next(from: &mut dyn Read, expected: &ExpectedAnswer) -> Result<Frame, Fault> {
    let mut first = [0];
    loop {
        match from.read(&mut first) {
            Ok(0) => return Err(Fault::Ended),
            Ok(_) => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(FrameError::Read(error).into()),
        }
    }
    let expected = lock(expected).take();
    let is_expected = expected.is_some();
    let (max, room) = expected.unwrap_or_default();
    match Frame::read_into(room, &mut (&first[..]).chain(from), max) {
        Ok(Some(frame)) => Ok(frame),
        Ok(None) => Err(Fault::Ended),
        // The text explains more than that nothing was requested.
        Err(error @ FrameError::Text(_)) => Err(error.into()),
        Err(_) if !is_expected => Err(Fault::Unasked),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests;
