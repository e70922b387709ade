//! The process of a backend: started as the leader of a process group, with its log kept, and killed with all
//! descendants.

use super::commands;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use vyre_conform_runtime::sync::lock;

/// Bytes of a log that are kept from its beginning and from its end.
const LOG_BYTES: usize = 4 << 10;

/// Interval and number of checks for the end of a process.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
const MAX_POLLS: u32 = 100;

/// A process.
#[derive(Debug)]
pub(super) struct Child {
    process: Box<dyn ChildWrapper>,
    log: Arc<Mutex<Log>>,
    /// The thread that keeps the log; it ends when no writer remains.
    keeper: JoinHandle<()>,
    /// True if it was killed, so that its id may belong to another process.
    killed: bool,
}

/// The kept part of a process's standard error.
#[derive(Debug, Default)]
struct Log {
    first: Vec<u8>,
    last: VecDeque<u8>,
    /// Bytes omitted in between.
    left_out: u64,
}

impl Log {
    fn add(&mut self, bytes: &[u8]) {
        let room = (LOG_BYTES - self.first.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.first.extend(first);
        self.last.extend(rest);
        let over = self.last.len().saturating_sub(LOG_BYTES);
        self.last.drain(..over);
        self.left_out += over as u64;
    }

    fn text(&self) -> String {
        let (a, b) = self.last.as_slices();
        let last = [a, b].concat();
        let [first, last] =
            [&self.first, &last].map(|part| String::from_utf8_lossy(part).into_owned());
        let text = match self.left_out {
            0 => first + &last,
            some => format!("{first}\n... {some} bytes omitted ...\n{last}"),
        };
        text.trim().to_owned()
    }
}

impl Child {
    /// Starts a command and returns its standard streams.
    ///
    /// # Errors
    ///
    /// Errors of the system.
    pub(super) fn start(words: &[String]) -> io::Result<(Self, ChildStdout, ChildStdin)> {
        let mut process = grouped(command(words)?).spawn()?;
        let lost = || io::Error::other("it has no pipes");
        let (Some(to), Some(from), Some(mut message)) = (
            process.stdin().take(),
            process.stdout().take(),
            process.stderr().take(),
        ) else {
            return Err(lost());
        };
        widen(&to);
        widen(&from);
        let log = Arc::new(Mutex::new(Log::default()));
        let into = log.clone();
        let keep = move || {
            let mut bytes = [0; 4096];
            loop {
                match message.read(&mut bytes) {
                    Ok(0) => return,
                    Ok(some) => lock(&into).add(&bytes[..some]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        };
        let keeper = thread::Builder::new()
            .name("backend log".to_owned())
            .spawn(keep)?;
        let child = Self {
            process,
            log,
            keeper,
            killed: false,
        };
        Ok((child, from, to))
    }

    /// The kept standard error. The last words of a process that ended may still be in transit.
    pub(super) fn log(&self) -> String {
        for _ in 0..MAX_POLLS {
            if !self.killed || self.keeper.is_finished() {
                break;
            }
            thread::sleep(POLL_INTERVAL);
        }
        lock(&self.log).text()
    }

    /// Its exit status, if it has ended or ends at once.
    pub(super) fn status(&mut self) -> Option<String> {
        for _ in 0..MAX_POLLS {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) => thread::sleep(POLL_INTERVAL),
                Err(_) => return None,
            }
        }
        None
    }

    /// Kills it with all descendants, and waits briefly for its end.
    pub(super) fn kill(&mut self) {
        if !std::mem::replace(&mut self.killed, true) {
            let _ = self.process.start_kill();
            self.status();
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command of a program: with pipes, and without the variables that choose backends.
fn command(words: &[String]) -> io::Result<Command> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| io::Error::other("there is no command"))?;
    let mut command = Command::new(program);
    command.args(arguments);
    for name in commands::choices() {
        command.env_remove(name);
    }
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    Ok(command)
}

/// Requested capacity of pipes in bytes: larger frames should not be transferred in sixteen parts. Unprivileged users
/// get no more.
#[cfg(target_os = "linux")]
const PIPE: i32 = 1 << 20;

#[cfg(target_os = "linux")]
fn widen(pipe: &impl std::os::fd::AsFd) {
    use nix::fcntl::{FcntlArg, fcntl};
    // The default capacity works as well.
    let _ = fcntl(pipe, FcntlArg::F_SETPIPE_SZ(PIPE));
}

#[cfg(not(target_os = "linux"))]
fn widen<T>(_pipe: &T) {}

#[cfg(unix)]
fn grouped(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    command.wrap(process_wrap::std::ProcessGroup::leader());
    command
}

#[cfg(windows)]
fn grouped(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    command.wrap(process_wrap::std::JobObject);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of [`commands::choices`]: a program that serves one of its own backends would start
    /// itself.
    #[test]
    fn variables_that_choose_backends_are_not_inherited() {
        let command = command(&["true".to_owned()]).expect("a command");
        let removed = |name: &str| {
            let mut changed = command.get_envs();
            changed.any(|(changed, value)| changed == name && value.is_none())
        };
        assert!(removed("VYRE_ADAPTER") && removed("VYRE_REQUIRE_ADAPTERS"));
        assert!(!removed("VYRE_CC") && !removed("PATH"));
        let named = format!("{}A", commands::VARIABLE);
        let known = commands::choices_among([&*named, "VYRE_CC"].map(Into::into));
        assert_eq!(known[0], *named);
        assert!(!known.iter().any(|name| name == "VYRE_CC"));
        assert!(super::command(&[]).is_err());
    }

    /// Oracle: the documentation of [`Log`].
    #[test]
    fn a_log_is_kept_from_both_ends() {
        let mut log = Log::default();
        log.add(b"begin ");
        log.add(&vec![b'x'; 100_000]);
        log.add(b" end");
        let text = log.text();
        assert!(text.starts_with("begin xxx") && text.ends_with("xxx end"));
        assert!(text.contains("... 91818 bytes omitted ..."), "{text}");
        assert!(text.len() < 2 * LOG_BYTES + 100);
    }
}
