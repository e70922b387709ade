//! Standard output of commands. A closed pipe (`| head -1`) or a full disk must neither panic nor interrupt the work:
//! the command continues without output, and its exit code reports the loss.

use super::exit::Status;
use serde::Serialize;
use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};
use std::sync::OnceLock;
use vyre_conform_certificate::escape;
use vyre_conform_harness::report::warn;

/// The first write error, after which nothing more is written.
static LOST: OnceLock<std::io::Error> = OnceLock::new();

/// Writes a text, unless an earlier write failed.
pub(super) fn say(text: Arguments<'_>) {
    if LOST.get().is_some() {
        return;
    }
    let mut out = stdout().lock();
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) {
        let _ = LOST.set(error);
    }
}

/// The status of a command in view of its output. A reader that closed the pipe had read enough; any other loss is
/// reported, and a success with lost output becomes a failure.
pub(super) fn status_after_output(status: Status) -> Status {
    match LOST.get() {
        Some(error) if error.kind() != ErrorKind::BrokenPipe => {
            warn(format_args!(
                "error: standard output cannot be written: {error}"
            ));
            match status {
                Status::Success => Status::Io,
                status => status,
            }
        }
        _ => status,
    }
}

/// `print!` for commands.
macro_rules! say {
    ($($text:tt)*) => { $crate::stdout::say(::core::format_args!($($text)*)) };
}

/// `println!` for commands.
macro_rules! sayln {
    ($($text:tt)*) => { $crate::stdout::say(::core::format_args!("{}\n", ::core::format_args!($($text)*))) };
}

/// Writes one JSON value on a line. Control characters become escapes of JSON, which preserve the value.
pub(super) fn json(value: &impl Serialize) {
    match serde_json::to_string(value) {
        Ok(text) => sayln!("{}", escape::json(&text)),
        Err(error) => warn(format_args!("error: {error}")),
    }
}
