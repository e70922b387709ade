//! Time spent on SAT: solving, in an external program, and checking, in this one.

use crate::solver::timed;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Time spent on formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverTime {
    /// Time of the SAT solver, until its answer or its time limit.
    pub solving: Duration,
    /// Time spent on its proofs: parsing, finding missing hints, and checking.
    pub checking: Duration,
}

/// Adds up the time that laws spend on formulas; threads may share it.
#[derive(Debug, Default)]
pub struct Meter {
    /// In nanoseconds, like `checking`.
    solving: AtomicU64,
    checking: AtomicU64,
}

impl Meter {
    /// The time spent so far.
    pub fn spent(&self) -> SolverTime {
        let convert = |nanos: &AtomicU64| Duration::from_nanos(nanos.load(Ordering::Relaxed));
        SolverTime {
            solving: convert(&self.solving),
            checking: convert(&self.checking),
        }
    }
}

/// Runs a solver, and adds its time to the meter if there is one.
pub(super) fn solving<T>(meter: Option<&Meter>, work: impl FnOnce() -> T) -> T {
    counted(meter.map(|meter| &meter.solving), work)
}

/// Runs work on a proof, and adds its time to the meter if there is one.
pub(super) fn checking<T>(meter: Option<&Meter>, work: impl FnOnce() -> T) -> T {
    counted(meter.map(|meter| &meter.checking), work)
}

fn counted<T>(sum: Option<&AtomicU64>, work: impl FnOnce() -> T) -> T {
    let (done, elapsed) = timed(work);
    if let Some(sum) = sum {
        let nanos = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        sum.fetch_add(nanos, Ordering::Relaxed);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: pauses of known length, each counted in one of the two.
    #[test]
    fn time_is_split_into_two_parts_that_add_up() {
        let meter = Meter::default();
        let pause = |milliseconds| std::thread::sleep(Duration::from_millis(milliseconds));
        for _ in 0..2 {
            solving(Some(&meter), || pause(20));
        }
        assert_eq!(meter.spent().checking, Duration::ZERO);
        let value = checking(Some(&meter), || {
            pause(5);
            7
        });
        assert_eq!(value, 7);
        let SolverTime {
            solving: first,
            checking: second,
        } = meter.spent();
        assert!(first >= Duration::from_millis(40), "{first:?}");
        assert!(second >= Duration::from_millis(5), "{second:?}");
        assert_eq!(solving(None, || 3), 3);
        assert_eq!(meter.spent().solving, first);
    }
}
