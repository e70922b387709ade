//! Ctrl-C and the signals that ask a process to end (SIGTERM, SIGHUP): what runs may end, nothing new begins, and what was done is kept.

use super::exit::Status;
use std::sync::atomic::{AtomicBool, Ordering};
use vyre_conform_harness::report::warn;
use vyre_conform_wgpu::leave;

/// Set by the first of them.
pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether one came.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The first one sets [`INTERRUPTED`]; the second ends the process at once.
pub(super) fn listen() {
    // A handler that cannot be set leaves the default one, which ends the process; what was saved
    // by then is whole in that case too.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            let code = Status::Interrupted.code();
            // Where a device was opened this ends it: workers are in its driver, whose exit handlers would wait for them.
            leave(code);
            std::process::exit(code.into());
        }
        warn(format_args!(
            "interrupted: waiting for what runs; once more to end at once"
        ));
    });
}
