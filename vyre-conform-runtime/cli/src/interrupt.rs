//! Ctrl-C and termination signals (SIGTERM, SIGHUP): running work may end, nothing new starts, and finished work is
//! kept.

use super::exit::Status;
use std::sync::atomic::{AtomicBool, Ordering};
use vyre_conform_harness::report::warn;
use vyre_conform_wgpu::leave;

/// Set by the first signal.
pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// True after a signal.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Installs the handler: the first signal sets [`INTERRUPTED`]; the second ends the process at once.
pub(super) fn listen() {
    listen_saying("interrupted: waiting for running work; interrupt again to end at once");
}

/// Installs the handler with the message for the first signal.
pub(super) fn listen_saying(message: &'static str) {
    // Without this handler the default one ends the process; saved work is intact in that case too.
    let _ = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            let code = Status::Interrupted.code();
            // If a device was opened, this ends it: workers are in its driver, whose exit handlers would wait for them.
            leave(code);
            std::process::exit(code.into());
        }
        warn(message);
    });
}
