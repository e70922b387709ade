//! The end of a process that opened devices.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a device was opened that is hardware.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Notes that one was.
pub(super) fn opened() {
    OPENED.store(true, Ordering::Relaxed);
}

/// Ends a process whose `main` would return this code. Call it last: nothing runs after it, and what a
/// [`Drop`] would do has to be done.
///
/// Where a device was opened the process ends without what libraries do at its end: after a whole suite a driver looks for each of
/// six thousand pipelines through all that it holds, which takes it eight seconds, and the system takes all of it back anyway.
/// Elsewhere the code is returned as it is.
pub fn leave(code: u8) -> ExitCode {
    if OPENED.load(Ordering::Relaxed) {
        // Whoever wrote what cannot be written has reported it.
        let _ = std::io::stdout().flush();
        at_once(code);
    }
    code.into()
}

#[cfg(unix)]
fn at_once(code: u8) {
    // SAFETY: it takes a number and does not return; the standard output, which is all that is buffered here, was written.
    unsafe { libc::_exit(code.into()) }
}

/// The interface of other systems has no such call that is free of what libraries do.
#[cfg(not(unix))]
fn at_once(_: u8) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: what the function says, of a process without a device; with one the process that tests run in would end.
    #[test]
    fn without_a_device_the_code_is_returned() {
        let text = |code: ExitCode| format!("{code:?}");
        assert_eq!(text(leave(3)), text(ExitCode::from(3)));
    }
}
