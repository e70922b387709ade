//! A started backend with a known identity.

use super::child::Child;
use super::frame::{Frame, Kind};
use super::link::{Fault, Link, Request};
use super::message::{Hello, PROTOCOL, Refusal, Welcome};
use super::shared::Area;
use std::fmt;
use std::io;
use std::time::Duration;

/// A running backend.
#[derive(Debug)]
pub(crate) struct Session {
    link: Link,
    area: Area,
    child: Child,
}

/// Reason why a backend cannot be used, or cannot be used any more.
#[derive(Debug)]
pub struct BackendLoss {
    /// Its fault.
    pub fault: Fault,
    /// Its exit status, if it ended.
    pub status: Option<String>,
    /// The kept part of its log.
    pub log: String,
}

impl fmt::Display for BackendLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        if let Some(status) = &self.status {
            write!(f, "; it ended with {status}")?;
        }
        if self.log.is_empty() {
            f.write_str("; it wrote nothing to its standard error")
        } else {
            write!(f, "; its standard error:\n{}", self.log)
        }
    }
}

/// Reason why a backend does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The program does not exist.
    #[error("`{program}` cannot be run: no such program. Give its path, or add its folder to PATH")]
    Missing {
        /// The program.
        program: String,
    },
    /// The file is not executable.
    #[error(
        "`{program}` cannot be run: it is not executable. Make it executable (chmod +x), or name its interpreter, as \
         in `python3 {program}`"
    )]
    NotExecutable {
        /// The program.
        program: String,
    },
    /// The system fails to start it.
    #[error("`{program}` cannot be run: {error}")]
    System {
        /// The program.
        program: String,
        /// The message of the system.
        error: io::Error,
    },
    /// It starts, but its answer to `hello` is invalid.
    #[error("`{program}` starts, but {lost}")]
    Lost {
        /// The program.
        program: String,
        /// The loss.
        lost: Box<BackendLoss>,
    },
    /// It refuses `hello`.
    #[error("`{program}` answers `hello` with an error: {message}")]
    Refused {
        /// The program.
        program: String,
        /// Its message.
        message: String,
    },
}

impl Session {
    /// Starts a backend and sends `hello`.
    ///
    /// # Errors
    ///
    /// [`StartError`]
    pub(crate) fn start(words: &[String], within: Duration) -> Result<(Self, Welcome), StartError> {
        let program = words.first().cloned().unwrap_or_default();
        let system = |error: io::Error| {
            let program = program.clone();
            match error.kind() {
                io::ErrorKind::NotFound => StartError::Missing { program },
                io::ErrorKind::PermissionDenied => StartError::NotExecutable { program },
                _ => StartError::System { program, error },
            }
        };
        let (child, from, to) = Child::start(words).map_err(system)?;
        let link = Link::new(from, to).map_err(system)?;
        let mut session = Self {
            link,
            area: Area::default(),
            child,
        };
        match session.greet(within) {
            Ok(Ok(welcome)) => Ok((session, welcome)),
            Ok(Err(refusal)) => Err(StartError::Refused {
                program,
                message: refusal.message,
            }),
            Err(fault) => {
                let lost = Box::new(session.lost(fault));
                Err(StartError::Lost { program, lost })
            }
        }
    }

    /// Sends `hello`.
    fn greet(&mut self, time_limit: Duration) -> Result<Result<Welcome, Refusal>, Fault> {
        let hello = Hello {
            protocol: PROTOCOL.to_owned(),
            host: concat!("vyre-conform ", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        let answer = self.link.ask(&Request {
            kind: Kind::Hello,
            head: json(&hello),
            shared: None,
            words: &[],
            expected: 0,
            time_limit,
            deadline: "VYRE_PATIENCE extends it".to_owned(),
        })?;
        let frame = match answer {
            Ok(frame) => frame,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let head = |reason: String| Fault::Head {
            request: Kind::Hello.name(),
            why: reason,
        };
        // A backend of another version may have other fields.
        let any: serde_json::Value =
            serde_json::from_str(&frame.head).map_err(|e| head(e.to_string()))?;
        match any.get("protocol").and_then(|p| p.as_str()) {
            Some(PROTOCOL) => {}
            Some(actual) => {
                return Err(Fault::Version {
                    actual: actual.to_owned(),
                    expected: PROTOCOL,
                });
            }
            None => {
                return Err(head(format!(
                    "it has no field `protocol` with the text `{PROTOCOL}`"
                )));
            }
        }
        let welcome: Welcome =
            serde_json::from_str(&frame.head).map_err(|e| head(e.to_string()))?;
        if let Err(name) = welcome.program_limits() {
            return Err(head(format!("there is no limit `{name}`")));
        }
        if welcome.accepts.is_empty() {
            return Err(head(
                "`accepts` is empty: name a form of code, `wire`, `wgsl` or `c`".to_owned(),
            ));
        }
        Ok(Ok(welcome))
    }

    /// The answer to a request.
    ///
    /// # Errors
    ///
    /// [`Fault`], after which the session is unusable.
    pub(crate) fn ask(&mut self, request: &Request<'_>) -> Result<Result<Frame, Refusal>, Fault> {
        let in_memory = request.shared.as_ref();
        let answered = in_memory.and_then(|head| self.area.ask(&mut self.link, request, head));
        answered.unwrap_or_else(|| self.link.ask(request))
    }

    /// Lends a buffer for the words of the next answer.
    pub(crate) fn lend(&mut self, room: Vec<u32>) {
        self.link.reuse_buffer(room);
    }

    /// Sends `bye` and returns its exit status.
    ///
    /// # Errors
    ///
    /// [`Fault`]
    pub(crate) fn bye(mut self, time_limit: Duration) -> Result<Option<String>, Fault> {
        let answer = self.link.ask(&Request {
            kind: Kind::Bye,
            head: "{}".to_owned(),
            shared: None,
            words: &[],
            expected: 0,
            time_limit,
            deadline: "VYRE_PATIENCE extends it".to_owned(),
        });
        answer?.map_err(|refusal| Fault::Head {
            request: Kind::Bye.name(),
            why: refusal.message,
        })?;
        Ok(self.child.status())
    }

    /// Ends it with all descendants.
    pub(crate) fn lost(mut self, fault: Fault) -> BackendLoss {
        // The exit status of a process that ends by itself is more informative than that it was killed.
        let is_finished = matches!(fault, Fault::Ended | Fault::Frame(_));
        let status = if is_finished {
            self.child.status()
        } else {
            None
        };
        self.child.kill();
        BackendLoss {
            fault,
            status,
            log: self.child.log(),
        }
    }
}

/// A head as JSON.
pub(super) fn json(head: &impl serde::Serialize) -> String {
    serde_json::to_string(head).expect("a head is plain data")
}
