//! A solver process: it has a time limit, after which it is killed with everything that it started.

use super::budget::{self, Budget};
use super::descendants::RunMark;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The maximum output of a solver: a model of a formula with some million variables.
const MAX_OUTPUT_BYTES: u64 = 64 << 20;

/// The reason why a solver returned no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// It cannot be started.
    #[error("`{program}` cannot be run: {error}")]
    Missing {
        /// The program.
        program: String,
        /// The message of the system.
        error: io::Error,
    },
    /// It is not a known solver.
    #[error("`{0}` is not a known solver: use z3, cvc5 or bitwuzla")]
    Unknown(String),
    /// It reached the time limit.
    #[error("`{0}` had no answer in time: give it more with --time")]
    Time(String),
    /// It exited normally without an answer, for example because of a limit of its own.
    #[error("`{0}` gave up without an answer")]
    GaveUp(String),
    /// It exited abnormally.
    #[error("`{program}` ended with {status} and without an answer: {output}")]
    Died {
        /// The program.
        program: String,
        /// Its exit status.
        status: String,
        /// The beginning of its output.
        output: String,
    },
    /// Its output is not an answer.
    #[error("`{program}` printed an invalid answer: {output}")]
    Nonsense {
        /// The program.
        program: String,
        /// The beginning of its output.
        output: String,
    },
    /// Its files cannot be written or read.
    #[error(
        "the temporary files of `{program}` cannot be used: {error}. Name another folder in TMPDIR"
    )]
    Files {
        /// The program.
        program: String,
        /// The message of the system.
        error: io::Error,
    },
}

impl SolverError {
    /// True if a second run with the same time would not help.
    pub(crate) const fn is_final(&self) -> bool {
        matches!(self, Self::Time(_) | Self::GaveUp(_))
    }
}

/// The result of some work, and its duration.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed())
}

/// The output of a program, and its exit status.
pub(super) struct ProcessOutput {
    pub(super) status: ExitStatus,
    pub(super) output: String,
}

/// The first words of an output, for messages.
pub(super) fn beginning(output: &str) -> String {
    let first: String = output.trim().chars().take(120).collect();
    if first.is_empty() {
        "it says nothing".into()
    } else {
        first.escape_debug().to_string()
    }
}

/// Runs a program with this input on its standard input.
pub(super) fn run(
    program: &Path,
    arguments: &[&str],
    input: String,
    budget: Budget,
) -> Result<ProcessOutput, SolverError> {
    let name = program.display().to_string();
    let mut command = Command::new(program);
    command.args(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mark = RunMark::on(&mut command);
    let child = command.spawn().map_err(|error| SolverError::Missing {
        program: name.clone(),
        error,
    })?;
    let begin = Instant::now();
    let mut group = Group {
        child,
        mark,
        took: Duration::ZERO,
    };
    if let Some(mut stdin) = group.child.stdin.take() {
        // A program that does not read its input closes the pipe, which is fine: its answer counts.
        std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    let output = listen(group.child.stdout.take());
    let status = loop {
        group.took = budget::process_time(&group.child, begin).unwrap_or(group.took);
        let exit = group
            .child
            .try_wait()
            .map_err(|error| SolverError::Missing {
                program: name.clone(),
                error,
            })?;
        match exit {
            Some(status) => break status,
            None if budget.left_beside(group.took).is_zero() => {
                return Err(SolverError::Time(name));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    // A process that it started may keep its output open.
    let wait = budget.left().max(Duration::from_millis(200));
    let output = output
        .recv_timeout(wait)
        .map_err(|_| SolverError::Time(name))?;
    Ok(ProcessOutput { status, output })
}

fn listen(stdout: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (tell, heard) = channel();
    std::thread::spawn(move || {
        let mut bytes = vec![];
        if let Some(stdout) = stdout {
            // Output before an error counts and is judged like any other output.
            let _ = stdout.take(MAX_OUTPUT_BYTES).read_to_end(&mut bytes);
        }
        let _ = tell.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    heard
}

/// A process with its descendants, which are killed on drop.
struct Group {
    child: Child,
    mark: RunMark,
    /// Processor time of the child, as far as it is known.
    took: Duration,
}

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            // If all processes have ended, the group no longer exists.
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.mark.kill();
        budget::add(self.took);
    }
}
