//! What Mesa is configured with before it looks for adapters: which threads of this process work for lavapipe, its
//! Vulkan driver on the processor, and that no window system is looked for.
//!
//! Left alone lavapipe starts a thread for each processor and wakes all of them for each dispatch. Where a suite
//! already has a trial for each processor, these threads take the processors from one another: waking costs more than a
//! small dispatch, and what one dispatch left in a core's cache the next one reads on another core. Without threads of
//! its own the driver works on the thread that submits, and the integer ops of `vyre-ops` take 32 to 41 s in place of
//! 43 to 55 (two processors, by turns, 2026-11-22).
//!
//! It also runs the workgroups of a dispatch one after the other then. For an op that is nothing, but what invocations
//! of an engine do to each other shows only where workgroups really run at once: a suite with engines leaves the
//! driver its threads.

use vyre_conform_runtime::sync::cores;

/// Mesa's variable: how many threads lavapipe starts, 0 for none
/// (<https://docs.mesa3d.org/envvars.html>). It is read when a driver is loaded.
const THREADS: &str = "LP_NUM_THREADS";

/// Lets lavapipe start no threads, unless the user said how many it should. Call it for a suite of ops with `trials`
/// trials side by side, before any adapter is looked for; where the process has other threads already it does nothing.
pub fn works_for_submitters(trials: usize) {
    let processors = cores();
    if trials < processors || std::env::var_os(THREADS).is_some() || !is_single_threaded() {
        return;
    }
    // SAFETY: no other thread is there that could read or write the environment meanwhile.
    unsafe { std::env::set_var(THREADS, "0") };
}

/// The variable that leaves out the layer of Mesa which brings adapters into an order
/// (<https://docs.mesa3d.org/envvars.html>).
const UNORDERED: &str = "NODEVICE_SELECT";

/// Leaves out Mesa's layer that brings adapters into the order of the desktop: to that end it looks for a window
/// system, and where there is none it writes `error: XDG_RUNTIME_DIR is invalid or not set` to stderr, once for each
/// look at the adapters. Here every adapter takes part, in any order. Where there is a window system, and where the
/// user told the layer what to do, nothing is changed. Call it before any adapter is looked for; where the process has
/// other threads already it does nothing.
pub fn looks_for_no_windows() {
    let set = |name: &str| std::env::var_os(name).is_some();
    let there = std::env::var_os("XDG_RUNTIME_DIR");
    let there = there.is_some_and(|folder| std::path::Path::new(&folder).is_absolute());
    let told = ["MESA_VK_DEVICE_SELECT", UNORDERED].into_iter().any(set);
    if there || told || !is_single_threaded() {
        return;
    }
    // SAFETY: no other thread is there that could read or write the environment meanwhile.
    unsafe { std::env::set_var(UNORDERED, "1") };
}

/// True if it works on the threads that submit.
pub(super) fn is_threadless() -> bool {
    std::env::var_os(THREADS).is_some_and(|threads| threads == "0")
}

/// True if this is the only thread of the process; unknown is no.
fn is_single_threaded() -> bool {
    std::fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: this test runs on a thread beside the main one, and starts another.
    #[test]
    fn the_environment_stays_as_it_is_where_there_are_other_threads() {
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
