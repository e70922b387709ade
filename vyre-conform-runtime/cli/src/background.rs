//! Work on a thread that the command abandons when it ends; only finished results are kept.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Interval between checks for the end of the command.
const LOOK: Duration = Duration::from_millis(50);

/// Passes on the work's messages until it ends or `is_over` returns true; returns true if the work ended.
pub(super) fn run_until<T: Send + 'static>(
    work: impl FnOnce(Sender<T>) + Send + 'static,
    is_over: &dyn Fn() -> bool,
    mut take: impl FnMut(T),
) -> bool {
    let (sender, receiver) = channel();
    thread::spawn(move || work(sender));
    while !is_over() {
        match receiver.recv_timeout(LOOK) {
            Ok(sent) => take(sent),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
    receiver.try_iter().for_each(take);
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Oracle: the clock, and work that does not end.
    #[test]
    fn unfinished_work_is_abandoned_within_a_second() {
        let begin = Instant::now();
        let mut sent = vec![];
        let work = |sender: Sender<u32>| {
            let _ = sender.send(1);
            loop {
                thread::park();
            }
        };
        let is_over = || begin.elapsed() > Duration::from_millis(200);
        assert!(!run_until(work, &is_over, |one| sent.push(one)));
        assert!(begin.elapsed() < Duration::from_secs(1));
        assert_eq!(sent, [1]);
    }

    /// Oracle: counting the messages.
    #[test]
    fn finished_work_delivers_every_message() {
        let mut sent = vec![];
        let work = |sender: Sender<u32>| (0..100).for_each(|k| _ = sender.send(k));
        assert!(run_until(work, &|| false, |one| sent.push(one)));
        assert_eq!(sent, (0..100).collect::<Vec<u32>>());
    }
}
