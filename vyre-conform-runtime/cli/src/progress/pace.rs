//! Estimate of the remaining time of a run.
//!
//! Cases do not measure work: 2^32 cases of an op may take a second, and a few of an engine an hour. So the pace per
//! case is measured by kind of part and by op or engine, for each backend separately, and applied to the remaining
//! cases. If cases remain of a kind without any result, there is no estimate.

use std::collections::HashMap;
use std::time::Duration;
use vyre_conform_suite::plan::Obligation;

/// Reciprocal of the share of the work that must be finished before an estimate.
const SHARE: f64 = 50.0;

/// Seconds of a year: no estimate exceeds it.
const YEAR: f64 = 3.2e7;

/// Place of a part: a backend, or `None` for the reference.
type Place = Option<String>;

/// Key of parts with a similar pace per case: place and kind.
type Kind = (Place, &'static str);

/// Cases and their total duration.
#[derive(Clone, Copy, Debug, Default)]
struct Throughput {
    cases: u64,
    time: Duration,
}

impl Throughput {
    fn add(&mut self, cases: u64, time: Duration) {
        self.cases = self.cases.saturating_add(cases);
        self.time = self.time.saturating_add(time);
    }

    /// Seconds per case, if there were any.
    fn pace(&self) -> Option<f64> {
        (self.cases > 0).then(|| self.time.as_secs_f64() / self.cases as f64)
    }
}

/// Remaining cases of one kind of part of one op or engine, with its measured throughput.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    left: u64,
    seen: Throughput,
}

/// Total and remaining work, with its pace.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    groups: HashMap<(Kind, String), Group>,
    /// Throughput over all ops or engines, for those without results.
    kinds: HashMap<Kind, Throughput>,
    /// Remaining cases of each unfinished part, by id.
    parts: HashMap<String, u64>,
    /// Number of parts.
    pub(super) due: u64,
    /// Number of finished parts.
    pub(super) done: u64,
}

fn kind(of: &Obligation) -> Kind {
    (of.backend().map(str::to_owned), of.part.name())
}

impl Pace {
    /// Adds a part with this many remaining cases.
    pub(super) fn expect(&mut self, of: &Obligation, left: u64) {
        self.due += 1;
        if left == 0 {
            self.done += 1;
            return;
        }
        let group = self.groups.entry((kind(of), of.op.clone())).or_default();
        group.left = group.left.saturating_add(left);
        self.parts.insert(of.id.clone(), left);
    }

    /// Counts finished cases of a part, with their duration.
    pub(super) fn ended(&mut self, of: &Obligation, cases: u64, took: Duration) {
        let kind = kind(of);
        let group = (self.groups.entry((kind.clone(), of.op.clone()))).or_default();
        group.left = group.left.saturating_sub(cases);
        group.seen.add(cases, took);
        self.kinds.entry(kind).or_default().add(cases, took);
        if let Some(left) = self.parts.get_mut(&of.id) {
            *left = left.saturating_sub(cases);
            if *left == 0 {
                self.parts.remove(&of.id);
                self.done += 1;
            }
        }
    }

    /// The remaining time of a run with this elapsed time, if it can be estimated: backends run in parallel, each with
    /// the concurrency so far.
    pub(super) fn left(&self, elapsed: Duration) -> Option<Duration> {
        let mut places: HashMap<&Place, (f64, f64)> = HashMap::new();
        for ((kind, _), group) in &self.groups {
            let (left, spent) = places.entry(&kind.0).or_default();
            *spent += group.seen.time.as_secs_f64();
            if group.left > 0 {
                let known = group.seen.pace();
                let pace = known.or_else(|| self.kinds.get(kind)?.pace())?;
                *left += group.left as f64 * pace;
            }
        }
        let elapsed = elapsed.as_secs_f64();
        let rest = |(left, spent): (f64, f64)| elapsed * left / spent.max(1e-9);
        let rests = places.into_values().filter(|(left, _)| *left > 0.0);
        let longest = rests.map(rest).fold(0.0, f64::max);
        let is_settled = elapsed >= (elapsed + longest) / SHARE;
        (is_settled && longest < YEAR).then(|| Duration::from_secs_f64(longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_suite::plan::{ClaimKind, Implementation, Oracle, Part, Question};

    fn part(op: &str, part: Part, backend: Option<&str>) -> Obligation {
        let subject = match backend {
            None => Implementation::Reference { op: op.into() },
            Some(backend) => Implementation::Lowering {
                op: op.into(),
                backend: backend.into(),
            },
        };
        Obligation {
            id: format!("{op}::{}::{}", part.name(), backend.unwrap_or("cpu")),
            op: op.into(),
            part,
            question: Question {
                subject,
                claim: ClaimKind::Values,
            },
            oracle: Oracle::Reference,
            provenance: vec![],
        }
    }

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    /// Oracle: hand-written arithmetic: 2^32 finished cases of an op say nothing about ten cases of an engine at a
    /// minute each.
    #[test]
    fn few_slow_cases_are_not_lost_among_many_quick_ones() {
        let (op, engine) = (
            part("u32::add", Part::Interpreter, Some("gpu")),
            part("engine::sort", Part::Programs, Some("gpu")),
        );
        let mut pace = Pace::default();
        pace.expect(&op, 1 << 32);
        pace.expect(&engine, 10);
        pace.ended(&op, 1 << 32, seconds(40));
        assert_eq!((pace.done, pace.due), (1, 2));
        assert_eq!(pace.left(seconds(40)), None, "no case of it was seen");
        pace.ended(&engine, 1, seconds(60));
        assert_eq!((pace.done, pace.due), (1, 2));
        assert_eq!(pace.left(seconds(100)), Some(seconds(540)));
        // Another engine at the pace of its kind, until it has its own.
        let other = part("engine::scan", Part::Programs, Some("gpu"));
        pace.expect(&other, 3);
        assert_eq!(pace.left(seconds(100)), Some(seconds(720)));
        pace.ended(&other, 1, seconds(0));
        assert_eq!(pace.left(seconds(100)), Some(seconds(540)));
        pace.ended(&engine, 9, seconds(9));
        pace.ended(&other, 2, seconds(0));
        assert_eq!((pace.done, pace.due), (3, 3));
        assert_eq!(pace.left(seconds(110)), Some(seconds(0)));
    }

    /// Oracle: the same: two backends side by side take as long as the slower one, and one that has two workers half as
    /// long.
    #[test]
    fn backends_work_side_by_side() {
        let (slow, quick) = (
            part("u32::add", Part::Gates, Some("slow")),
            part("u32::add", Part::Gates, None),
        );
        let mut pace = Pace::default();
        pace.expect(&slow, 100);
        pace.expect(&quick, 100);
        pace.ended(&slow, 10, seconds(20));
        assert_eq!(
            pace.left(seconds(10)),
            None,
            "nothing was seen of the other"
        );
        pace.ended(&quick, 50, seconds(10));
        // For the slow one, 20 s of work in 10 s: a concurrency of two.
        assert_eq!(pace.left(seconds(10)), Some(seconds(90)));
        // Less than a fiftieth of the work is too little for an estimate.
        pace.expect(&part("u32::sub", Part::Gates, None), 10_000);
        assert_eq!(pace.left(seconds(10)), None);
        assert_eq!(Pace::default().left(seconds(10)), Some(seconds(0)));
    }
}
