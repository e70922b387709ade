//! The processes that a solver starts, those in a session of their own included: a process group ends at `setsid`,
//! what a process hands down to its children does not.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable that says by which run of a solver a process was started. Children inherit it.
const NAME: &str = "CONFORM_SOLVER_RUN";

/// A run of a solver, by a text that no other run has.
pub(super) struct RunMark(
    #[cfg_attr(
        not(target_os = "linux"),
        expect(
            dead_code,
            reason = "other systems do not say what the environment of a process is"
        )
    )]
    String,
);

impl RunMark {
    /// A new one, in the environment of a command.
    pub(super) fn on(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}.{number}", std::process::id());
        command.env(NAME, &mark);
        Self(mark)
    }

    /// Kills every process that has the mark.
    #[cfg(target_os = "linux")]
    pub(super) fn kill(&self) {
        // A process that is being started while others are killed is met in the next round.
        for _ in 0..ROUNDS {
            if self.killed() == 0 {
                return;
            }
        }
    }

    /// Other systems do not say what the environment of a process is.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn kill(&self) {}

    /// Kills those that are there now; how many there were.
    #[cfg(target_os = "linux")]
    fn killed(&self) -> usize {
        use nix::sys::signal::{Signal, kill};
        use nix::unistd::Pid;
        let entry = format!("{NAME}={}", self.0);
        let Ok(processes) = std::fs::read_dir("/proc") else {
            return 0;
        };
        let ids = processes.filter_map(|process| {
            let name = process.ok()?.file_name();
            name.to_str()?.parse::<i32>().ok()
        });
        let has_mark = |id: &i32| {
            // The environment of somebody else's process cannot be read, and that of one that ended is empty.
            let environment = std::fs::read(format!("/proc/{id}/environ"));
            let environment = environment.unwrap_or_default();
            let mut entries = environment.split(|byte| *byte == 0);
            entries.any(|found| found == entry.as_bytes())
        };
        let marked = ids.filter(has_mark);
        marked
            .filter(|id| kill(Pid::from_raw(*id), Signal::SIGKILL).is_ok())
            .count()
    }
}

/// How often processes are looked for: each round ends those that the ones before it had started.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 16;
