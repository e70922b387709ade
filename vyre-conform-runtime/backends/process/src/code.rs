//! Loadable code in the form that the program accepts.

use super::frame::{Frame, Kind, words_of};
use super::host::{Host, PATIENCE, RequestFailure};
use super::link::{Fault, Request};
use super::message::{Form, Load, LoadSubject, Refusal};
use super::session::{Session, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_ir::wire;
use vyre_conform_suite::backend::BackendError;

/// Code that the program loads, and loads again after a restart.
#[derive(Debug)]
pub(super) struct Loadable {
    pub(super) host: Arc<Host>,
    pub(super) handle: u32,
    /// Its name in messages.
    pub(super) name: String,
    head: String,
    words: Vec<Vec<u32>>,
    /// The start of the program that has loaded it.
    started: AtomicU64,
}

impl Loadable {
    /// Loads these texts or encodings.
    pub(super) fn new(
        host: &Arc<Host>,
        name: &str,
        form: Form,
        subject: LoadSubject,
        texts: &[Vec<u8>],
    ) -> Result<Self, BackendError> {
        let handle = host.handle();
        let head = Load {
            handle,
            form,
            bytes: texts.iter().map(Vec::len).collect(),
            what: subject,
        };
        let loadable = Self {
            host: host.clone(),
            handle,
            name: name.to_owned(),
            head: json(&head),
            words: texts.iter().map(|text| words_of(text)).collect(),
            started: AtomicU64::new(0),
        };
        loadable.ask(None)?;
        Ok(loadable)
    }

    /// The answer to a request about it, or to its loading.
    pub(super) fn ask(&self, request: Option<&Request<'_>>) -> Result<Frame, BackendError> {
        let answer = self.host.ask(self, request);
        answer.map_err(|reason| self.error(reason))
    }

    pub(super) fn error(&self, reason: RequestFailure) -> BackendError {
        reason.error(&self.name, &self.host)
    }

    pub(super) fn started(&self) -> u64 {
        self.started.load(Ordering::Relaxed)
    }

    pub(super) fn set_started(&self, start: u64) {
        self.started.store(start, Ordering::Relaxed);
    }

    pub(super) fn load(
        &self,
        session: &mut Session,
        time_limit: Duration,
    ) -> Result<Result<Frame, Refusal>, Fault> {
        let words: Vec<&[u32]> = self.words.iter().map(Vec::as_slice).collect();
        session.ask(&Request {
            kind: Kind::Load,
            head: self.head.clone(),
            shared: None,
            words: &words,
            expected: 0,
            time_limit,
            deadline: PATIENCE.to_owned(),
        })
    }
}

impl Drop for Loadable {
    fn drop(&mut self) {
        let host = self.host.clone();
        host.unload(self);
    }
}

/// The wire format of a program, or of an op as a program.
pub(super) fn encoded(program: &vyre_conform_ir::Program) -> Result<Vec<u8>, BackendError> {
    wire::encode(program).map_err(|error| {
        let name = &program.name;
        BackendError::Validation(format!("`{name}` has no wire format: {error}"))
    })
}
