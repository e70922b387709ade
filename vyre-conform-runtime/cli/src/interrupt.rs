//! Ctrl-C and the signals that ask a process to end (SIGTERM, SIGHUP): what runs may end, nothing new begins, and what
//! was done is kept.

use super::exit::Status;
use std::sync::atomic::{AtomicBool, Ordering};
use vyre_conform_harness::report::warn;
use vyre_conform_wgpu::leave;

/// Set by the first of them.
pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// True if one came.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The first one sets [`INTERRUPTED`]; the second ends the process at once.
pub(super) fn listen() {
    listen_saying("interrupted: waiting for what runs; once more to end at once");
}

/// The same, with what the first one says.
pub(super) fn listen_saying(told: &'static str) {
    // A handler that cannot be set leaves the default one, which ends the process; what was saved
    // by then is whole in that case too.
    let _ = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            let code = Status::Interrupted.code();
            // Where a device was opened this ends it: workers are in its driver, whose exit handlers would wait for
            // them.
            leave(code);
            std::process::exit(code.into());
        }
        warn(told);
    });
}
