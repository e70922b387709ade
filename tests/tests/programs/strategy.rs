//! The generator of random programs as a proptest strategy: a tree that simplifies like the shrinking of the library.

use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use vyre_conform_fuzz::{Case, ComparisonCounts, Disagreement, Ops, disagreement, shrink};
use vyre_conform_runtime::sync::cores;
use vyre_conform_suite::backend::Backend;

/// Random cases that call these ops. Shrinking a case takes at most `tries` tries.
#[derive(Clone, Copy)]
pub(super) struct Cases {
    pub(super) ops: Ops<'static>,
    pub(super) tries: usize,
}

impl std::fmt::Debug for Cases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cases that call {} ops", self.ops.signatures.len())
    }
}

/// A case, and the seed of its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeededCase {
    pub(super) seed: u64,
    pub(super) case: Case,
}

impl Strategy for Cases {
    type Tree = Shrinking;
    type Value = SeededCase;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let seed = runner.rng().next_u64();
        let case = Case::random(seed, self.ops.signatures);
        Ok(Shrinking {
            seed,
            best: case.clone(),
            current: case,
            tries: self.tries,
            talk: None,
        })
    }
}

/// The two ends of a dialogue: smaller cases arrive, and the answers whether they still fail go back.
struct Dialogue {
    smaller: Receiver<Case>,
    shows: Sender<bool>,
}

impl Dialogue {
    /// Lets the library shrink a case on a separate thread, because the library calls its test and proptest expects to
    /// be called. The thread ends after all tries; without a receiver, every answer is no.
    fn about(case: Case, tries: usize) -> Self {
        let (to_us, smaller) = channel();
        let (shows, from_us) = channel();
        std::thread::spawn(move || {
            let mut asked =
                |case: &Case| to_us.send(case.clone()).is_ok() && from_us.recv().unwrap_or(false);
            shrink(&case, tries, &mut asked);
        });
        Self { smaller, shows }
    }
}

/// A case during shrinking.
pub(super) struct Shrinking {
    seed: u64,
    /// The smallest case known to fail.
    best: Case,
    /// The case under test.
    current: Case,
    tries: usize,
    talk: Option<Dialogue>,
}

impl Shrinking {
    /// Reports whether the current case fails and proceeds to the next; otherwise the failing case is final.
    fn next(&mut self, fails: bool) -> bool {
        if fails {
            self.best = self.current.clone();
        }
        let talk = match &self.talk {
            Some(talk) => {
                // A thread that has finished its tries receives no answer.
                let _ = talk.shows.send(fails);
                talk
            }
            None => self
                .talk
                .insert(Dialogue::about(self.best.clone(), self.tries)),
        };
        let next = talk.smaller.recv().ok();
        let actual = next.is_some();
        self.current = next.unwrap_or_else(|| self.best.clone());
        actual
    }
}

impl ValueTree for Shrinking {
    type Value = SeededCase;

    fn current(&self) -> SeededCase {
        SeededCase {
            seed: self.seed,
            case: self.current.clone(),
        }
    }

    fn simplify(&mut self) -> bool {
        self.next(true)
    }

    fn complicate(&mut self) -> bool {
        self.talk.is_some() && self.next(false)
    }
}

/// The number of runners that share the cases. Each has its own numbers, so that the cases are the same on every
/// machine.
const PARTS: u8 = 8;

/// Runs `count` random cases through runners of proptest on all cores; returns the first disagreement's case, shrunk,
/// and its report. Other effects of a smaller case are not failures.
pub(super) fn failing(
    count: u32,
    cases: Cases,
    backends: &[&dyn Backend],
    compared: &ComparisonCounts,
) -> Option<(SeededCase, Disagreement)> {
    let config = Config {
        cases: count.div_ceil(PARTS.into()),
        failure_persistence: None,
        // The strategy counts its tries itself.
        max_shrink_iters: u32::MAX,
        ..Config::default()
    };
    let (next, stop, all) = (AtomicU8::new(0), AtomicBool::new(false), Mutex::new(vec![]));
    let worker = || {
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= PARTS || stop.load(Ordering::Relaxed) {
                return;
            }
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[part; 32]);
            let mut runner = TestRunner::new_with_rng(config.clone(), rng);
            let shown: RefCell<Option<(Disagreement, Disagreement)>> = RefCell::new(None);
            let output = runner.run(&cases, |drawn| {
                let mut shown = shown.borrow_mut();
                if shown.is_none() && stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let library = cases.ops.library;
                let Some(actual) = disagreement(&drawn.case, library, backends, compared) else {
                    return Ok(());
                };
                let first = match shown.take() {
                    None => actual.clone(),
                    Some((first, _)) if actual.is_like(&first) => first,
                    other => {
                        *shown = other;
                        return Ok(());
                    }
                };
                stop.store(true, Ordering::Relaxed);
                let reason = actual.to_string();
                *shown = Some((first, actual));
                Err(TestCaseError::fail(reason))
            });
            match (output, shown.into_inner()) {
                (Ok(()), _) => {}
                (Err(TestError::Fail(_, drawn)), Some((_, last))) => {
                    all.lock().expect("no panic").push((part, drawn, last));
                }
                (Err(error), _) => panic!("the runner of part {part}: {error}"),
            }
        }
    };
    let cores = cores();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(worker);
        }
    });
    let mut all = all.into_inner().expect("no panic");
    all.sort_by_key(|(part, ..)| *part);
    all.into_iter()
        .next()
        .map(|(_, drawn, actual)| (drawn, actual))
}
