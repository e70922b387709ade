//! Cleanup of the processes that a solver starts, even in a session of their own: `setsid` leaves the
//! process group, but children inherit the environment.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable that identifies the solver run which started a process. Children inherit
/// it.
const NAME: &str = "CONFORM_SOLVER_RUN";

/// The unique mark of a solver run.
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
    /// Sets a new mark in the environment of a command.
    pub(super) fn on(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}.{number}", std::process::id());
        command.env(NAME, &mark);
        Self(mark)
    }

    /// Kills every process with the mark.
    #[cfg(target_os = "linux")]
    pub(super) fn kill(&self) {
        // A process that starts during one round is killed in the next.
        for _ in 0..ROUNDS {
            if self.killed() == 0 {
                return;
            }
        }
    }

    /// Other systems do not expose the environment of a process.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn kill(&self) {}

    /// Kills the current processes with the mark, and returns their number.
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
            // Another user's process has no readable environment, and a finished one has an empty
            // environment.
            let environment = std::fs::read(format!("/proc/{id}/environ"));
            let environment = environment.unwrap_or_default();
            let mut entries = environment.split(|byte| *byte == 0);
            entries.any(|result| result == entry.as_bytes())
        };
        let marked = ids.filter(has_mark);
        marked
            .filter(|id| kill(Pid::from_raw(*id), Signal::SIGKILL).is_ok())
            .count()
    }
}

/// Number of rounds: each kills the processes that earlier ones had started.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 16;
