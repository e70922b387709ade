//! What a command writes to its standard output. A reader that went away (`| head -1`) and a disk that is full
//! are not a reason to panic, nor to leave the work half done: the command goes on without its words, and how it
//! ends says what became of them.

use super::exit::Status;
use serde::Serialize;
use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};
use std::sync::OnceLock;
use vyre_conform_certificate::escape;
use vyre_conform_harness::report::warn;

/// The reason why nothing more is written.
static LOST: OnceLock<std::io::Error> = OnceLock::new();

/// Writes a text, unless an earlier one could not be written.
pub(super) fn say(text: Arguments<'_>) {
    if LOST.get().is_some() {
        return;
    }
    let mut out = stdout().lock();
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) {
        let _ = LOST.set(error);
    }
}

/// How a command ends whose work ended like this. A reader that went away had read what it wanted; any other
/// loss is reported, and a success whose output is lost is a failure.
pub(super) fn heard(status: Status) -> Status {
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

/// `print!` of a command.
macro_rules! say {
    ($($text:tt)*) => { $crate::stdout::say(::core::format_args!($($text)*)) };
}

/// `println!` of a command.
macro_rules! sayln {
    ($($text:tt)*) => { $crate::stdout::say(::core::format_args!("{}\n", ::core::format_args!($($text)*))) };
}

/// Writes one JSON value on a line. What a terminal would obey stands in it as an escape of JSON, so that it is the
/// same value.
pub(super) fn json(value: &impl Serialize) {
    match serde_json::to_string(value) {
        Ok(text) => sayln!("{}", escape::json(&text)),
        Err(error) => warn(format_args!("error: {error}")),
    }
}
