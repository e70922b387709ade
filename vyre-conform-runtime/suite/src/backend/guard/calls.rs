//! Calls into a backend on detachable threads.
//!
//! A call that does not return cannot be stopped, so the caller must be able to leave: the call owns everything that it
//! needs, and requests cases of the caller's source through a channel.

use super::remote::{AnyResult, Event, SourceProxy};
use crate::backend::{BackendError, Clause, ContractViolation};
use crate::strategy::quietly;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::sync::lock;

/// Interval at which a waiting caller checks if the backend was abandoned.
const LOOK: Duration = Duration::from_millis(50);

type Job = Box<dyn FnOnce() + Send>;

/// Threads for the calls of a backend, and its state.
pub(super) struct Calls {
    backend: String,
    patience: Duration,
    /// Idle threads: as many as there were concurrent calls.
    idle: Mutex<Vec<Sender<Job>>>,
    /// Reason why the backend was abandoned.
    given_up: OnceLock<ContractViolation>,
}

impl Calls {
    /// Calls into the backend of this name, with a time limit for each.
    pub(super) fn new(backend: &str, patience: Duration) -> Self {
        Self {
            backend: backend.to_owned(),
            patience,
            idle: Mutex::default(),
            given_up: OnceLock::new(),
        }
    }

    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// The violation for which the backend was abandoned, if it was.
    pub(super) fn violation(&self) -> Option<&ContractViolation> {
        self.given_up.get()
    }

    /// Abandons the backend. The first reason stays.
    pub(super) fn give_up(&self, clause: Clause, seen: String) -> BackendError {
        let violation = self
            .given_up
            .get_or_init(|| ContractViolation::new(clause, seen));
        self.gone(violation)
    }

    fn gone(&self, violation: &ContractViolation) -> BackendError {
        BackendError::GivenUp {
            backend: self.backend.clone(),
            reason: violation.observation.clone(),
        }
    }

    /// Makes a call that needs nothing of the caller. `what` names it in errors.
    ///
    /// # Errors
    ///
    /// [`BackendError::GivenUp`] if it panics or does not return, and for every later call.
    pub(super) fn ask<R: Send + 'static>(
        &self,
        what: &str,
        call: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, BackendError> {
        let (tell, events) = mpsc::channel();
        let thread = self.start(tell, Box::new(|| Box::new(call())))?;
        self.wait(what, None, &events, thread).map(of_type)
    }

    /// [`ask`](Self::ask) with a source of the caller. A call that requests later cases than ever before restarts its
    /// time limit: it makes progress, and sources end.
    pub(super) fn ask_of<R: Send + 'static>(
        &self,
        what: &str,
        source: &dyn Source,
        call: impl FnOnce(&dyn Source) -> R + Send + 'static,
    ) -> Result<R, BackendError> {
        let (tell, events) = mpsc::channel();
        let remote = SourceProxy::new(source, tell.clone());
        let thread = self.start(tell, Box::new(move || Box::new(call(&remote))))?;
        self.wait(what, Some(source), &events, thread).map(of_type)
    }

    /// Makes a thread execute the call and send its result.
    fn start(
        &self,
        tell: Sender<Event>,
        call: Box<dyn FnOnce() -> AnyResult + Send>,
    ) -> Result<Sender<Job>, BackendError> {
        if let Some(violation) = self.violation() {
            return Err(self.gone(violation));
        }
        let job: Job = Box::new(move || {
            let ended = Event::Ended(quietly(call));
            // If nobody receives any more, the result is dropped here, which may panic as well.
            let _ = quietly(|| drop(tell.send(ended)));
        });
        let idle = self.idle().pop();
        let thread = match idle {
            Some(thread) => thread,
            None => self.thread()?,
        };
        // A waiting thread ends only with its sender.
        let _ = thread.send(job);
        Ok(thread)
    }

    fn thread(&self) -> Result<Sender<Job>, BackendError> {
        let (send, jobs) = mpsc::channel::<Job>();
        thread::Builder::new()
            .name(format!("backend {}", self.backend))
            .spawn(move || jobs.into_iter().for_each(|job| job()))
            .map_err(|e| BackendError::Other(format!("no thread to call the backend on: {e}")))?;
        Ok(send)
    }

    /// Serves the call's requests until it ends, the time limit passes, or another call has the backend abandoned.
    fn wait(
        &self,
        what: &str,
        source: Option<&dyn Source>,
        events: &Receiver<Event>,
        thread: Sender<Job>,
    ) -> Result<AnyResult, BackendError> {
        let mut left = self.patience;
        let mut latest = None;
        loop {
            let began = Instant::now();
            let event = events.recv_timeout(left.min(LOOK));
            left = left.saturating_sub(began.elapsed());
            match (event, source) {
                (Ok(Event::Ended(Ok(result))), _) => {
                    self.idle().push(thread);
                    return Ok(result);
                }
                (Ok(Event::Ended(Err(panic))), _) => {
                    let seen = format!("`{what}` panicked: {panic}");
                    return Err(self.give_up(Clause::Panics, seen));
                }
                (Ok(Event::Fill(start, mut block, back)), Some(source)) => {
                    source.fill(start, &mut block);
                    if latest < Some(start) {
                        latest = Some(start);
                        left = self.patience;
                    }
                    let _ = back.send(block);
                }
                (Ok(Event::Mirrored(start, len, back)), Some(source)) => {
                    let _ = back.send(source.mirrored(start, len));
                }
                // A remote source only exists together with its owner.
                (Ok(_), None) | (Err(RecvTimeoutError::Disconnected), _) => {
                    let seen = format!("the thread of `{what}` ended");
                    return Err(self.give_up(Clause::Panics, seen));
                }
                (Err(RecvTimeoutError::Timeout), _) => {}
            }
            if let Some(violation) = self.violation() {
                return Err(self.gone(violation));
            }
            if left.is_zero() {
                let seen = format!(
                    "`{what}` did not return within {} s (VYRE_PATIENCE, or `Backend::call_time_limit`, extends it)",
                    self.patience.as_secs_f64()
                );
                return Err(self.give_up(Clause::Returns, seen));
            }
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Sender<Job>>> {
        lock(&self.idle)
    }
}

/// The result of a call that returns this type.
fn of_type<R: 'static>(result: AnyResult) -> R {
    *result.downcast().expect("the type that the call returns")
}
