//! End of a process that opened devices.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// True if a hardware device was opened.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Records an opened hardware device.
pub(super) fn opened() {
    OPENED.store(true, Ordering::Relaxed);
}

/// Ends a process whose `main` would return this code, as its last action.
///
/// If a hardware device was opened, this does not return on Unix: the standard output is flushed, and the process ends
/// without exit handlers of libraries. After a whole suite, a driver's handler searches all its objects for each of six
/// thousand pipelines, which takes 6 to 15 s although the system frees everything. Nothing else is dropped either. In
/// all other cases it returns the code.
pub fn leave(code: u8) -> ExitCode {
    end(code, OPENED.load(Ordering::Relaxed))
}

/// [`leave`] for a process with running driver calls: on Unix it never returns, because exit handlers would free memory
/// in use.
pub fn leave_at_work(code: u8) -> ExitCode {
    end(code, true)
}

fn end(code: u8, at_once: bool) -> ExitCode {
    if at_once {
        // The writer of lost output has reported the error.
        let _ = std::io::stdout().flush();
        without_handlers(code);
    }
    code.into()
}

#[cfg(unix)]
fn without_handlers(code: u8) {
    // SAFETY: it takes a number and does not return; the standard output, which is all that is buffered here, was
    // flushed.
    unsafe { libc::_exit(code.into()) }
}

/// No driver is known to need it there.
#[cfg(not(unix))]
fn without_handlers(_: u8) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation, for a process without a device.
    #[test]
    fn without_a_device_the_code_is_returned() {
        let text = |code: ExitCode| format!("{code:?}");
        assert_eq!(text(end(3, false)), text(ExitCode::from(3)));
    }

    /// Oracle: the documentation, for a process with one: this test in a process of its own.
    #[cfg(unix)]
    #[test]
    fn leaving_with_a_device_ends_the_process() {
        const CHILD: &str = "LEAVES_WITHOUT_HANDLERS";
        if std::env::var_os(CHILD).is_some() {
            opened();
            print!("before");
            leave(3);
            println!("after");
            return;
        }
        let name = "exit::tests::leaving_with_a_device_ends_the_process";
        let program = std::env::current_exe().expect("the path of this program");
        let mut child = std::process::Command::new(program);
        let child = child.args(["--exact", name, "--nocapture"]).env(CHILD, "1");
        let output = child.output().expect("this program runs");
        let message = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{message}");
        assert!(message.ends_with("before"), "{message}");
    }
}
