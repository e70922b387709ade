//! A connection: requests out, answers in, each by a thread of its own, so that full pipes cannot lock.

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

/// The most bytes of a head in an answer.
const MOST_HEAD: usize = 1 << 16;

/// The largest place for a request that is kept for the next one.
const KEPT: usize = 1 << 24;

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    /// What it asks.
    pub(crate) kind: Kind,
    /// Its head, as JSON.
    pub(crate) head: String,
    /// Its head where its words and those of the answer go through shared memory, if they may.
    pub(crate) shared: Option<String>,
    /// Its words, in one place or several.
    pub(crate) words: &'a [&'a [u32]],
    /// The number of words the answer has.
    pub(crate) due: usize,
    /// The time that the answer may take.
    pub(crate) within: Duration,
    /// Where that time comes from.
    pub(crate) deadline: String,
}

/// What the reader may take: nothing, or an answer of this many bytes, with a place for its words.
type ExpectedAnswer = Arc<Mutex<Option<(usize, Vec<u32>)>>>;

/// A connection to a backend.
#[derive(Debug)]
pub(crate) struct Link {
    requests: Sender<Vec<u8>>,
    /// Places of requests that are written.
    written: Receiver<Vec<u8>>,
    answers: Receiver<Result<Frame, Fault>>,
    expected: ExpectedAnswer,
    /// A place for the words of the next answer.
    room: Vec<u32>,
    last: u32,
}

impl Link {
    /// A connection through these ends. Two threads read and write them; they end with the ends, and nobody waits for
    /// them.
    ///
    /// # Errors
    /// No thread can be started.
    pub(crate) fn over(
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
                    // Whoever does not read ends, or does not answer: the reader's side tells.
                    if to.write_all(&bytes).and_then(|()| to.flush()).is_err() {
                        return;
                    }
                    if bytes.capacity() <= KEPT {
                        let _ = give_back.send(bytes);
                    }
                }
            })?;
        let known = expected.clone();
        let mut from = BufReader::with_capacity(1 << 16, from);
        thread::Builder::new()
            .name("backend reader".to_owned())
            .spawn(move || {
                loop {
                    let read = next(&mut from, &known);
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

    /// Gives the next answer a place for its words, whatever it holds.
    pub(crate) fn lend(&mut self, room: Vec<u32>) {
        if room.capacity() > self.room.capacity() && 4 * room.capacity() <= KEPT {
            self.room = room;
        }
    }

    /// The place that was given.
    pub(crate) fn room(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.room)
    }

    /// What is answered to a request: the frame, or an error in the words of the backend.
    ///
    /// # Errors
    /// [`Fault`]: nothing can be asked after it.
    pub(crate) fn ask(&mut self, request: &Request<'_>) -> Result<Result<Frame, Refusal>, Fault> {
        // What came since the last answer was not asked for.
        match self.answers.try_recv() {
            Ok(Ok(_)) => return Err(Fault::Unasked),
            Ok(Err(fault)) => return Err(fault),
            Err(_) => {}
        }
        self.last = self.last.wrapping_add(1);
        let name = request.kind.name();
        let most = HEADER - 4 + MOST_HEAD + 4 * request.due;
        // Nobody needs a large place for few words.
        let room = if request.due == 0 {
            vec![]
        } else {
            self.room()
        };
        *lock(&self.expected) = Some((most, room));
        let mut bytes = self.written.try_recv().unwrap_or_default();
        let kind = request.kind as u8;
        encode_into(&mut bytes, self.last, kind, &request.head, request.words);
        // A writer that ended has told the reader.
        let _ = self.requests.send(bytes);
        let frame = match self.answers.recv_timeout(request.within) {
            Ok(answer) => answer?,
            Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
            Err(RecvTimeoutError::Timeout) => {
                return Err(Fault::Hung {
                    request: name,
                    after: request.within,
                    deadline: request.deadline.clone(),
                });
            }
        };
        if frame.id != self.last {
            let (found, due) = (frame.id, self.last);
            return Err(Fault::OtherId { found, due });
        }
        let head = |why: serde_json::Error| Fault::Head {
            request: name,
            why: why.to_string(),
        };
        let due = request.kind as u8 | ANSWER;
        match frame.kind {
            kind if kind == due => {}
            ERROR => return Ok(Err(serde_json::from_str(&frame.head).map_err(head)?)),
            found => {
                return Err(Fault::OtherKind {
                    request: name,
                    found,
                    due,
                });
            }
        }
        if frame.words.len() != request.due {
            return Err(Fault::Words {
                request: name,
                found: frame.words.len(),
                due: request.due,
            });
        }
        Ok(Ok(frame))
    }
}

/// The next answer. What may come is known once its first byte is there: only what is asked for may be long.
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
    let asked = expected.is_some();
    let (most, room) = expected.unwrap_or_default();
    match Frame::read_into(room, &mut (&first[..]).chain(from), most) {
        Ok(Some(frame)) => Ok(frame),
        Ok(None) => Err(Fault::Ended),
        // Text says more than that nothing was asked.
        Err(error @ FrameError::Text(_)) => Err(error.into()),
        Err(_) if !asked => Err(Fault::Unasked),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests;
