//! The host's side: a backend out of process. A lost program is restarted and its request repeated; if that does not
//! help, the backend is abandoned.

use super::code::Loadable;
use super::frame::{Frame, Kind};
use super::link::{Fault, Request};
use super::message::{ErrorKind, Handle, Refusal, Welcome};
use super::session::{Session, StartError, json};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{BackendError, Losses, claimed_missing_support};

/// Maximal number of consecutive losses without an answer to a `run` before the backend is abandoned.
pub(super) const MAX_LOSSES: u32 = 64;

/// Maximal number of unanswered time limits in total.
pub(super) const MAX_TIMEOUTS: u32 = 12;

/// Share of the run's time limit for one request, so that a hanging program is reported here and not by the guard.
const PART: f64 = 0.9;

/// Source of the default time limit, for messages.
pub(super) const PATIENCE: &str = "VYRE_PATIENCE extends it";

/// A backend out of process, and its state.
#[derive(Debug)]
pub(super) struct Host {
    /// The slug of the backend.
    pub(super) slug: String,
    words: Vec<String>,
    /// Time limit of an answer.
    pub(super) patience: Duration,
    /// Its first answer to `hello`.
    pub(super) welcome: Welcome,
    state: Mutex<State>,
    handles: AtomicU32,
    /// Requests since it was opened, and lost ones. They are outside of the state, which a request locks until its
    /// answer.
    requests: AtomicU64,
    lost: AtomicU64,
    last_loss: Mutex<Option<String>>,
}

/// The running program.
#[derive(Debug, Default)]
struct State {
    session: Option<Session>,
    /// Number of starts: code loaded before the last start is no longer loaded.
    starts: u64,
    /// Number of losses since the last answer to a `run`.
    losses: u32,
    /// Total time of unanswered requests.
    waited: Duration,
    /// Reason for abandoning the backend.
    given_up: Option<String>,
}

/// Reason for the lack of an answer.
#[derive(Debug)]
pub(super) enum RequestFailure {
    /// The program refused the request.
    Refused(Refusal),
    /// It was lost, for this reason.
    Lost(String),
    /// The backend was abandoned.
    GivenUp(String),
}

impl RequestFailure {
    /// The error for a request about an op or a program.
    pub(super) fn error(self, description: &str, host: &Host) -> BackendError {
        let op = description.to_owned();
        match self {
            Self::Refused(Refusal { error, message }) => match error {
                ErrorKind::Unsupported => BackendError::UnsupportedByBackend {
                    op,
                    backend: host.slug.clone(),
                    hardware: claimed_missing_support(&message),
                },
                ErrorKind::Compile => BackendError::Compile { op, message },
                ErrorKind::Memory => BackendError::OutOfMemory(message),
                ErrorKind::Refused => BackendError::Validation(message),
                ErrorKind::Other => BackendError::Other(message),
            },
            Self::Lost(error_text) => BackendError::Unanswered {
                inputs: vec![],
                said: error_text,
            },
            Self::GivenUp(reason) => BackendError::DeviceLost(reason),
        }
    }
}

impl Host {
    /// Starts the program.
    pub(super) fn open(
        slug: String,
        words: Vec<String>,
        patience: Duration,
    ) -> Result<Self, StartError> {
        let patience = patience.mul_f64(PART);
        let (session, welcome) = Session::start(&words, patience)?;
        let state = State {
            session: Some(session),
            starts: 1,
            ..State::default()
        };
        Ok(Self {
            slug,
            words,
            patience,
            welcome,
            state: Mutex::new(state),
            handles: AtomicU32::new(1),
            requests: AtomicU64::new(1),
            lost: AtomicU64::new(0),
            last_loss: Mutex::default(),
        })
    }

    /// Requests since it was opened, and lost ones.
    pub(super) fn losses(&self) -> Losses {
        // A loss is counted after its request, so that there are never more losses.
        let lost = self.lost.load(Ordering::Acquire);
        let requests = self.requests.load(Ordering::Acquire);
        Losses { requests, lost }
    }

    /// Reason of the last loss.
    pub(super) fn last_loss(&self) -> Option<String> {
        lock(&self.last_loss).clone()
    }

    fn asks(&self) {
        self.requests.fetch_add(1, Ordering::AcqRel);
    }

    /// A unique number.
    pub(super) fn handle(&self) -> u32 {
        self.handles.fetch_add(1, Ordering::Relaxed)
    }

    /// Lends a buffer for the words of the next answer: new memory costs more than writing it.
    pub(super) fn lend(&self, room: Vec<u32>) {
        if let Some(session) = &mut lock(&self.state).session {
            session.lend(room);
        }
    }

    /// Requests something of loaded code, or its loading alone. If the program is lost, it is restarted and the request
    /// repeated without anything else.
    pub(super) fn ask(
        &self,
        loaded: &Loadable,
        request: Option<&Request<'_>>,
    ) -> Result<Frame, RequestFailure> {
        let mut state = lock(&self.state);
        match self.attempt(&mut state, loaded, request) {
            Err(RequestFailure::Lost(_)) => self.attempt(&mut state, loaded, request),
            other => other,
        }
    }

    /// [`ask`](Self::ask) without a repetition.
    pub(super) fn ask_once(
        &self,
        loaded: &Loadable,
        request: &Request<'_>,
    ) -> Result<Frame, RequestFailure> {
        self.attempt(&mut lock(&self.state), loaded, Some(request))
    }

    fn attempt(
        &self,
        state: &mut State,
        loaded: &Loadable,
        request: Option<&Request<'_>>,
    ) -> Result<Frame, RequestFailure> {
        if let Some(reason) = &state.given_up {
            return Err(RequestFailure::GivenUp(reason.clone()));
        }
        let mut session = match state.session.take() {
            Some(session) => session,
            None => self.start_anew(state)?,
        };
        let answer = if loaded.started() == state.starts {
            Ok(Ok(Frame::default()))
        } else {
            self.asks();
            loaded.load(&mut session, self.patience)
        };
        let answer = match (answer, request) {
            (Ok(Ok(_)), request) => {
                loaded.set_started(state.starts);
                match request {
                    None => Ok(Ok(Frame::default())),
                    Some(request) => {
                        self.asks();
                        session.ask(request)
                    }
                }
            }
            (other, _) => other,
        };
        match answer {
            Ok(answer) => {
                state.session = Some(session);
                if request.is_some() {
                    state.losses = 0;
                }
                answer.map_err(RequestFailure::Refused)
            }
            Err(fault) => Err(self.lost(state, session, fault)),
        }
    }

    /// Restarts it; its identity must be unchanged.
    fn start_anew(&self, state: &mut State) -> Result<Session, RequestFailure> {
        state.starts += 1;
        self.asks();
        match Session::start(&self.words, self.patience) {
            Ok((session, welcome)) if welcome == self.welcome => Ok(session),
            Ok((_, welcome)) => {
                let (was, is) = (json(&self.welcome), json(&welcome));
                let reason = format!(
                    "`{}` answers `hello` differently after a restart: {was} before, {is} now",
                    self.slug
                );
                state.given_up = Some(reason.clone());
                Err(RequestFailure::GivenUp(reason))
            }
            Err(error) => Err(self.count(state, Duration::ZERO, error.to_string())),
        }
    }

    fn lost(&self, state: &mut State, session: Session, fault: Fault) -> RequestFailure {
        let waited = match fault {
            Fault::Hung { after, .. } => after,
            _ => Duration::ZERO,
        };
        let lost = session.lost(fault);
        self.count(state, waited, lost.to_string())
    }

    /// Counts a loss and reports it: a run that passes must not hide it.
    fn count(&self, state: &mut State, waited: Duration, message: String) -> RequestFailure {
        self.lost.fetch_add(1, Ordering::AcqRel);
        *lock(&self.last_loss) = Some(message.clone());
        state.losses += 1;
        state.waited += waited;
        let (slug, losses) = (&self.slug, state.losses);
        let all = state.waited.as_secs_f64();
        let reason = match losses >= MAX_LOSSES {
            true => Some(format!("{losses} times in a row without an answer")),
            false if state.waited >= self.patience * MAX_TIMEOUTS => {
                Some(format!("after {all:.1} s without an answer"))
            }
            false => None,
        };
        // Nobody has to read it.
        let _ = writeln!(std::io::stderr().lock(), "{slug} is lost: {message}");
        match reason {
            None => RequestFailure::Lost(format!("`{slug}` was lost: {message}")),
            Some(reason) => {
                let reason = format!("`{slug}` was lost {reason}; the last time {message}");
                state.given_up = Some(reason.clone());
                RequestFailure::GivenUp(reason)
            }
        }
    }

    /// Unloads code from the program. A restarted program no longer has it.
    pub(super) fn unload(&self, loaded: &Loadable) {
        let mut state = lock(&self.state);
        if loaded.started() != state.starts {
            return;
        }
        let Some(mut session) = state.session.take() else {
            return;
        };
        let handle = loaded.handle;
        self.asks();
        let answer = session.ask(&Request {
            kind: Kind::Unload,
            head: json(&Handle { handle }),
            shared: None,
            words: &[],
            expected: 0,
            time_limit: self.patience,
            deadline: PATIENCE.to_owned(),
        });
        match answer {
            Ok(_) => state.session = Some(session),
            Err(fault) => _ = self.lost(&mut state, session, fault),
        }
    }
}
