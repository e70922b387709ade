//! Calls of authors' functions that may panic: the panic becomes a value, and nothing is printed.
//!
//! Searching the smallest panicking input panics a hundred times. The panic hook is global, while trials run on many
//! threads. So one hook is installed in front of the previous one, which it calls for every thread outside of
//! [`quietly`].

use crate::failing::PanicReport;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use vyre_conform_runtime::sync::panic_message;

thread_local! {
    /// Nesting depth of [`quietly`] in this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Location of the last panic inside it.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls `f`, with the panic output of this thread suppressed.
///
/// # Errors
///
/// The panic.
pub fn quietly<R>(f: impl FnOnce() -> R) -> Result<R, PanicReport> {
    install_hook();
    DEPTH.set(DEPTH.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(f));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|panic| report(&*panic))
}

/// Installs the panic hook, once a process.
fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if DEPTH.get() == 0 {
                return before(panic);
            }
            let place = panic.location().map(ToString::to_string);
            PLACE.with_borrow_mut(|at| *at = place);
        }));
    });
}

/// The report of a panic that [`quietly`] caught.
fn report(panic: &(dyn Any + Send)) -> PanicReport {
    let message = panic_message(panic).unwrap_or("a panic without a message");
    PanicReport {
        message: message.to_owned(),
        place: PLACE.take(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set in the panicking process.
    const CHILD: &str = "VYRE_TEST_QUIETLY";

    /// Oracle: the output of a process that panics inside and outside, before and afterwards.
    #[test]
    fn only_panics_inside_are_quiet_and_located() {
        if std::env::var_os(CHILD).is_some() {
            let message = quietly(|| quietly(|| panic!("unheard")).expect_err("it panics"));
            let message = message.expect("the outer call ends");
            assert_eq!(message.message, "unheard");
            let place = message.place.as_deref().expect("the hook notes it");
            assert!(place.contains("quiet.rs:"), "{place}");
            assert_eq!(message.to_string(), format!("unheard ({place})"));
            let other = std::thread::spawn(|| panic!("on another thread"));
            assert!(quietly(|| other.join().is_err()) == Ok(true));
            panic!("heard");
        }
        let name = "strategy::quiet::tests::only_panics_inside_are_quiet_and_located";
        let this = std::env::current_exe().expect("a test binary");
        let child = std::process::Command::new(this)
            .args(["--exact", name, "--nocapture"])
            .env(CHILD, "1")
            .output()
            .expect("it runs");
        let printed = String::from_utf8_lossy(&child.stderr);
        assert!(!printed.contains("unheard"), "{printed}");
        assert!(printed.contains("on another thread"), "{printed}");
        assert!(printed.contains("\nheard"), "{printed}");
    }
}
