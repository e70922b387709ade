//! The search through the cofactors of a circuit: outer ones breadth first, then each of them depth
//! first on one of several threads.

use super::cofactor::Cofactors;
use super::net::{Circuit, Net};
use super::simulate::Simulator;
use crate::aig::Wire;
use crate::solver::Budget;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use vyre_conform_runtime::sync::{cores, lock};

/// The largest number of inputs to simulate: building two cofactors is then cheap relative to
/// simulating this many assignments.
const SIMULATED: u32 = 14;
/// The number of outer cofactors that lets threads share the work evenly.
const OUTER: usize = 1024;
/// The maximum total number of gates of the outer cofactors, which are in memory at once.
const OUTER_GATES: usize = 1 << 24;
/// The maximum number of recorded zero cofactors.
const MAX_RECORDED: usize = 1 << 21;
/// No assignment: assignments have 32 bits.
const NONE: u64 = u64::MAX;

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchOutcome {
    /// The output is 0 at every assignment.
    Never,
    /// The least assignment at which the output is 1; the first input is the most significant bit.
    At(u64),
    /// The time limit was reached.
    Time {
        /// Number of finished outer cofactors.
        done: usize,
        /// Number of outer cofactors.
        of: usize,
    },
}

/// Tries every assignment of the inputs of a circuit, on as many threads as the machine has cores.
pub fn exhaust(circuit: &Circuit, budget: Budget) -> SearchOutcome {
    let threads = cores();
    exhaust_by(threads, circuit, budget)
}

/// Like [`exhaust`], on this many threads.
pub(super) fn exhaust_by(threads: usize, circuit: &Circuit, budget: Budget) -> SearchOutcome {
    let inputs = circuit.bits.len();
    let search = Search {
        inputs,
        budget,
        least: AtomicU64::new(NONE),
        zeros: Mutex::new(HashSet::new()),
        is_over: AtomicBool::new(false),
    };
    let outer = search.outer(circuit.net.clone());
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, outer.len().max(1)) {
            scope.spawn(|| {
                let mut worker = Worker::new(&search);
                while let Some((base, net)) = outer.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut nets = std::mem::take(&mut worker.nets);
                    worker.explore(*base, net, &mut nets);
                    worker.nets = nets;
                    if !search.is_over() {
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let of = outer.len();
    match (search.least.into_inner(), search.is_over.into_inner()) {
        (NONE, false) => SearchOutcome::Never,
        (NONE, true) => SearchOutcome::Time {
            done: done.into_inner(),
            of,
        },
        (min, _) => SearchOutcome::At(min),
    }
}

/// State shared by the threads of a search.
#[derive(Debug)]
struct Search {
    inputs: usize,
    budget: Budget,
    /// The least assignment found so far.
    least: AtomicU64,
    /// Digests of nets whose output is never 1.
    zeros: Mutex<HashSet<[u8; 32]>>,
    is_over: AtomicBool,
}

impl Search {
    fn is_over(&self) -> bool {
        if self.is_over.load(Ordering::Relaxed) {
            return true;
        }
        let is_over = self.budget.is_over();
        if is_over {
            self.is_over.store(true, Ordering::Relaxed);
        }
        is_over
    }

    /// The bit of an assignment that represents this input.
    const fn weight(&self, input: usize) -> u64 {
        1 << (self.inputs - input)
    }

    /// Outer cofactors that together cover the net, each with its least assignment, in ascending order.
    /// The first of several equal ones represents them all, because its result is the least.
    fn outer(&self, net: Net) -> Vec<(u64, Net)> {
        let (mut cofactors, mut bytes) = (Cofactors::new(self.inputs), vec![]);
        let mut all = vec![(0, net)];
        loop {
            let is_split = |net: &Net| net.width() > SIMULATED;
            let gates: usize = all.iter().map(|(_, net)| net.gates.len()).sum();
            let is_enough = all.len() >= OUTER || gates >= OUTER_GATES;
            if is_enough || self.is_over() || !all.iter().any(|(_, net)| is_split(net)) {
                return all;
            }
            let mut visited = HashSet::new();
            let mut next = vec![];
            for (base, net) in all {
                if !is_split(&net) {
                    next.push((base, net));
                    continue;
                }
                let input = net.first();
                for value in [false, true] {
                    let mut to = Net::default();
                    cofactors.make(&net, input, value, &mut to);
                    let is_new =
                        to.output() != Wire::FALSE && visited.insert(to.digest(&mut bytes));
                    if is_new {
                        next.push((base | (self.weight(input) * u64::from(value)), to));
                    }
                }
            }
            all = next;
        }
    }
}

/// A thread of a search, with reusable memory.
#[derive(Debug)]
struct Worker<'s> {
    search: &'s Search,
    cofactors: Cofactors,
    simulator: Simulator,
    bytes: Vec<u8>,
    /// One net for each input that may be fixed.
    nets: Vec<Net>,
}

impl<'s> Worker<'s> {
    fn new(search: &'s Search) -> Self {
        Self {
            search,
            cofactors: Cofactors::new(search.inputs),
            simulator: Simulator::new(search.inputs),
            bytes: vec![],
            nets: vec![Net::default(); search.inputs],
        }
    }

    /// True if the output of a net is never 1, as far as the search went: assignments beyond the least
    /// one found do not matter. `base` holds the fixed inputs.
    fn explore(&mut self, base: u64, net: &Net, nets: &mut [Net]) -> bool {
        let search = self.search;
        let record = |position: u64| {
            search.least.fetch_min(position, Ordering::Relaxed);
            false
        };
        match net.output() {
            Wire::FALSE => return true,
            Wire::TRUE => return record(base),
            _ => {}
        }
        if search.least.load(Ordering::Relaxed) <= base || search.is_over() {
            return false;
        }
        let Some((to, rest)) = nets.split_first_mut().filter(|_| net.width() > SIMULATED) else {
            return self
                .simulator
                .first(net)
                .is_none_or(|position| record(base | position));
        };
        let digest = net.digest(&mut self.bytes);
        if self.zeros(|zeros| zeros.contains(&digest)) {
            return true;
        }
        let input = net.first();
        let mut is_zero = true;
        for value in [false, true] {
            self.cofactors.make(net, input, value, to);
            let base = base | (search.weight(input) * u64::from(value));
            is_zero &= self.explore(base, to, rest);
        }
        if is_zero {
            self.zeros(|zeros| zeros.len() < MAX_RECORDED && zeros.insert(digest));
        }
        is_zero
    }

    fn zeros<T>(&self, f: impl FnOnce(&mut HashSet<[u8; 32]>) -> T) -> T {
        f(&mut lock(&self.search.zeros))
    }
}
