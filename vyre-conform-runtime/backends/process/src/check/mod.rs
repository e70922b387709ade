//! Self-test of a program for its author: the remaining faults, in the order of implementation.

mod contract;
mod limits;
mod probe;
mod session;
mod steady;

use super::golden;
use super::host::Host;
use super::message::{Form, Welcome};
use super::session::{Session, json};
use super::{ProcessBackend, SLUG, StartError};
use std::time::Duration;

/// A requirement on backends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Its description.
    pub description: &'static str,
    /// The fault, with the remedy; `None` if it is met.
    pub fault: Option<String>,
}

/// Checks a program against all requirements, and stops at a fault that prevents further checks. An answer may take
/// `patience`.
pub fn serve_check(words: &[String], patience: Duration) -> Vec<Requirement> {
    let mut requirements = vec![];
    serve_check_each(words, patience, &mut |checked| {
        requirements.push(checked);
        true
    });
    requirements
}

/// [`serve_check`] one by one: `tell` receives each result and returns true to continue.
pub fn serve_check_each(
    words: &[String],
    patience: Duration,
    tell: &mut dyn FnMut(Requirement) -> bool,
) {
    let mut add = |description, wrong: Result<(), String>| {
        let fault = wrong.err();
        tell(Requirement { description, fault })
    };
    let start = || Session::start(words, patience);
    let (session, welcome) = match start() {
        Ok(started) => started,
        Err(error) => {
            add("it starts and answers `hello`", Err(error.to_string()));
            return;
        }
    };
    if !add("it starts and answers `hello`", Ok(())) {
        return;
    }
    let bye = session::ends(session.bye(patience));
    let subject = Subject {
        words,
        patience,
        welcome: &welcome,
    };
    let more: Vec<(&'static str, DeferredCheck<'_>)> = subject.more();
    let first: [(&'static str, Result<(), String>); 2] = [
        ("it answers `bye` and ends with status 0", bye),
        (
            "its identity and `lacks` use known words",
            session::names(&welcome),
        ),
    ];
    let first = first
        .into_iter()
        .map(|(what, wrong)| (what, Box::new(move || wrong) as DeferredCheck<'_>));
    // Later checks run when their turn comes.
    first.chain(more).all(|(what, ask)| add(what, ask()));
}

/// A deferred check.
type DeferredCheck<'a> = Box<dyn FnOnce() -> Result<(), String> + 'a>;

/// A program that has answered `hello`.
#[derive(Clone, Copy)]
struct Subject<'a> {
    words: &'a [String],
    patience: Duration,
    welcome: &'a Welcome,
}

impl<'a> Subject<'a> {
    /// Its checks except hello and goodbye, cheapest first.
    fn more(self) -> Vec<(&'static str, DeferredCheck<'a>)> {
        let mut all: Vec<(&'static str, DeferredCheck<'a>)> = vec![];
        for refused in session::REFUSED {
            let what = refused.what;
            let ask = move || refused.by(self.start()?, self.welcome, self.patience);
            all.push((what, Box::new(ask)));
        }
        for form in &self.welcome.accepts {
            let ask = move || golden::check(self.start()?, self.welcome, *form, self.patience);
            all.push((of_golden(*form), Box::new(ask)));
        }
        let second = move || is_the_same(self.welcome, Session::start(self.words, self.patience));
        all.push((
            "its answer to `hello` is the same after a restart",
            Box::new(second),
        ));
        for (what, probes) in probe::GROUPS {
            let ask = move || self.backend(|backend| probe::run(backend, probes));
            all.push((what, Box::new(ask)));
        }
        all.push((
            "it has each limit that it states",
            Box::new(move || self.backend(limits::hold)),
        ));
        all.push((
            "its ops and programs keep the contract of backends",
            Box::new(move || contract::check_contract(self.words, self.patience)),
        ));
        all.push((
            "it answers thousands of requests, one after the other",
            Box::new(move || self.backend(steady::answers)),
        ));
        all
    }

    fn start(self) -> Result<Session, String> {
        let started = Session::start(self.words, self.patience);
        started
            .map(|(session, _)| session)
            .map_err(|error| error.to_string())
    }

    /// The fault of the program as a backend, including lost requests.
    fn backend(
        self,
        ask: impl FnOnce(&ProcessBackend) -> Result<(), String>,
    ) -> Result<(), String> {
        let slug = format!("{SLUG}checked");
        let opened = ProcessBackend::open(&slug, self.words.to_vec(), self.patience);
        let backend = opened.map_err(|error| error.to_string())?;
        let wrong = ask(&backend).err();
        let all: Vec<String> = wrong.into_iter().chain(lost(&backend.host)).collect();
        if all.is_empty() {
            return Ok(());
        }
        Err(all.join("\n"))
    }
}

fn of_golden(form: Form) -> &'static str {
    match form {
        Form::Wire => "it answers the golden frames of the wire format",
        Form::Wgsl => "it answers the golden frames of WGSL",
        Form::C => "it answers the golden frames of C11",
    }
}

fn is_the_same(
    welcome: &Welcome,
    started: Result<(Session, Welcome), StartError>,
) -> Result<(), String> {
    match started {
        Ok((_, again)) if again == *welcome => Ok(()),
        Ok((_, again)) => Err(format!(
            "after a restart it answers {}, before it answered {}. Omit what changes: the identity of a backend is \
             constant",
            json(&again),
            json(welcome)
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// The lost requests of a program, which a run would survive, with the last cause; `None` if none were lost.
fn lost(host: &Host) -> Option<String> {
    let losses = host.losses();
    (losses.lost > 0).then(|| {
        let last = host.last_loss().unwrap_or_default();
        format!("{losses}: {last}. Answer every request once, with the words that were asked for")
    })
}
