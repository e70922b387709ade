//! Configuration of Mesa before it enumerates adapters: the threads of lavapipe, its Vulkan driver on the processor,
//! and no search for a window system.
//!
//! By default lavapipe starts a thread per processor and wakes all of them for each dispatch. In a suite with a trial
//! per processor, these threads compete for the processors: waking costs more than a small dispatch, and data in one
//! core's cache is read on another core. Without threads of its own the driver works on the submitting thread, and the
//! integer ops of `vyre-ops` run about a quarter faster.
//!
//! The driver then runs the workgroups of a dispatch sequentially. This is irrelevant for ops, but interactions between
//! invocations of an engine only show with concurrent workgroups, so a suite with engines leaves the driver its
//! threads.

use vyre_conform_runtime::sync::cores;

/// Mesa's variable for the number of lavapipe's threads, 0 for none (<https://docs.mesa3d.org/envvars.html>). It is
/// read when the driver is loaded.
const THREADS: &str = "LP_NUM_THREADS";

/// Makes lavapipe start no threads, unless the user set their number. Call it for a suite of ops with `trials` parallel
/// trials, before any enumeration of adapters; it has no effect in a process with other threads.
pub fn works_for_submitters(trials: usize) {
    let processors = cores();
    if trials < processors || std::env::var_os(THREADS).is_some() || !is_single_threaded() {
        return;
    }
    // SAFETY: no other thread exists that could access the environment.
    unsafe { std::env::set_var(THREADS, "0") };
}

/// Variable that disables Mesa's layer for sorting adapters (<https://docs.mesa3d.org/envvars.html>).
const UNORDERED: &str = "NODEVICE_SELECT";

/// Disables Mesa's layer that sorts adapters for the desktop. It looks for a window system, and without one writes
/// `error: XDG_RUNTIME_DIR is invalid or not set` to stderr at each enumeration. Here every adapter takes part, in any
/// order. Nothing changes if a window system exists or the user configured the layer. Call it before any enumeration of
/// adapters; it has no effect in a process with other threads.
pub fn looks_for_no_windows() {
    let set = |name: &str| std::env::var_os(name).is_some();
    let existing = std::env::var_os("XDG_RUNTIME_DIR");
    let existing = existing.is_some_and(|folder| std::path::Path::new(&folder).is_absolute());
    let configured = ["MESA_VK_DEVICE_SELECT", UNORDERED].into_iter().any(set);
    if existing || configured || !is_single_threaded() {
        return;
    }
    // SAFETY: no other thread exists that could access the environment.
    unsafe { std::env::set_var(UNORDERED, "1") };
}

/// True if it works on the submitting threads.
pub(super) fn is_threadless() -> bool {
    std::env::var_os(THREADS).is_some_and(|threads| threads == "0")
}

/// True if this is the only thread of the process; false if unknown.
fn is_single_threaded() -> bool {
    std::fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: this test runs on a thread beside the main one, and starts another.
    #[test]
    fn environment_is_unchanged_beside_other_threads() {
        let before = std::env::var_os(THREADS);
        std::thread::spawn(|| {
            assert!(!is_single_threaded());
            works_for_submitters(usize::MAX);
        })
        .join()
        .expect("no panic");
        assert_eq!(std::env::var_os(THREADS), before);
    }
}
