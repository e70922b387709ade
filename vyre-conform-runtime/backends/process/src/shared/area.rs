//! The host's side of shared memory: it writes operands, sends their location with `run`, and reads results.

use super::{OPERANDS, RESULTS, SHARED_MEMORY, SHARED_THRESHOLD, SharedMemory};
use crate::frame::{Frame, Kind};
use crate::link::{Fault, Link, Request};
use crate::message::{Places, Refusal, ResultsHead, Share};
use crate::session::json;
use std::hash::{BuildHasher, RandomState};

/// Locations of operands and results of every `run`.
pub(crate) const PLACES: Places = Places {
    operands: RESULTS,
    results: 0,
};

/// Memory shared by a running backend and its host.
#[derive(Debug, Default)]
pub(crate) enum Area {
    /// Not offered yet.
    #[default]
    Untried,
    /// Unavailable, or the backend cannot open it: words are sent.
    Absent,
    /// Available. Between requests, an unpredictable word fills the results, so that neither unwritten results nor
    /// those of an earlier request pass for the next ones.
    Available(SharedMemory, Capacity, u32),
}

/// Number of words with allocated room, per location.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Capacity {
    operands: usize,
    results: usize,
}

/// Result of a request.
type AnswerResult = Result<Result<Frame, Refusal>, Fault>;

impl Area {
    /// The answer to a `run` whose words go through memory, with `head` as the head of its request; `None` if they have
    /// to be sent.
    pub(crate) fn ask(
        &mut self,
        link: &mut Link,
        request: &Request<'_>,
        head: &str,
    ) -> Option<AnswerResult> {
        let sent: usize = request.words.iter().map(|words| words.len()).sum();
        if sent + request.expected < SHARED_THRESHOLD
            || sent > OPERANDS
            || request.expected > RESULTS
        {
            return None;
        }
        if matches!(self, Self::Untried) {
            *self = match offered(link, request) {
                Ok(Some((shared, left))) => Self::Available(shared, Capacity::default(), left),
                Ok(None) => Self::Absent,
                Err(fault) => return Some(Err(fault)),
            };
        }
        let Self::Available(shared, taken, left) = self else {
            return None;
        };
        let left = *left;
        if laid(shared, (taken, left), request, sent).is_none() {
            *self = Self::Absent;
            return None;
        }
        Some(exchange((shared, left), link, request, head))
    }
}

/// Memory that the backend has opened, and the fill word of results; `None` if this system has none or the backend
/// refuses it.
fn offered(link: &mut Link, request: &Request<'_>) -> Result<Option<(SharedMemory, u32)>, Fault> {
    let words = RESULTS + OPERANDS;
    let Ok(shared) = SharedMemory::create(words) else {
        return Ok(None);
    };
    // In another process namespace, the same path may be another file.
    let mark = RandomState::new().hash_one(words);
    let mark = [mark as u32, (mark >> 32) as u32];
    if shared.reserve(&(0..2)).is_err() || shared.put(0, &mark).is_none() {
        return Ok(None);
    }
    let head = Share {
        file: shared.path(),
        words,
        mark,
    };
    let answer = link.ask(&Request {
        kind: Kind::Share,
        head: json(&head),
        shared: None,
        words: &[],
        expected: 0,
        time_limit: request.time_limit,
        deadline: request.deadline.clone(),
    })?;
    Ok(answer.ok().and_then(|_| {
        // Neither 0 nor 1, which are frequent results.
        let left = RandomState::new().hash_one(mark) as u32 | 2;
        shared.take(0..2, &mut vec![], left)?;
        Some((shared, left))
    }))
}

/// Writes operands; `None` if there is no room for them or for the results.
fn laid(
    shared: &SharedMemory,
    (taken, left): (&mut Capacity, u32),
    request: &Request<'_>,
    sent: usize,
) -> Option<()> {
    for (place, has, needs) in [
        (PLACES.operands, &mut taken.operands, sent),
        (PLACES.results, &mut taken.results, request.expected),
    ] {
        if *has < needs {
            let room = place + *has..place + needs;
            shared.reserve(&room).ok()?;
            shared.fill(room, left)?;
            *has = needs;
        }
    }
    let mut at = PLACES.operands;
    for words in request.words {
        shared.put(at, words)?;
        at += words.len();
    }
    Some(())
}

fn exchange(
    (shared, left): (&SharedMemory, u32),
    link: &mut Link,
    request: &Request<'_>,
    head: &str,
) -> AnswerResult {
    let mut results = link.room();
    results.clear();
    let answer = link.ask(&Request {
        kind: request.kind,
        head: head.to_owned(),
        shared: None,
        words: &[],
        expected: 0,
        time_limit: request.time_limit,
        deadline: request.deadline.clone(),
    })?;
    // Results are also taken after a refusal: those written until then do not belong to the next request.
    let at = PLACES.results;
    shared.take(at..at + request.expected, &mut results, left);
    let frame = match answer {
        Ok(frame) => frame,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let name = request.kind.name();
    let written: ResultsHead = serde_json::from_str(&frame.head).map_err(|error| Fault::Head {
        request: name,
        why: error.to_string(),
    })?;
    if written.words != request.expected {
        return Err(Fault::Words {
            request: name,
            actual: written.words,
            expected: request.expected,
        });
    }
    Ok(Ok(Frame {
        words: results,
        ..frame
    }))
}

impl crate::message::Welcome {
    /// True if it accepts words in shared memory, and this system supports it.
    pub(crate) fn shares(&self) -> bool {
        SharedMemory::SUPPORTED && self.features.iter().any(|feature| feature == SHARED_MEMORY)
    }
}
