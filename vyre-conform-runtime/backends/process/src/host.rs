//! The host's side: a program that is a backend, asked once more where it is lost, and given up where that does not
//! help.

use super::code::Loadable;
use super::frame::{Frame, Kind};
use super::link::{Fault, Request};
use super::message::{Handle, Refusal, Welcome, Why};
use super::session::{Session, StartError, json};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{BackendError, Losses, lacks_by_its_word};

/// How often in a row a program may be lost without an answer to a `run` before nothing more is asked of it.
pub(super) const MOST_LOSSES: u32 = 64;

/// The number of times its patience may be waited in vain, all together.
pub(super) const MOST_WAITS: u32 = 12;

/// The part of the patience of a run that one request may take: so a program that hangs is named here, and not by
/// whoever waits for this backend.
const PART: f64 = 0.9;

/// Where the time for a request comes from that has no other.
pub(super) const PATIENCE: &str = "VYRE_PATIENCE gives it more";

/// A program that is a backend, and what is known of it.
#[derive(Debug)]
pub(super) struct Host {
    /// The slug of the backend.
    pub(super) slug: String,
    words: Vec<String>,
    /// The time that an answer may take.
    pub(super) patience: Duration,
    /// What it said when it was started first.
    pub(super) welcome: Welcome,
    state: Mutex<State>,
    handles: AtomicU32,
    /// Requests since it was opened, and those that were lost; beside the state, which a request holds until its
    /// answer.
    requests: AtomicU64,
    lost: AtomicU64,
    last_loss: Mutex<Option<String>>,
}

/// The running program.
#[derive(Debug, Default)]
struct State {
    session: Option<Session>,
    /// How often it was started: what was loaded before the last start is loaded no more.
    starts: u64,
    /// How often it was lost since its last answer to a `run`.
    losses: u32,
    /// How long was waited in vain.
    waited: Duration,
    /// The reason why nothing more is asked.
    given_up: Option<String>,
}

/// The reason why there is no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The program says so.
    Refused(Refusal),
    /// It was lost; what it did.
    Lost(String),
    /// Nothing more is asked of it.
    GivenUp(String),
}

impl NoAnswer {
    /// The error of an op or a program that was asked for.
    pub(super) fn error(self, what: &str, host: &Host) -> BackendError {
        let op = what.to_owned();
        match self {
            Self::Refused(Refusal { error, message }) => match error {
                Why::Unsupported => BackendError::UnsupportedByBackend {
                    op,
                    backend: host.slug.clone(),
                    hardware: lacks_by_its_word(&message),
                },
                Why::Compile => BackendError::Compile { op, message },
                Why::Memory => BackendError::OutOfMemory(message),
                Why::Refused => BackendError::Validation(message),
                Why::Other => BackendError::Other(message),
            },
            Self::Lost(said) => BackendError::Unanswered {
                inputs: vec![],
                said,
            },
            Self::GivenUp(why) => BackendError::DeviceLost(why),
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

    /// What it was asked since it was opened, and lost.
    pub(super) fn losses(&self) -> Losses {
        // A loss is counted after its request, so that there are never more of them.
        let lost = self.lost.load(Ordering::Acquire);
        let requests = self.requests.load(Ordering::Acquire);
        Losses { requests, lost }
    }

    /// What it did when it was lost last.
    pub(super) fn last_loss(&self) -> Option<String> {
        lock(&self.last_loss).clone()
    }

    fn asks(&self) {
        self.requests.fetch_add(1, Ordering::AcqRel);
    }

    /// A number that nothing else has.
    pub(super) fn handle(&self) -> u32 {
        self.handles.fetch_add(1, Ordering::Relaxed)
    }

    /// Gives the next answer a place for its words: memory that is new costs more than what is written there.
    pub(super) fn lend(&self, room: Vec<u32>) {
        if let Some(session) = &mut lock(&self.state).session {
            session.lend(room);
        }
    }

    /// What is answered to a request about something loaded, or to its loading where nothing more is asked. Where the
    /// program is lost it is started anew and asked once more, with nothing beside it.
    pub(super) fn ask(
        &self,
        loaded: &Loadable,
        request: Option<&Request<'_>>,
    ) -> Result<Frame, NoAnswer> {
        let mut state = lock(&self.state);
        match self.attempt(&mut state, loaded, request) {
            Err(NoAnswer::Lost(_)) => self.attempt(&mut state, loaded, request),
            other => other,
        }
    }

    /// The same, once.
    pub(super) fn ask_once(
        &self,
        loaded: &Loadable,
        request: &Request<'_>,
    ) -> Result<Frame, NoAnswer> {
        self.attempt(&mut lock(&self.state), loaded, Some(request))
    }

    fn attempt(
        &self,
        state: &mut State,
        loaded: &Loadable,
        request: Option<&Request<'_>>,
    ) -> Result<Frame, NoAnswer> {
        if let Some(why) = &state.given_up {
            return Err(NoAnswer::GivenUp(why.clone()));
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
                answer.map_err(NoAnswer::Refused)
            }
            Err(fault) => Err(self.lost(state, session, fault)),
        }
    }

    /// Starts it once more; it must be who it was.
    fn start_anew(&self, state: &mut State) -> Result<Session, NoAnswer> {
        state.starts += 1;
        self.asks();
        match Session::start(&self.words, self.patience) {
            Ok((session, welcome)) if welcome == self.welcome => Ok(session),
            Ok((_, welcome)) => {
                let (was, is) = (json(&self.welcome), json(&welcome));
                let why = format!(
                    "`{}` answers `hello` otherwise after it was started anew: it said {was} and says {is}",
                    self.slug
                );
                state.given_up = Some(why.clone());
                Err(NoAnswer::GivenUp(why))
            }
            Err(error) => Err(self.count(state, Duration::ZERO, error.to_string())),
        }
    }

    fn lost(&self, state: &mut State, session: Session, fault: Fault) -> NoAnswer {
        let waited = match fault {
            Fault::Hung { after, .. } => after,
            _ => Duration::ZERO,
        };
        let lost = session.lost(fault);
        self.count(state, waited, lost.to_string())
    }

    /// Counts a loss, and says it: a run that goes on well must not hide it.
    fn count(&self, state: &mut State, waited: Duration, said: String) -> NoAnswer {
        self.lost.fetch_add(1, Ordering::AcqRel);
        *lock(&self.last_loss) = Some(said.clone());
        state.losses += 1;
        state.waited += waited;
        let (slug, losses) = (&self.slug, state.losses);
        let all = state.waited.as_secs_f64();
        let why = match losses >= MOST_LOSSES {
            true => Some(format!("{losses} times in a row without an answer")),
            false if state.waited >= self.patience * MOST_WAITS => {
                Some(format!("after {all:.1} s of waiting in vain"))
            }
            false => None,
        };
        // Nobody has to hear it.
        let _ = writeln!(std::io::stderr().lock(), "{slug} is lost: {said}");
        match why {
            None => NoAnswer::Lost(format!("`{slug}` was lost: {said}")),
            Some(why) => {
                let why = format!("`{slug}` was lost {why}; the last time {said}");
                state.given_up = Some(why.clone());
                NoAnswer::GivenUp(why)
            }
        }
    }

    /// Has the program forget what was loaded. One that was started anew has forgotten it.
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
            due: 0,
            within: self.patience,
            deadline: PATIENCE.to_owned(),
        });
        match answer {
            Ok(_) => state.session = Some(session),
            Err(fault) => _ = self.lost(&mut state, session, fault),
        }
    }
}
