//! Reports of long-running trials: a reference, alternate or driver that never returns would otherwise hang a run
//! silently.
//!
//! Nothing can stop an endless function, so it is named and the run continues. One thread sleeps until the next report
//! and ends with the run.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};
use vyre_conform_runtime::sync::lock;

/// Default time until the first report of a trial.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The running trials.
#[derive(Debug, Default)]
pub struct Running {
    trials: Mutex<Trials>,
}

#[derive(Debug, Default)]
struct Trials {
    /// Trials by starting order.
    running: BTreeMap<u64, Trial>,
    next: u64,
}

#[derive(Debug)]
struct Trial {
    name: String,
    began: Instant,
    /// Run time of its next report; `None` before the watch has seen it.
    due: Option<Duration>,
}

/// Guard of a running trial.
#[derive(Debug)]
pub struct RunningGuard<'a> {
    trials: &'a Running,
    number: u64,
}

impl Running {
    fn trials(&self) -> MutexGuard<'_, Trials> {
        lock(&self.trials)
    }

    /// Registers a trial that starts now.
    pub fn begin(&self, name: &str) -> RunningGuard<'_> {
        let mut trials = self.trials();
        let number = trials.next;
        trials.next += 1;
        let trial = Trial {
            name: name.to_owned(),
            began: Instant::now(),
            due: None,
        };
        trials.running.insert(number, trial);
        RunningGuard {
            trials: self,
            number,
        }
    }

    /// Run times of the running trials, by name.
    pub(super) fn ages(&self) -> BTreeMap<String, Duration> {
        let trials = self.trials();
        let age = |trial: &Trial| (trial.name.clone(), trial.began.elapsed());
        trials.running.values().map(age).collect()
    }

    /// The lines about trials that have run too long, and the time until the next check. Each is reported after
    /// `patience`, and then whenever its run time has doubled.
    fn describe(&self, now: Instant, patience: Duration) -> (Vec<String>, Duration) {
        let mut lines = vec![];
        // A trial that starts after this check is not reported before then.
        let mut wait = patience;
        for trial in self.trials().running.values_mut() {
            let ran = now.saturating_duration_since(trial.began);
            let due = trial.due.get_or_insert(patience);
            if ran >= *due {
                lines.push(format!(
                    "note: {} still runs after {}",
                    trial.name,
                    length(ran)
                ));
                while *due <= ran {
                    *due = due.saturating_mul(2);
                }
            }
            wait = wait.min(*due - ran);
        }
        (lines, wait)
    }
}

impl Drop for RunningGuard<'_> {
    fn drop(&mut self) {
        self.trials.trials().running.remove(&self.number);
    }
}

/// Does some work while reporting long-running trials.
pub fn run_watched<R>(
    running: &Running,
    patience: Duration,
    say: impl Fn(&str) + Send,
    work: impl FnOnce() -> R,
) -> R {
    std::thread::scope(|scope| {
        // Dropped at the end of the work, even by a panic.
        let (_working, ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            let mut wait = patience;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let (lines, next) = running.describe(Instant::now(), patience);
                lines.iter().for_each(|line| say(line));
                wait = next;
            }
        });
        work()
    })
}

fn length(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: hand-written counts: reported at 1, 2, 4 and 8 times the patience; an ended trial is not reported.
    #[test]
    fn running_trials_are_reported_at_growing_intervals() {
        let running = Running::default();
        let minute = Duration::from_secs(60);
        let slow = running.begin("slow");
        let began = running.trials().running[&0].began;
        drop(running.begin("quick"));
        let mut reports = vec![];
        let mut now = began;
        loop {
            let (lines, wait) = running.describe(now, minute);
            reports.extend(
                lines
                    .into_iter()
                    .map(|line| ((now - began).as_secs(), line)),
            );
            assert!(wait > Duration::ZERO && wait <= minute);
            now += wait;
            if now > began + 10 * minute {
                break;
            }
        }
        let due = [(60, "60 s"), (120, "2 min"), (240, "4 min"), (480, "8 min")];
        let due = due.map(|(at, text)| (at, format!("note: slow still runs after {text}")));
        assert_eq!(reports, due);
        drop(slow);
        assert_eq!(
            running.describe(now + 100 * minute, minute),
            (vec![], minute)
        );
    }

    /// Oracle: the promise of the module: reports during the work and none after it.
    #[test]
    fn watch_reports_during_work_only() {
        let running = Running::default();
        let (tell, reports) = mpsc::channel();
        let say = move |line: &str| tell.send(line.to_owned()).expect("the test listens");
        let patience = Duration::from_millis(5);
        run_watched(&running, patience, say, || {
            let _trial = running.begin("endless");
            for _ in 0..2 {
                let line = reports.recv_timeout(Duration::from_secs(60)).expect("told");
                assert!(
                    line.starts_with("note: endless still runs after 0."),
                    "{line}"
                );
            }
        });
        // The other end went with the thread.
        assert!(reports.iter().count() < 3);
        let began = Instant::now();
        run_watched(&running, PATIENCE, |_| panic!("nothing runs"), || ());
        assert!(began.elapsed() < PATIENCE);
    }
}
