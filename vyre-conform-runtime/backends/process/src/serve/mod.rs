//! Server of a backend of this process to a host. It isolates a backend that may end its process, and spares authors in
//! Rust the protocol.

mod digest;
mod load;
mod run;

use super::frame::{ANSWER, ERROR, Frame, FrameError, Kind, MAX_BYTES};
use super::message::{
    EmptyHead, ErrorKind, Form, Handle, Hello, HelloIdentity, PROTOCOL, Refusal, ResultsHead,
    RunOp, Welcome, named,
};
use super::session::json;
use super::shared::{HostMemory, SHARED_MEMORY, SharedMemory};
use run::{UnguardedOp, run_op, run_programs};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use vyre_conform_suite::backend::{
    Backend, BackendError, INPUT_GENERATION, LoadedOp, LoadedPrograms, is_slug,
};

/// Reason why serving ended before the host's `bye`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The host sent an invalid frame.
    #[error("a request cannot be read: {0}")]
    Frame(#[from] FrameError),
    /// An answer cannot be written.
    #[error("an answer cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// A served backend.
pub struct Server<'b> {
    backend: &'b dyn Backend,
    loaded: HashMap<u32, LoadedCode<'b>>,
    seen: HostMemory,
    /// A buffer for the results of the next run.
    results: Vec<u32>,
}

enum LoadedCode<'b> {
    Op(Box<dyn LoadedOp + 'b>),
    Programs(Box<dyn LoadedPrograms + 'b>),
}

/// Serves a backend until the host sends `bye` or closes its end.
///
/// # Errors
///
/// [`ServeError`]
pub fn serve(
    backend: &dyn Backend,
    from: &mut dyn Read,
    to: &mut dyn Write,
) -> Result<(), ServeError> {
    let mut server = Server::of(backend);
    let mut room = vec![];
    while let Some(request) = Frame::read_into(room, from, MAX_BYTES)? {
        let answer = server.answer(&request);
        answer.write(to)?;
        if request.kind == Kind::Bye as u8 {
            break;
        }
        if answer.words.capacity() > server.results.capacity() {
            server.results = answer.words;
        }
        room = request.words;
    }
    Ok(())
}

type Answer = Result<(String, Vec<u32>), Refusal>;

fn refused(error: ErrorKind, message: impl ToString) -> Refusal {
    Refusal {
        error,
        message: message.to_string(),
    }
}

fn of_error(error: BackendError) -> Refusal {
    match error {
        BackendError::UnsupportedByBackend { hardware, .. } => {
            refused(ErrorKind::Unsupported, hardware)
        }
        BackendError::Programs { .. } => refused(ErrorKind::Unsupported, "whole programs"),
        BackendError::Compile { message, .. } => refused(ErrorKind::Compile, message),
        BackendError::OutOfMemory(message) => refused(ErrorKind::Memory, message),
        BackendError::Validation(message) => refused(ErrorKind::Refused, message),
        BackendError::Launch(error) => refused(ErrorKind::Refused, error),
        other => refused(ErrorKind::Other, other),
    }
}

fn head<T: DeserializeOwned>(request: &Frame) -> Result<T, Refusal> {
    let read = serde_json::from_str(&request.head);
    read.map_err(|error| {
        refused(
            ErrorKind::Refused,
            format!("the head cannot be used: {error}"),
        )
    })
}

impl<'b> Server<'b> {
    /// A server without loaded code.
    pub fn of(backend: &'b dyn Backend) -> Self {
        Self {
            backend,
            loaded: HashMap::new(),
            seen: HostMemory::default(),
            results: vec![],
        }
    }

    /// The answer to a request.
    pub fn answer(&mut self, request: &Frame) -> Frame {
        let answer = match Kind::of(request.kind) {
            Some(Kind::Hello) => self.hello(request),
            Some(Kind::Load) => self.load(request),
            Some(Kind::Run) => self.run(request),
            Some(Kind::Digest) => self.digest(request),
            Some(Kind::Share) => self.share(request),
            Some(Kind::Unload) => self.unload(request),
            Some(Kind::Bye) => Ok((json(&EmptyHead {}), vec![])),
            None | Some(Kind::Unknown) => {
                let kind = request.kind;
                Err(refused(
                    ErrorKind::Refused,
                    format!("there is no request of kind {kind:#04x}"),
                ))
            }
        };
        let (kind, (head, words)) = match answer {
            Ok(answer) => (request.kind | ANSWER, answer),
            Err(refusal) => (ERROR, (json(&refusal), vec![])),
        };
        Frame {
            id: request.id,
            kind,
            head,
            words,
        }
    }

    fn hello(&self, request: &Frame) -> Answer {
        let _: Hello = head(request)?;
        let identity = self.backend.identity();
        let kind = identity.kind.clone();
        let mut missing = vec![];
        if matches!(
            self.backend.load_programs(&[]),
            Err(BackendError::Programs { .. })
        ) {
            missing.push("programs".to_owned());
        }
        // Here this server generates them.
        let mut features = identity.features.clone();
        features.retain(|feature| ![INPUT_GENERATION, SHARED_MEMORY].contains(&&**feature));
        features.push(INPUT_GENERATION.to_owned());
        if SharedMemory::SUPPORTED {
            features.push(SHARED_MEMORY.to_owned());
        }
        features.sort();
        let welcome = Welcome {
            protocol: PROTOCOL.to_owned(),
            identity: HelloIdentity {
                kind: if is_slug(&kind) {
                    kind
                } else {
                    "served".to_owned()
                },
                device: identity.device.clone(),
                driver: identity.driver.clone(),
            },
            features,
            limits: named(&self.backend.limits()),
            lacks: missing,
            accepts: vec![Form::Wire],
        };
        Ok((json(&welcome), vec![]))
    }

    fn run(&mut self, request: &Frame) -> Answer {
        let Handle { handle } = head(request)?;
        let words = match self.loaded.get(&handle) {
            Some(LoadedCode::Op(op)) => {
                let op = UnguardedOp::new(&**op);
                let head: RunOp = head(request)?;
                let mut results = std::mem::take(&mut self.results);
                let Some(position) = head.shared else {
                    run_op(op.op(), &head, &request.words, &mut results)?;
                    return Ok((json(&EmptyHead {}), results));
                };
                run_op(
                    op.op(),
                    &head,
                    self.seen.operands(&head, position, &request.words)?,
                    &mut results,
                )?;
                self.seen.write(&results, position)?;
                let words = results.len();
                self.results = results;
                return Ok((json(&ResultsHead { words }), vec![]));
            }
            Some(LoadedCode::Programs(loaded)) => {
                run_programs(&**loaded, head(request)?, &request.words)
            }
            None => Err(nothing_loaded(handle)),
        };
        Ok((json(&EmptyHead {}), words?))
    }

    fn digest(&self, request: &Frame) -> Answer {
        let Handle { handle } = head(request)?;
        let words = match self.loaded.get(&handle) {
            Some(LoadedCode::Op(op)) => {
                let op = UnguardedOp::new(&**op);
                digest::of_op(op.op(), &head(request)?, &request.words)
            }
            Some(LoadedCode::Programs(_)) => {
                Err(refused(ErrorKind::Refused, "programs have no digest"))
            }
            None => Err(nothing_loaded(handle)),
        };
        Ok((json(&EmptyHead {}), words?))
    }

    fn share(&mut self, request: &Frame) -> Answer {
        self.seen.open(&head(request)?)?;
        Ok((json(&EmptyHead {}), vec![]))
    }

    fn unload(&mut self, request: &Frame) -> Answer {
        let Handle { handle } = head(request)?;
        match self.loaded.remove(&handle) {
            Some(_) => Ok((json(&EmptyHead {}), vec![])),
            None => Err(nothing_loaded(handle)),
        }
    }
}

fn nothing_loaded(handle: u32) -> Refusal {
    refused(ErrorKind::Refused, format!("nothing is loaded as {handle}"))
}
