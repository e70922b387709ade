//! The schedules of a small launch: every way of preempting it once, and twice.
//!
//! Concurrency faults show with few preemptions (Musuvathi and Qadeer, "Iterative context bounding for
//! systematic testing of multithreaded programs", PLDI 2007,
//! <https://doi.org/10.1145/1250734.1250785>). An invocation is preempted only after an access to an
//! element that another invocation of the dispatch also accesses, unless all accesses are reads, and
//! only in favour of such an invocation: between other accesses the order makes no difference.

use super::fault::ProgramFault;
use super::launch::{Options, logged};
use super::order::{Order, Preemption, Schedule};
use super::world::ElementAccess;
use crate::race::Kind;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::ValidProgram;

/// Maximum number of shared accesses of a launch to analyse.
const MAX_ACCESSES: usize = 1 << 14;

/// Schedules worth running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedules {
    /// The orders, fewest preemptions first.
    pub orders: Vec<Order>,
    /// The number of preemptions up to which every combination is included: 0 if one preemption already
    /// has too many.
    pub complete: usize,
}

/// At most `max` schedules of a launch. If a number of preemptions has more, they are sampled evenly.
///
/// # Errors
/// The errors of [`run_launch`](super::run_launch) in the run without preemptions.
pub fn schedules(
    programs: &[ValidProgram],
    launch: &Launch,
    options: &Options,
    max: usize,
) -> Result<Schedules, ProgramFault> {
    let plain = Order::Preempted(Schedule::default());
    let options = Options {
        order: plain,
        ..options.clone()
    };
    let (_, log) = logged(programs, launch, &options, true)?;
    let mut orders = vec![plain];
    if log.len() > MAX_ACCESSES || max == 0 {
        orders.truncate(max);
        return Ok(Schedules {
            orders,
            complete: 0,
        });
    }
    let single = candidates(&log);
    let mut room = max - 1;
    let mut complete = 0;
    let taken = single.len().min(room);
    orders.extend(
        spread(single.len(), taken).map(|k| Order::Preempted(Schedule::new(&single[k..=k]))),
    );
    room -= taken;
    if taken == single.len() {
        complete = 1;
        // A pair is two of the list, in order of time.
        let n = single.len();
        let pairs = n * n.saturating_sub(1) / 2;
        let taken = pairs.min(room);
        let pair = |k: usize| {
            // Row i of the triangle has n - 1 - i pairs.
            let (mut i, mut k) = (0, k);
            while k >= n - 1 - i {
                k -= n - 1 - i;
                i += 1;
            }
            Order::Preempted(Schedule::new(&[single[i], single[i + 1 + k]]))
        };
        orders.extend(spread(pairs, taken).map(pair));
        if taken == pairs {
            complete = Schedule::MAX_PREEMPTIONS;
        }
    }
    Ok(Schedules { orders, complete })
}

/// `taken` numbers below `all`, evenly spaced.
fn spread(all: usize, taken: usize) -> impl Iterator<Item = usize> {
    (0..taken).map(move |k| (k as u128 * all as u128 / taken as u128) as usize)
}

/// Every preemption that may make a difference.
fn candidates(log: &[ElementAccess]) -> Vec<Preemption> {
    type Element = (usize, (usize, usize));
    let mut elements: BTreeMap<Element, (BTreeSet<u64>, bool)> = BTreeMap::new();
    for touched in log {
        let (invocations, written) = elements
            .entry((touched.dispatch, touched.place))
            .or_default();
        invocations.insert(touched.invocation);
        *written |= touched.kind != Kind::Read;
    }
    let mut candidate = vec![];
    for (after, touched) in (1..).zip(log) {
        let (by, written) = &elements[&(touched.dispatch, touched.place)];
        if *written {
            let others = by.iter().filter(|to| **to != touched.invocation);
            candidate.extend(others.map(|to| Preemption { after, to: *to }));
        }
    }
    candidate
}
